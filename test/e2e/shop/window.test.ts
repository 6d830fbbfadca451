import { describe, expect, it } from 'vitest'
import { axe, desktop, overflow, phone, shot } from '../../kit/browser/browser.ts'
import { see, signIn } from '../../kit/browser/steps.ts'
import { withPortal } from '../../kit/browser/stage.ts'

const { browser } = withPortal()

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
      await page.getByRole('link', { name: 'Buy 300 Star Gems for ¥800' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('link', { name: 'Open the game' }).waitFor()
      expect(await axe(page), 'axe').toEqual([])
      await shot(page, `shop-doors-${viewport.width}`)
      await dialog.getByRole('link', { name: 'Log in and buy' }).click()
      await page.waitForURL('**/login?redirect=%2Fmain%2Frecharge%3Fitem%3Dgem_300')
      await page.locator('html[data-ready]').waitFor({ state: 'attached' })
      await signIn(page, 'rich', 'Rich1234', page.url())
      await page.waitForURL('**/main/recharge?item=gem_300')
      await page.locator('input[type=radio][value=gem_300]:checked').waitFor({ state: 'attached' })
      await shot(page, `shop-summary-${viewport.width}`)
      expect(complaints, 'complaints').toEqual([])
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

  it('the pictures of the home page leave the connection to its first paint', async () => {
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
    expect(early, 'pictures').toEqual({ pictures: 6, before: 0 })
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
