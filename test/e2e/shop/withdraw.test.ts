import { describe, expect, it } from 'vitest'
import { type Locale, locales } from '@hc/contract/locales'
import { shopTexts } from '@hc/i18n/texts'
import type { Page } from 'playwright-core'
import { type Shop, until } from '../../kit/shop.ts'
import { axe, desktop, overflow, phone, shot, type Stagehand, type Visitor } from '../../kit/browser/browser.ts'
import { chooseItem, chooseTarget, pay } from '../../kit/browser/steps.ts'
import { withPortal } from '../../kit/browser/stage.ts'

const inGermany = { 'x-country': 'DE' }

/** A visitor whose connection is in Germany. */
async function visitor(browser: Stagehand, options: Parameters<Stagehand['visit']>[0]): Promise<Visitor> {
  const german = await browser.visit(options)
  await german.context.setExtraHTTPHeaders(inGermany)
  return german
}

/** An order of a buyer in Germany, not paid yet. */
async function ordered(shop: Shop, token: string, goods = 'coin_500'): Promise<string> {
  const { result } = await shop.call(
    'order/webCreate',
    { role_id: 'r1001', server_id: 's1', cp_goods_id: goods, channel_code: 'sandbox' },
    { token, ...inGermany },
  )
  return result.sdk_order_id
}

const looksRight = async (page: Page): Promise<void> => {
  expect([await axe(page), await overflow(page)], 'findings').toEqual([[], []])
}

/** Each device has letters of another width, so that its lines end elsewhere: many windows stand for it. */
const breaksNoWord = async (page: Page): Promise<void> => {
  const before = page.viewportSize() ?? phone
  const rows: string[] = []
  for (let width = 320; width <= 460; width += 10) {
    await page.setViewportSize({ width, height: before.height })
    rows.push(...(await overflow(page)).map((name) => `${width} px: ${name}`))
  }
  await page.setViewportSize(before)
  expect(rows, 'findings').toEqual([])
}

type Size = typeof phone

/** The page fits both sizes. */
async function inBoth(page: Page, [first, second]: readonly [Size, Size], name: string): Promise<void> {
  for (const size of [second, first]) {
    await page.setViewportSize(size)
    await looksRight(page)
    await shot(page, `${name}-${size.width}`)
  }
}

/** The demo's player without an address: from the box to the file on the order's page, which ends the right. */
async function confirmationFile(
  shop: Shop,
  browser: Stagehand,
  locale: Locale,
  sizes: readonly [Size, Size],
): Promise<void> {
  const { order, recharge } = shopTexts(locale)
  const { token } = await shop.signIn('rich', 'Rich1234')
  const { page, complaints, close } = await visitor(browser, { locale, viewport: sizes[0], token })
  await page.goto('/main/recharge')
  await chooseTarget(page, 's1', 'r1003')
  await chooseItem(page, 'gem_300')
  await page.getByText(recharge.summary.consentFile).waitFor()
  await page.locator('#consent').check()
  await inBoth(page, sizes, `confirmation-before-${locale}`)
  await pay(page)
  await page.locator('dialog[open]').first().waitFor()
  const { rows } = await shop.db.query<{ no: string }>(
    `select order_no as no from consent where kind = 'waiver' order by consent_id desc limit 1`,
  )
  const no = rows[0]?.no ?? ''
  await shop.outcome(no, 'paid')
  await page.waitForURL(new RegExp(`/main/recharge/detail/${no}`))
  const download = page.getByRole('button', { name: order.withdraw.download })
  await download.waitFor()
  await page.locator('.moment').waitFor()
  await inBoth(page, sizes, `confirmation-waits-${locale}`)
  const coming = page.waitForEvent('download')
  await download.press('Enter')
  expect((await coming).suggestedFilename(), 'the file').toEqual(`${no}.pdf`)
  await page.getByText(order.withdraw.waived).waitFor()
  await inBoth(page, sizes, `confirmation-fetched-${locale}`)
  expect(await download.count(), 'the button, for another time').toEqual(1)
  expect(complaints, 'complaints').toEqual([])
  await close()
}

const { shop, browser } = withPortal()

describe('a withdrawal', () => {
  it('a buyer of an item in Germany agrees to immediate delivery by an unticked box, by keyboard', async () => {
    const { token } = await shop.signIn('demo', 'Demo1234')
    const { page, complaints, close } = await visitor(browser, { locale: 'de-DE', viewport: desktop, token })
    await page.goto('/main/recharge')
    await chooseTarget(page)
    await chooseItem(page, 'gem_60')
    const box = page.locator('#consent')
    await box.waitFor()
    expect(await box.isChecked(), 'the box').toEqual(false)
    await pay(page)
    await page.getByText('Bitte setze das Häkchen').locator('visible=true').first().waitFor()
    await until('the focus is on the box', async () => box.evaluate((element) => element === document.activeElement))
    await shot(page, 'consent-missing')
    await looksRight(page)
    await page.keyboard.press('Space')
    expect(await box.isChecked(), 'the box').toEqual(true)
    await pay(page)
    await page.locator('dialog[open]').first().waitFor()
    const { rows } = await shop.db.query(
      `select locale from consent where kind = 'waiver' order by consent_id desc limit 1`,
    )
    expect(rows, 'what is kept').toEqual([{ locale: 'de-DE' }])
    expect(complaints, 'complaints').toEqual([])
    await close()
  })

  it('withdrawing takes two clicks from the order, and the order then says so', async () => {
    const { token } = await shop.signIn('demo', 'Demo1234')
    const no = await ordered(shop, token)
    const { page, complaints, close } = await visitor(browser, { locale: 'en-US', viewport: desktop, token })
    await page.goto('/main/account/recharge')
    await page.getByRole('main').getByRole('link', { name: 'Withdraw from contract here' }).first().waitFor()
    await shot(page, 'withdraw-records')
    await looksRight(page)
    await page.goto(`/main/recharge/detail/${no}`)
    const link = page.getByRole('main').getByRole('link', { name: 'Withdraw from contract here' })
    await link.waitFor()
    await shot(page, 'withdraw-order')
    await link.click()
    await page.waitForURL(/\/main\/withdraw\?order=/)
    await page.locator('[name=sdk_order_id]').waitFor()
    await until('the form is filled in', async () => (await page.locator('[name=contact]').inputValue()) !== '')
    expect(
      [await page.locator('[name=sdk_order_id]').inputValue(), await page.locator('[name=contact]').inputValue()],
      'what is filled in',
    ).toEqual([no, 'd***@example.com'])
    await page.locator('[name=name]').fill('Mia Muster')
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('button', { name: 'Confirm withdrawal' }).waitFor()
    await shot(page, 'withdraw-confirm')
    await looksRight(page)
    await page.getByRole('button', { name: 'Confirm withdrawal' }).click()
    await page.getByText('Your order is canceled.').waitFor()
    await until('the mail to the account’s own address', async () => {
      const { rows } = await shop.db.query(
        `select 1 from message where kind = 'withdrawal' and target = 'demo@example.com'`,
      )
      return rows.length > 0
    })
    await shot(page, 'withdraw-done')
    await looksRight(page)
    await page.getByRole('link', { name: 'View order' }).click()
    await page.getByText(/You withdrew from this order\. Reference: W-/).waitFor()
    await page.getByText('You withdrew before you paid. You weren’t charged.').waitFor()
    expect(await page.getByText('wasn’t paid in time').count(), 'sentences of another end').toBe(0)
    expect(complaints, 'complaints').toEqual([])
    await close()
  })

  it('the address of an order’s withdrawal, opened by itself, has each field once and filled in', async () => {
    const { token } = await shop.signIn('demo', 'Demo1234')
    const no = await ordered(shop, token)
    const { page, complaints, close } = await visitor(browser, { locale: 'en-US', viewport: phone, token })
    await page.goto(`/main/withdraw?order=${no}`)
    await until('the form is filled in', async () => {
      const all = await page.locator('form [name=contact]').all()
      return (await Promise.all(all.map((box) => box.inputValue()))).some((value) => value !== '')
    })
    const names = await page
      .locator('form:has([name=contact]) input')
      .evaluateAll((all) => all.map((element) => (element as HTMLInputElement).name))
    expect(names, 'the fields').toEqual(['sdk_order_id', 'name', 'contact'])
    expect(await page.locator('[name=sdk_order_id]').inputValue(), 'the order').toEqual(no)
    expect(complaints, 'complaints').toEqual([])
    await close()
  })

  for (const [at, locale] of locales.entries()) {
    it(`a buyer without an address reads before paying where the confirmation waits, and downloads it (${locale})`, async () =>
      await confirmationFile(shop, browser, locale, at % 2 === 0 ? [phone, desktop] : [desktop, phone]))
  }

  for (const [at, locale] of locales.entries()) {
    const viewport = at % 2 === 0 ? phone : desktop
    it(`withdrawing needs no account and no mouse: footer, form, confirmation (${locale}, ${viewport.width} px)`, async () => {
      const t = shopTexts(locale).withdraw
      const { token } = await shop.signIn('demo', 'Demo1234')
      const no = await ordered(shop, token)
      const { page, complaints, close } = await visitor(browser, { locale, viewport })
      await page.goto('/main/home')
      await page.locator('footer a[href="/main/withdraw"]').press('Enter')
      await page.waitForURL(/\/main\/withdraw$/)
      await page.locator('[name=name]').waitFor()
      await looksRight(page)
      await shot(page, `withdraw-form-${locale}`)
      await page.getByRole('button', { name: t.form.next }).press('Enter')
      await page.getByText(t.form.orderWrong).waitFor()
      expect(await page.locator('[name=sdk_order_id]').evaluate((e) => e === document.activeElement), 'no focus').toBe(
        true,
      )
      await page.keyboard.type(no)
      await page.keyboard.press('Tab')
      await page.keyboard.type('Mia Muster')
      await page.keyboard.press('Tab')
      await page.keyboard.type('mia.muster@mail-order.example')
      await page.keyboard.press('Enter')
      const confirm = page.getByRole('button', { name: t.check.confirm })
      await confirm.waitFor()
      await looksRight(page)
      await breaksNoWord(page)
      await shot(page, `withdraw-confirm-${locale}`)
      await confirm.press('Enter')
      await page.getByText(t.outcome.received).waitFor()
      await looksRight(page)
      await breaksNoWord(page)
      // Anybody may know the number and the address, so a person compares first.
      const { rows } = await shop.db.query(
        `select o.status, w.outcome from orders o join withdrawal w using (order_no) where o.order_no = $1`,
        [no],
      )
      expect(rows, 'the order and its statement').toEqual([{ status: 1, outcome: 'person' }])
      expect(complaints, 'complaints').toEqual([])
      await close()
    })
  }
})
