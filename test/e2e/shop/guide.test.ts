import { describe, expect, it } from 'vitest'
import { axe, desktop, overflow, phone } from '../../kit/browser/browser.ts'
import { withPortal } from '../../kit/browser/stage.ts'

const { browser } = withPortal()
const start = '/docs/guide/'

describe('the documents in a browser', () => {
  for (const viewport of [phone, desktop])
    it(`find a page by its words at ${viewport.width} px, by keys alone, and say where nothing is found`, async () => {
      const { page, complaints, close } = await browser.visit({ viewport })
      await page.goto(start)
      const search = page.getByRole('searchbox')
      await search.fill('recovery key')
      const results = page.locator('#found li')
      await expect.poll(() => results.count()).toBeGreaterThan(1)
      expect(await axe(page)).toEqual([])
      expect(await overflow(page)).toEqual([])
      await search.fill('no page has thesewords')
      await page.getByText('Nothing has these words.').waitFor()
      expect(await results.count()).toBe(1)
      await search.fill('')
      await expect.poll(() => page.locator('#found').isHidden()).toBe(true)
      await search.fill('payment gateways')
      await page
        .locator('#found')
        .getByRole('link', { name: /^Payment gateways/ })
        .first()
        .waitFor()
      await search.press('Enter')
      await page.waitForURL((url) => url.pathname !== start)
      expect(await page.locator('h1').textContent()).toBe('Payment gateways')
      expect(complaints).toEqual([])
      await close()
    })
  it('show the results of what stands in the field, however late the list of pages comes', async () => {
    const { page, context, close } = await browser.visit({})
    let loads = 0
    await context.route('**/search.json', async (route) => {
      loads++
      if (loads === 1) return await route.abort()
      await new Promise((resolve) => {
        setTimeout(resolve, 500)
      })
      await route.continue()
    })
    await page.goto(start)
    const search = page.getByRole('searchbox')
    await search.fill('r')
    await page.getByText('The search could not be loaded. Type on to try again.').waitFor()
    await search.fill('refunds')
    await search.fill('nothing of thissort')
    await page.getByText('Nothing has these words.').waitFor()
    await page.waitForTimeout(700)
    expect([await page.locator('#found a').count(), loads]).toEqual([0, 2])
    await close()
  })
})
