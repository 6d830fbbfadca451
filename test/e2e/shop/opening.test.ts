import { describe, expect, it } from 'vitest'
import { axe, desktop, overflow, phone } from '../../kit/browser/browser.ts'
import { see } from '../../kit/browser/steps.ts'
import { withPortal } from '../../kit/browser/stage.ts'

const { shop, browser } = withPortal({ OPENING: 'closed' })

describe('a shop that was never open', () => {
  it('says so with the game’s picture, in every width, and axe finds nothing', async () => {
    for (const viewport of [phone, desktop]) {
      const { page, context } = await browser.visit({ viewport })
      await page.goto(`${shop.url}/main/shop?lang=th-TH`)
      await page.getByRole('heading', { level: 1, name: 'เปิดให้บริการเร็ว ๆ นี้' }).waitFor()
      expect(await axe(page)).toEqual([])
      expect(await overflow(page)).toEqual([])
      await page.getByRole('link', { name: 'Deutsch' }).click()
      await see(page, 'Wir öffnen bald')
      await context.close()
    }
  })
})
