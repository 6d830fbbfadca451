import { describe, expect, it } from 'vitest'
import { axe, desktop, overflow, phone, shifts } from '../../kit/browser/browser.ts'
import { withBrowser } from '../../kit/browser/stage.ts'
import { see } from '../../kit/browser/steps.ts'
import { withShop } from '../../kit/fixtures.ts'
import { freePort } from '../../kit/shop.ts'

const port = String(await freePort())
const desk = `http://localhost:${port}`
const shop = withShop({
  PUBLIC_DEMO: '1',
  CONSOLE_PORT: port,
  DEMO_HISTORY: '1',
  DEMO_MARKETS: '1',
  RATE_LIMIT_PER_MINUTE: '1000000',
})
const browser = withBrowser(() => shop.url)

describe('a visitor of the public demo', () => {
  it('becomes a player with one press on the login page, which goes on with the item, and finds the way to its letters', async () => {
    const { page, complaints, close } = await browser.visit({ viewport: phone })
    await page.goto('/main/shop/gem_300')
    await see(page, 'This is the public demo of HC Portal.')
    await page.goto('/login?redirect=%2Fmain%2Frecharge%3Fitem%3Dgem_300')
    await page.locator('main').getByRole('button', { name: 'Play as a new player' }).click()
    await page.waitForURL(/\/main\/recharge\?/)
    await page
      .getByRole('button', { name: /Continue|Pay/ })
      .first()
      .waitFor()
    await page.reload()
    await page.getByRole('link', { name: 'Your emails' }).waitFor()
    expect(await page.getByRole('button', { name: 'Play as a new player' }).count()).toBe(0)
    expect(complaints).toEqual([])
    await close()
  })
  it('reads in every width and language what this is and how to run one’s own, and nothing moves', async () => {
    for (const viewport of [phone, desktop])
      for (const lang of ['en-US', 'de-DE', 'ja-JP', 'th-TH']) {
        const { page, complaints, close } = await browser.visit({ viewport })
        await page.goto(`/main/home?lang=${lang}`)
        await page.locator('.visitor-note code', { hasText: 'npm start' }).waitFor()
        expect(await overflow(page)).toEqual([])
        expect((await shifts(page)).reduce((sum, shift) => sum + shift, 0)).toBeLessThan(0.02)
        if (lang === 'en-US') expect(await axe(page)).toEqual([])
        expect(complaints).toEqual([])
        await close()
      }
  })
  it('looks at the desk without a password, as its auditor, and has nothing to sign out of', async () => {
    const { page, complaints, close } = await browser.visit({ viewport: desktop })
    await page.goto(desk)
    await see(page, 'This is the public demo.')
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
    expect(await axe(page)).toEqual([])
    await page.getByRole('button', { name: 'Not now' }).click()
    await page.locator('.welcome').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Account of Ada Auditor' }).click()
    await see(page, 'auditor@demo.example')
    expect(await page.getByRole('button', { name: 'Sign out' }).count()).toBe(0)
    expect(complaints).toEqual([])
    await close()
  })
})
