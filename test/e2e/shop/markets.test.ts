import { describe, expect, it } from 'vitest'
import { encrypt, until } from '../../kit/shop.ts'
import { axe, desktop, overflow, phone, shot } from '../../kit/browser/browser.ts'
import {
  chooseChannel,
  chooseItem,
  chooseTarget,
  completed,
  orderOf,
  pay,
  see,
  signIn,
} from '../../kit/browser/steps.ts'
import { withPortal } from '../../kit/browser/stage.ts'

const RECHARGE = '/login?redirect=%2Fmain%2Frecharge'

const { shop, browser } = withPortal()

/** Prices of the player's country, from the chip to the records. */
describe('prices of the player’s country', () => {
  for (const [device, viewport] of [
    ['a desktop', desktop],
    ['a phone', phone],
  ] as const) {
    it(`on ${device} a player in Japan sees yen, pays yen, and finds yen in the records`, async () => {
      const visitor = await browser.visit({ viewport })
      const { page } = visitor
      await page.goto('/main/home?demo_country=JP')
      await signIn(page, 'demo', 'Demo1234', RECHARGE)
      await chooseTarget(page)
      const card = page.locator('.item-card', { hasText: '300 Star Gems' }).first()
      await card.getByText('¥800').waitFor()
      await card.getByText('incl. 10% tax').waitFor()
      await chooseItem(page, 'gem_300')
      await chooseChannel(page, 'sandbox')
      if (viewport === desktop) await see(page, 'Tax included (10%)')
      await shot(page, `market-recharge-${viewport.width}`)
      const opened = visitor.context.waitForEvent('page')
      await pay(page)
      const gateway = await opened
      await gateway.getByText('¥800').first().waitFor()
      await gateway.locator('button[value=paid]').click()
      await gateway.locator('.state-paid').waitFor()
      await completed(page)
      await orderOf(page)
      await see(page, 'Congratulations, the recharge is successful')
      await page.goto('/main/account/recharge')
      await see(page, '¥800')
      await shot(page, `market-records-${viewport.width}`)
      expect(visitor.complaints, 'complaints').toEqual([])
      await visitor.close()
    })
  }

  it('a buyer in the United States reads at the pay button that they buy a license, and nobody else does', async () => {
    for (const viewport of [desktop, phone]) {
      const { page, close } = await browser.visit({ viewport })
      await signIn(page, 'demo', 'Demo1234', '/main/recharge?item=gem_980&demo_country=US')
      await chooseTarget(page)
      const sentence = page.getByText('You buy a license to use this in the game.').filter({ visible: true })
      await sentence.first().waitFor()
      expect(await sentence.first().getByRole('link').getAttribute('href'), 'its terms').toEqual('/main/agreement')
      await shot(page, `license-${viewport.width}`)
      expect(await overflow(page), 'cut texts').toEqual([])
      await page.goto('/main/recharge?item=gem_980&demo_country=JP')
      await until('prices', async () => (await page.getByText(/2[,.]400/).count()) > 0, 15_000)
      expect(await sentence.count(), 'sentences in Japan').toEqual(0)
      await close()
    }
  })

  it('in Japanese: yen with the tax inside, a receipt as a page, as a file and by mail, a credit note after the refund, and books that balance', async () => {
    const visitor = await browser.visit({ locale: 'ja-JP', viewport: phone })
    const { page } = visitor
    await page.goto('/main/home?demo_country=JP')

    const { result } = await shop.call('user/login', {
      channel_code: 'account',
      account: 'demo',
      passwd: encrypt('Demo1234'),
      encrypt: 1,
    })
    await page.evaluate((token) => localStorage.setItem('user_token', token), result.token)
    await page.goto('/main/recharge')
    await chooseTarget(page)
    await chooseItem(page, 'gem_980')
    await chooseChannel(page, 'sandbox')
    const opened = visitor.context.waitForEvent('page')
    await pay(page)
    const gateway = await opened
    await gateway.locator('button[value=paid]').click()
    await gateway.locator('.state-paid').waitFor()
    const no = await orderOf(page)
    await page.goto(`/main/recharge/receipt/${no}`)
    const sheet = page.locator('.receipt')
    await sheet
      .getByText(/-R-\d{4}-\d{6}/)
      .first()
      .waitFor()
    await shot(page, 'market-receipt-ja')
    expect([await axe(page), await overflow(page)], 'findings').toEqual([[], []])
    const loading = page.waitForEvent('download')
    await sheet.locator('button').first().click()
    const file = await loading
    expect(/^[A-Z0-9_-]+-R-\d{4}-\d{6}\.pdf$/.test(file.suggestedFilename()), file.suggestedFilename()).toBe(true)
    await until('the mail', async () => {
      const { rows } = await shop.db.query(
        `select 1 from document_due u join message m using (order_no)
          where order_no = $1 and m.kind = 'order_paid' and u.mailed_at is not null`,
        [no],
      )
      return rows.length > 0
    })
    await shop.db.query(`select request_refund($1, 'a test', 'cli:test')`, [no])
    await until('the credit note', async () => {
      const { rows } = await shop.db.query(`select 1 from document where order_no = $1 and kind = 'credit_note'`, [no])
      return rows.length > 0
    })
    await page.reload()
    await sheet
      .getByText(/-C-\d{4}-\d{6}/)
      .first()
      .waitFor()
    await shot(page, 'market-credit-note-ja')
    const { rows: sums } = await shop.db.query(
      `select sum(e.amount)::text as sum from ledger_journal j join ledger_entry e using (journal_id)
          join ledger_account l using (ledger_account_id)
         where j.order_no = $1 and e.unit = 'JPY' group by l.name`,
      [no],
    )
    expect([...new Set(sums.map(({ sum }) => sum))], 'what the books have of it in yen').toEqual(['0'])
    expect(visitor.complaints, 'complaints').toEqual([])
    await visitor.close()
  })

  it('a price that changed meanwhile is struck, the new one stands beside it, and the button asks again', async () => {
    const visitor = await browser.visit({})
    const { page } = visitor
    await page.goto('/main/home?demo_country=KR')
    await signIn(page, 'demo', 'Demo1234', RECHARGE)
    await chooseTarget(page)
    await chooseItem(page, 'gem_300')
    await chooseChannel(page, 'sandbox')
    await page.getByRole('button', { name: 'Pay ₩7,500' }).waitFor()
    await shop.db.query(`select save_price('korea', 'gem_300', 7900, 1, null, null, 'sql:e2e')`)
    await pay(page)
    await see(page, 'This price has just changed. No order was placed.')
    await page.getByRole('button', { name: 'Pay ₩7,900' }).waitFor()
    await page.locator('s:visible', { hasText: '₩7,500' }).waitFor()
    await shot(page, 'market-changed-1280')
    const opened = visitor.context.waitForEvent('page')
    await pay(page)
    const gateway = await opened
    await gateway.getByText('₩7,900').first().waitFor()
    expect(visitor.complaints, 'complaints').toEqual([])
    await visitor.close()
  })

  it('beside a price in points stands what it is worth in the money of the country', async () => {
    const visitor = await browser.visit({ viewport: phone })
    const { page } = visitor
    await page.goto('/main/home?demo_country=JP')
    await signIn(page, 'demo', 'Demo1234', RECHARGE)
    await chooseTarget(page)
    await chooseItem(page, 'gem_300')
    await chooseChannel(page, 'hcpoint')
    await see(page, '(worth ¥800)')
    await see(page, /Rebates are counted in US dollars/)
    await shot(page, 'market-rebate-390')
    await pay(page)
    await page.getByRole('dialog').getByText('(worth ¥800)').waitFor()
    expect(await axe(page), 'axe').toEqual([])
    await shot(page, 'market-points-390', false)
    expect(visitor.complaints, 'complaints').toEqual([])
    await visitor.close()
  })

  it('a player reads why these are the prices, and declares another country once', async () => {
    const visitor = await browser.visit({})
    const { page } = visitor
    await page.goto('/main/home?demo_country=DE')
    await page.getByRole('button', { name: 'Country and currency: DE · EUR' }).click()
    await see(page, 'Log in to choose another country.')
    await page.keyboard.press('Escape')
    await signIn(page, 'rich', 'Rich1234', '/login?redirect=%2Fmain%2Faccount%2Fuser')
    const card = page.getByRole('region', { name: 'Your country' })
    await card.getByText('Germany · prices in EUR').waitFor()
    await card.getByText('Your connection').waitFor()
    await card.getByRole('button', { name: 'Change country' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Country').selectOption('FR')
    await dialog.getByRole('button', { name: 'Use this country' }).click()
    await dialog.getByText(/You chose France\. You’ll see its prices/).waitFor()
    await dialog.getByText(/You can change your country again on/).waitFor()
    await dialog.getByLabel('Is something wrong? Tell our team.').fill('I moved to Lyon')
    await shot(page, 'market-dialog-1280')
    await dialog.getByRole('button', { name: 'Send' }).click()
    await dialog.getByText('Our team is looking at your request.').waitFor()
    expect(await axe(page), 'axe').toEqual([])
    await page.keyboard.press('Escape')
    await shot(page, 'market-account-1280')
    await shop.db.query('delete from account_market')
    expect(visitor.complaints, 'complaints').toEqual([])
    await visitor.close()
  })

  it('the chip of the country stands beside the language and reads the currency', async () => {
    const { page, close } = await browser.visit({})
    await page.goto('/main/event?demo_country=KW')
    const chip = page.getByRole('button', { name: 'Country and currency: KW · KWD' })
    await chip.waitFor()
    expect(await chip.innerText(), 'words').toBe('KWD')
    const [at, language] = [await chip.boundingBox(), await page.locator('header .lang-select').boundingBox()]
    expect(Math.abs((at?.x ?? 0) + (at?.width ?? 0) - (language?.x ?? 999)) < 40, 'beside the language').toBe(true)
    await shot(page, 'chip-1280', false)
    await close()
  })

  it('the footer has the form to withdraw unless the visitor’s country is known and has no such law', async () => {
    for (const [country, links] of [
      ['', 1],
      ['DE', 1],
      ['JP', 0],
    ] as const) {
      const { page, close } = await browser.visit({})
      const market = page.waitForResponse((answer) => answer.url().endsWith('/api/market/get'))
      await page.goto(`/main/event?demo_country=${country}`)
      await market
      const link = page.getByRole('contentinfo').getByRole('link', { name: 'Withdraw from contract here' })
      await until(`the link in ${country || 'no country'}`, async () => (await link.count()) === links, 10_000)
      await close()
    }
  })

  it('without a country everything is in dollars, and no chip stands in the bar', async () => {
    const { page, close } = await browser.visit({})
    await signIn(page, 'demo', 'Demo1234', RECHARGE)
    await chooseTarget(page)
    await see(page, '$0.99')
    expect(await page.getByRole('button', { name: /Country and currency/ }).count(), 'chips').toEqual(0)
    await close()
  })

  for (const locale of ['en-US', 'ja-JP', 'th-TH', 'de-DE'])
    for (const viewport of [desktop, phone])
      it(`in ${locale} on ${viewport.width} px nothing of it is cut`, async () => {
        const { token } = await shop.signIn('demo', 'Demo1234')
        const { page, close } = await browser.visit({ locale, viewport, token })
        await page.goto('/main/recharge?item=gem_980&demo_country=JP')
        await chooseTarget(page)
        await until('prices', async () => (await page.getByText(/2[,.]400/).count()) > 0, 15_000)
        await shot(page, `market-${locale}-${viewport.width}`)
        expect(await overflow(page), 'cut texts').toEqual([])
        await page.goto('/main/account/user')
        await page.locator('#market-title').waitFor()
        await page.locator('[aria-labelledby=market-title] button').click()
        await page.locator('dialog[open] select').waitFor()
        await shot(page, `market-dialog-${locale}-${viewport.width}`)
        expect(await overflow(page), 'cut texts of the dialog').toEqual([])
        await close()
      })
})
