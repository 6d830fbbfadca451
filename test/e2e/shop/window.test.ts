import { describe, expect, it } from 'vitest'
import type { Locator } from 'playwright-core'
import { until } from '../../kit/shop.ts'
import { axe, desktop, overflow, phone, shot } from '../../kit/browser/browser.ts'
import { chooseTarget, focusOn, see, signIn } from '../../kit/browser/steps.ts'
import { withPortal } from '../../kit/browser/stage.ts'

const { shop, browser } = withPortal()

/** The shop before sign-in: from the window through the doors to the summary. */
describe('the shop before sign-in', () => {
  for (const [device, viewport] of [
    ['a desktop', desktop],
    ['a phone', phone],
  ] as const)
    it(`on ${device} a visitor chooses in the window, logs in, and has the item in the summary`, async () => {
      const { page, complaints, close } = await browser.visit({ viewport })
      await page.goto('/main/home?demo_country=JP')
      await page.locator('[data-track=home_shop]').click()
      await page.waitForURL('**/main/shop')
      await page.getByText('¥800').first().waitFor()
      await page.getByRole('link', { name: '300 Star Gems', exact: true }).click()
      await page.waitForURL('**/main/shop/gem_300')
      await see(page, 'incl. 10% tax')
      await page.getByRole('link', { name: 'Buy for ¥800' }).click()
      await page.waitForURL('**/login?redirect=%2Fmain%2Frecharge%3Fitem%3Dgem_300')
      await page.locator('html[data-ready]').waitFor({ state: 'attached' })
      for (const text of ['300 Star Gems', '¥800']) await page.locator('.login-item').getByText(text).waitFor()
      await see(page, 'Log in, choose your character, pay. It takes about a minute.')
      expect(await page.locator('dialog[open]').count(), 'dialogs').toBe(0)
      if (viewport === phone) {
        const box = await page.getByRole('main').getByRole('button', { name: 'Log in' }).boundingBox()
        expect((box?.y ?? 0) + (box?.height ?? 999) <= 700, 'the button ends above 700 px').toBe(true)
      }
      await shot(page, `login-item-${viewport.width}`)
      await signIn(page, 'rich', 'Rich1234', page.url())
      await page.waitForURL('**/main/recharge?item=gem_300')
      await page.locator('input[type=radio][value=gem_300]:checked').waitFor({ state: 'attached' })
      const order =
        viewport === phone ? page.locator('.pay-bar') : page.getByRole('complementary', { name: 'Your order' })
      for (const text of ['300 Star Gems', '¥800']) {
        const box = await order.getByText(text).first().boundingBox()
        expect(box && box.y + box.height <= 844, `${text} in the first 844 px`).toBe(true)
      }
      await shot(page, `shop-summary-${viewport.width}`)
      expect(complaints, 'complaints').toEqual([])
      await close()
    })

  it('each way to top up leads a guest to the open shop, with and without a script', async () => {
    for (const scripts of [true, false])
      for (const viewport of [desktop, phone]) {
        const { page, close } = await browser.visit({ viewport, scripts })
        for (const door of [
          '[data-track=home_top_up]',
          '[data-track=home_items]',
          '[data-track=home_points]',
          'nav a[href="/main/shop"]:visible',
        ]) {
          await page.goto('/main/home')
          await page.locator(door).first().click()
          await page.waitForURL(/\/main\/shop(#packs)?$/)
          await see(page, '$14.99')
          await page.locator('nav a[aria-current=page]:visible', { hasText: 'Top up' }).first().waitFor()
        }
        await close()
      }
  })

  it('the shop says where players pay, and leads to the rules of refunds and to help', async () => {
    const { page, complaints, close } = await browser.visit({ viewport: phone })
    await page.goto('/main/shop')
    await see(page, 'You pay on Sandbox Pay’s secure page. We never see your card.')
    for (const [name, href] of [
      ['Refunds', '/main/refunds'],
      ['Contact us', '/main/contact'],
    ] as const)
      expect(await page.getByRole('main').getByRole('link', { name }).getAttribute('href')).toBe(href)
    await shot(page, 'shop-trust-390')
    expect([await axe(page), await overflow(page), complaints], 'findings').toEqual([[], [], []])
    await close()
  })

  it('the shop answers what players ask before they buy, with and without a script, in the words of the help', async () => {
    for (const [scripts, viewport] of [
      [true, phone],
      [false, desktop],
    ] as const) {
      const { page, complaints, close } = await browser.visit({ viewport, scripts })
      await page.goto('/main/shop')
      const part = page.getByRole('region', { name: 'Common questions' })
      const [bonus, points] = ['How does the first top-up bonus work?', 'What are HC Points?'].map((text) =>
        part.getByText(text, { exact: true }),
      )
      const answer = part.getByText('HC Points are our shop currency.')
      expect(await answer.isVisible(), 'an answer before it is asked for').toBe(false)
      await bonus?.click()
      await part.getByText('Each character gets it once for each item.').waitFor()
      await points?.click()
      await answer.waitFor()
      expect(await part.locator('details[open]').count(), 'open answers').toBe(1)
      expect(await part.getByRole('link', { name: 'Write to us' }).getAttribute('href')).toBe('/main/contact#write')
      expect([await overflow(page), complaints], 'findings').toEqual([[], []])
      if (scripts) {
        expect(await axe(page), 'findings of axe').toEqual([])
        await shot(page, `questions-${viewport.width}`)
      }
      await close()
    }
  })

  it('no page shows a total that an order made at once would not promise', async () => {
    const pages = ['/main/home', '/main/shop', '/main/shop/gem_60', '/main/shop/gem_980']
    const visitor = await browser.visit({})
    for (const path of pages) {
      await visitor.page.goto(path)
      await see(visitor.page, path.endsWith('gem_60') ? 'You get 120 the first time' : 'You get 1,960 the first time')
    }
    await visitor.close()

    const player = await shop.signIn('demo', 'Demo1234')
    const order = await player.buy('gem_980')
    await until('the bonus is used', async () => {
      const { result } = await player.call('order/webProduct', { server_id: 's1', role_id: 'r1001' })
      return result.some((goods) => goods.cp_goods_id === 'gem_980' && goods.bonus_used_ts > 0)
    })
    expect(order.length, 'the order').toBe(26)
    const { page, complaints, close } = await browser.visit({ token: player.token })
    await page.goto('/main/recharge')
    await chooseTarget(page)
    for (const path of pages) {
      await page.goto(path)
      if (path.endsWith('gem_60')) await page.getByText('You get 120', { exact: true }).waitFor()
      else await see(page, /^Astra used the bonus on/)
      expect(await page.getByText('1,960').count(), `${path}: a total of a used bonus`).toBe(0)
      await shot(page, `offer${path.replaceAll('/', '-')}`)
    }
    expect(complaints, 'complaints').toEqual([])
    await close()
  })

  it('an item whose bonus an unpaid order has says so on every page, with the way to that order', async () => {
    const player = await shop.signIn('demo', 'Demo1234')
    const order = await player.order('gem_300', 'sandbox', { role_id: 'r1002' })
    const { page, close } = await browser.visit({ token: player.token })
    await page.goto('/main/recharge?server=s1&role=r1002')
    await chooseTarget(page, 's1', 'r1002')
    for (const path of ['/main/home', '/main/shop', '/main/shop/gem_300']) {
      await page.goto(path)
      const line = page.getByText('Your unpaid order has the bonus').first()
      await line.waitFor()
      expect(await page.getByText(/You get 600/).count(), `${path}: a total that no order gives now`).toBe(0)
      await line.getByRole('link', { name: 'Your unpaid order' }).click()
      await page.waitForURL(`**/main/recharge/detail/${order}`)
    }
    await shop.outcome(order, 'cancelled')
    await player.reach(order, 3)
    await close()
  })

  it('the total that a page shows for an item is what the order of its button promises', async () => {
    const player = await shop.signIn('demo', 'Demo1234')
    const { page, close } = await browser.visit({ token: player.token })
    await page.goto('/main/recharge?server=s1&role=r1001')
    await chooseTarget(page)
    const totals = new Map<string, number>()
    const note = async (path: string, card: Locator, id: string): Promise<void> => {
      const text = await card
        .getByText(/^You get [\d,]+$/)
        .first()
        .innerText()
      totals.set(`${path} ${id}`, Number(text.replace(/\D/g, '')))
    }
    for (const path of ['/main/home', '/main/shop']) {
      await page.goto(path)
      await page.getByText('You get 120', { exact: true }).waitFor()
      for (const card of await page.locator('.goods').all()) {
        const link = await card.locator('a[data-track]').getAttribute('href')
        const id = /item=(gem_\w+)/.exec(link ?? '')?.[1]
        if (id && (await card.getByText(/^You get [\d,]+$/).count()) > 0) await note(path, card, id)
      }
    }
    const ids = [...new Set([...totals.keys()].map((key) => key.split(' ')[1] ?? ''))]
    expect(ids.length >= 4, `items with a total: ${ids.join()}`).toBe(true)
    for (const id of ids) {
      await page.goto(`/main/shop/${id}`)
      const total = page.getByRole('region', { name: 'What you get' }).locator('dl > div').last()
      await total.getByText('Total').waitFor()
      totals.set(`item ${id}`, Number((await total.locator('dd').innerText()).replace(/\D/g, '')))
    }
    for (const id of ids) {
      const { result } = await player.call('order/webProduct', { server_id: 's1', role_id: 'r1001' })
      const bonus = result.find(({ cp_goods_id: goods }) => goods === id)?.bonus ?? 0
      const order = await player.order(id, 'sandbox', { bonus })
      const { quantity, bonus_units: extra } = await player.record(order)
      for (const [key, total] of totals)
        if (key.endsWith(` ${id}`)) expect(total, `${key}: what the order promises`).toBe(quantity + extra)
      await shop.outcome(order, 'cancelled')
      await player.reach(order, 3)
    }
    await close()
  })

  it('a tap on the picture opens the item, and a tap on the price goes to the login without a dialog', async () => {
    const { page, close } = await browser.visit({ viewport: phone })
    for (const path of ['/main/home', '/main/shop']) {
      await page.goto(path)
      const card = page.locator('.goods', { hasText: '980 Star Gems' }).first()
      const art = await card.locator('.goods-art').boundingBox()
      const box = await card.boundingBox()
      if (!art || !box) throw new Error('no card')
      await card.click({ position: { x: art.x - box.x + art.width / 2, y: art.y - box.y + art.height / 2 } })
      await page.waitForURL('**/main/shop/gem_980')
      await page.goto(path)
      await card.getByRole('link', { name: /^Buy / }).click()
      await page.waitForURL('**/login?redirect=%2Fmain%2Frecharge%3Fitem%3Dgem_980')
      expect(await page.locator('dialog[open]').count(), 'dialogs').toBe(0)
    }
    await close()
  })

  it('the login page names only the item that it leads to, and says to pick up only after a session that ended', async () => {
    const { page, close } = await browser.visit({})
    await page.goto('/main/shop')
    await page.getByRole('link', { name: 'Buy 980 Star Gems for $14.99' }).click()
    await page.locator('.login-item').getByText('980 Star Gems').waitFor()
    await page.reload()
    await page.locator('.login-item').getByText('$14.99').waitFor()
    for (const path of ['/login', '/login?redirect=%2Fmain%2Frecharge%3Fitem%3Dgem_60']) {
      await page.goto(path)
      await page.locator('html[data-ready]').waitFor({ state: 'attached' })
      await see(page, 'Log in to choose your character and pay.')
      expect(await page.locator('.login-item').count(), path).toBe(0)
    }
    await close()
    const player = await shop.signIn('demo', 'Demo1234')
    const ended = await browser.visit({ token: player.token })
    await ended.context.route('**/api/**', (route) =>
      route.fulfill({ status: 203, json: { code: 20001, msg: 'tokenFail', data: null } }),
    )
    await ended.page.goto('/main/account/user')
    await see(ended.page, 'Log in to pick up where you left off.')
    await ended.close()
  })

  it('on a touch screen the country’s search has the focus if a key opened it, and not after a tap', async () => {
    const { page, close } = await browser.visit({ viewport: phone })
    await page.goto('/login')
    await page.getByRole('tab', { name: 'Phone' }).click()
    const button = page.locator('.country-button')
    await focusOn(button)
    await page.keyboard.press('Enter')
    await page.locator('dialog[open]').waitFor()
    await page.keyboard.type('japan')
    await page.keyboard.press('Enter')
    await button.getByText('+81').waitFor()
    await close()
  })

  it('a disabled account reads a way to help beside the refusal, and no other error shows it', async () => {
    const { page, close } = await browser.visit({})
    await page.goto('/login')
    for (const [password, message] of [
      ['Banned13', 'Incorrect password'],
      ['Banned12', 'User authentication failed'],
    ] as const) {
      await page.getByLabel('Game account or email').fill('banned')
      await page.getByLabel('Password', { exact: true }).fill(password)
      await page.getByRole('main').getByRole('button', { name: 'Log in' }).click()
      await see(page, message)
      expect(await page.getByText('Need help?').count(), message).toBe(password === 'Banned12' ? 1 : 0)
    }
    await page.getByText('Need help?').getByRole('link', { name: 'Contact us' }).click()
    await page.waitForURL('**/main/contact#write')
    await close()
  })

  it('an item’s page says what an order gives in all, and shows three other sizes by price', async () => {
    const { page, close } = await browser.visit({ viewport: phone })
    await page.goto('/main/shop/gem_300')
    const rows = await page.getByRole('region', { name: 'What you get' }).locator('dl > div').allInnerTexts()
    expect(
      rows.map((row) => row.replaceAll('\n', ' ')),
      'rows',
    ).toEqual(['300 Star Gems 300', 'First top-up bonus +300', 'Total 600'])
    const sizes = page.getByRole('region', { name: 'Other sizes' })
    expect(await sizes.getByRole('heading', { level: 3 }).allInnerTexts(), 'sizes').toEqual([
      '60 Star Gems',
      '980 Star Gems',
      '1,980 Star Gems',
    ])
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
    const buy = page.getByRole('link', { name: 'Buy for $4.99' })
    const box = await buy.boundingBox()
    expect(box && box.y > 600 && box.y + box.height <= 844, 'the button stays in the bar').toBe(true)
    await close()
  })

  it('a player who is signed in goes from the window straight to the summary', async () => {
    const { page, close } = await browser.visit({})
    await signIn(page)
    await page.goto('/main/shop')
    await page.getByRole('link', { name: 'Buy 500 HC Points for $5.00' }).click()
    await page.waitForURL('**/main/recharge?tab=packs&item=coin_500')
    await page.locator('input[type=radio][value=coin_500]:checked').waitFor({ state: 'attached' })
    await close()
  })

  for (const scripts of [true, false])
    it(`${scripts ? 'with' : 'without'} scripts the home page shows the pictures of its goods`, async () => {
      const { page, close } = await browser.visit({ viewport: phone, scripts })
      await page.goto('/main/home')
      const pictures = page.locator('.goods-art img')
      for (const picture of await pictures.all()) await picture.scrollIntoViewIfNeeded()
      await page.waitForFunction(() =>
        [...document.querySelectorAll<HTMLImageElement>('.goods-art img')].every((image) => image.naturalWidth > 0),
      )
      expect((await pictures.count()) >= 6, 'six goods').toBe(true)
      await close()
    })

  it('on a phone a guest sees prices on the first screen of the home page', async () => {
    for (const locale of ['en-US', 'de-DE', 'ja-JP'] as const) {
      const { page, close } = await browser.visit({ viewport: phone, locale })
      await page.goto('/main/home')
      const box = await page.locator('.goods-price').first().boundingBox()
      expect((box?.y ?? 9999) + (box?.height ?? 0), `${locale}: lower edge of the first price`).toBeLessThanOrEqual(844)
      const [first, second] = await page
        .locator('.hero-doors > a')
        .evaluateAll((doors) => doors.map((door) => door.getBoundingClientRect().top))
      expect(first, `${locale}: the two doors stand side by side`).toBe(second)
      if (locale === 'en-US') {
        const hero = page.locator('.hero')
        await hero.getByText('Starfall Chronicles official web shop').waitFor()
        expect(await hero.locator('p:not(.kicker)').allInnerTexts(), 'lines').toEqual([
          'Star Gems and HC Points, straight to your character.',
        ])
        const shelf = page.getByRole('region', { name: 'Top-up center' })
        await shelf.getByText('Double your first purchase.').waitFor()
        await shelf.getByText('Each character gets every pack doubled, once.').waitFor()
      }
      await close()
    }
    await shop.db.query(`update product set bonus_pct = 50 where cp_goods_id = 'gem_300'`)
    const { page, close } = await browser.visit({ viewport: phone })
    await until('the new bonus', async () => {
      await page.goto('/main/home')
      return (await page.getByText('Up to +100% on your first purchase.').count()) > 0
    })
    await see(page, 'Each character gets it once per item.')
    await close()
    await shop.db.query(`update product set bonus_pct = 100 where cp_goods_id = 'gem_300'`)
  })

  it('all pictures of the home page but the shelf’s first two leave the connection to its first paint', async () => {
    const { page, close } = await browser.visit({ viewport: phone })
    await page.goto('/main/home')
    await page.locator('html[data-ready]').waitFor({ state: 'attached' })
    await page.locator('.goods-art img').last().scrollIntoViewIfNeeded()
    await page.waitForFunction(() =>
      [...document.querySelectorAll<HTMLImageElement>('.goods-art img')].every((image) => image.complete),
    )
    const early = await page.evaluate(() => {
      const paint = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.POSITIVE_INFINITY
      const pictures = new Set(
        [...document.querySelectorAll<HTMLImageElement>('.goods-art img')].map((image) => image.src),
      )
      const fetched = performance.getEntriesByType('resource').filter(({ name }) => pictures.has(name))
      return { pictures: fetched.length, before: fetched.filter(({ startTime }) => startTime < paint).length }
    })
    expect(early, 'pictures').toEqual({ pictures: 6, before: 2 })
    await close()
  })

  for (const viewport of [phone, desktop, { width: 820, height: 1180 }, { width: 1920, height: 1080 }])
    it(`at ${viewport.width} px names and prices of a row stand on one line, and no card is narrower than its row leaves it`, async () => {
      const { page, close } = await browser.visit({ viewport, locale: viewport === phone ? 'de-DE' : 'en-US' })
      for (const path of ['/main/home', '/main/shop', '/main/shop/gem_300']) {
        await page.goto(path)
        await page.locator('.goods-price').first().waitFor()
        const findings = await page.evaluate(() =>
          [...document.querySelectorAll('.goods-shelf')].flatMap((shelf) => {
            const rows = new Map<number, Element[]>()
            for (const card of shelf.children) {
              const top = Math.round(card.getBoundingClientRect().top)
              rows.set(top, [...(rows.get(top) ?? []), card])
            }
            const { right } = shelf.getBoundingClientRect()
            return [...rows.values()].flatMap((cards) => {
              const name = cards[0]?.querySelector('h3')?.textContent ?? ''
              const uneven = ['h3', '.goods-price'].filter((part) => {
                const tops = cards.map((card) => card.querySelector(part)?.getBoundingClientRect().top ?? 0)
                return Math.max(...tops) - Math.min(...tops) > 1
              })
              const end = cards.at(-1)?.getBoundingClientRect().right ?? 0
              return [
                ...uneven.map((part) => `${name}: ${part} on several lines`),
                ...(right - end > 1 ? [`${name}: ${Math.round(right - end)} px are empty`] : []),
              ]
            })
          }),
        )
        expect(findings, path).toEqual([])
        const heights = await page
          .locator('.goods-price')
          .evaluateAll((all) => all.map((button) => button.getBoundingClientRect().height))
        expect(Math.min(...heights) >= 48, `${path}: a price button of ${Math.min(...heights)} px`).toBe(true)
      }
      await close()
    })

  it('the window has a feature card with the one gold price, corners for the eye alone, chips and three steps', async () => {
    const { page, close } = await browser.visit({ viewport: phone })
    for (const path of ['/main/home', '/main/shop']) {
      await page.goto(path)
      const first = page.locator('.goods').first()
      const [card, shelf] = [await first.boundingBox(), await page.locator('.goods-shelf').first().boundingBox()]
      expect(card && shelf && Math.abs(card.width - shelf.width) <= 1, `${path}: over the full width`).toBe(true)
      expect(await page.locator('.goods .btn-gold').count(), `${path}: gold prices`).toBe(1)
      expect(await first.locator('.goods-corner').innerText(), 'the corner').toBe('×2')
      expect(await first.locator('.goods-corner').getAttribute('aria-hidden'), 'for the eye').toBe('true')
    }
    const chips = page.getByRole('navigation', { name: 'Kinds of goods' })
    expect(await chips.getByRole('link').allInnerTexts(), 'chips').toEqual(['All', 'Items', 'HC\u00A0Point packs'])
    await chips.getByRole('link', { name: 'HC Point packs' }).click()
    await page.locator('.kind[aria-current]', { hasText: 'packs' }).waitFor()
    const bar = await chips.boundingBox()
    expect(bar && bar.y >= 60 && bar.y <= 70, 'the chips stay below the header').toBe(true)
    const steps = page.getByRole('region', { name: 'How it works' }).getByRole('listitem')
    expect(
      (await steps.allInnerTexts()).map((step) => step.replace(/^\d\s*/, '')),
      'steps',
    ).toEqual(['Choose', 'Pay on the provider’s page', 'It’s in your game'])
    await page.evaluate(() => scrollTo(0, 0))
    await page.locator('.price-place').getByRole('button', { name: 'Change' }).click()
    await page.locator('dialog[open]').waitFor()
    await close()
  })

  it('the window can be read without a script, in the prices of the country', async () => {
    const { page, close } = await browser.visit({ scripts: false })
    await page.goto('/main/shop?demo_country=JP')
    await see(page, '300 Star Gems')
    await see(page, '¥800')
    await page.getByRole('link', { name: '300 Star Gems', exact: true }).click()
    await see(page, '1st Top-up 100% bonus')
    await close()
  })

  for (const [locale, country] of [
    ['en-US', ''],
    ['ja-JP', 'JP'],
    ['th-TH', ''],
    ['de-DE', 'DE'],
  ] as const)
    for (const viewport of [desktop, phone])
      it(`in ${locale} on ${viewport.width} px nothing of the window is cut, and axe finds nothing`, async () => {
        const { page, complaints, close } = await browser.visit({ locale, viewport })
        for (const path of ['/main/shop', '/main/shop/pass_month', '/main/shop/nothing']) {
          await page.goto(`${path}?demo_country=${country}`)
          expect((await page.locator('main h1').innerText()) !== '', 'no heading').toBe(true)
          expect(await axe(page), `axe on ${path}`).toEqual([])
          expect(await overflow(page), `cut texts on ${path}`).toEqual([])
          await shot(page, `shop-${path.split('/')[3] ?? 'window'}-${locale}-${viewport.width}`)
        }
        expect(complaints, 'complaints').toEqual([])
        await close()
      })
})
