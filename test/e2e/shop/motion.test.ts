import { describe, expect, it } from 'vitest'
import type { Page } from 'playwright-core'
import { until } from '../../kit/shop.ts'
import { desktop, phone, shifts, shot, type Visitor } from '../../kit/browser/browser.ts'
import { withPortal } from '../../kit/browser/stage.ts'

type Moving = { name: string; target: string; state: string; properties: string[] }

/** Every animation of the page that has been started, by its name, its element, and what it moves. */
const moving = (page: Page): Promise<Moving[]> =>
  page.evaluate(() =>
    document.getAnimations().map((animation) => {
      const effect = animation.effect as KeyframeEffect
      const properties = new Set(effect.getKeyframes().flatMap((frame) => Object.keys(frame)))
      for (const ownId of ['offset', 'computedOffset', 'easing', 'composite']) properties.delete(ownId)
      return {
        name: (animation as CSSAnimation).animationName,
        target: effect.target?.className.toString() ?? '',
        state: animation.playState,
        properties: [...properties],
      }
    }),
  )

/** The faces that the letters of an element are drawn in, as the browser reports them. */
async function facesOf({ page, context }: Visitor, selector: string): Promise<string[]> {
  const protocol = await context.newCDPSession(page)
  await protocol.send('DOM.enable')
  await protocol.send('CSS.enable')
  const { root } = await protocol.send('DOM.getDocument')
  const { nodeId } = await protocol.send('DOM.querySelector', { nodeId: root.nodeId, selector })
  const { fonts } = await protocol.send('CSS.getPlatformFontsForNode', { nodeId })
  await protocol.detach()
  return fonts.map((font) => font.familyName.replace(/ Bold$/, ''))
}

const hero = (list: readonly Moving[]): Moving[] =>
  list.filter(({ target }) => /^hero\b/.test(target) || target.startsWith('hero-text'))

const { shop, browser } = withPortal()

describe('what moves', () => {
  it('the sky of the home page drifts by transform and opacity alone, and rests while it is out of sight', async () => {
    for (const viewport of [desktop, phone]) {
      const { page, close } = await browser.visit({ viewport, motion: true })
      await page.goto('/main/home')
      const all = hero(await moving(page))
      expect(all.length >= 3, `${viewport.width} px: ${all.length} animations`).toBe(true)
      expect(
        all.flatMap(({ properties }) => properties).filter((name) => name !== 'transform' && name !== 'opacity'),
        'moved',
      ).toEqual([])
      await page.locator('.hero:not([data-still])').waitFor()
      await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
      await page.locator('.hero[data-still]').waitFor({ state: 'attached' })
      expect([...new Set(hero(await moving(page)).map(({ state }) => state))], 'out of sight').toEqual(['paused'])
      await page.evaluate(() => scrollTo(0, 0))
      await page.locator('.hero:not([data-still])').waitFor()
      expect(await shifts(page), 'layout shifts').toEqual([])
      await close()
    }
  })

  it('with reduced motion nothing moves: not the sky, not the goods, not the moment of success', async () => {
    const player = await shop.signIn('rich', 'Rich1234')
    const order = await player.order('gem_60', 'hcpoint', { role_id: 'r1003' })
    await player.call('payment/order/epoint/pay', { paymentId: order })
    const { page, close } = await browser.visit({ token: player.token })
    await page.emulateMedia({ reducedMotion: 'reduce' })
    for (const path of ['/main/home', '/main/recharge', `/main/recharge/detail/${order}`]) {
      await page.goto(path)
      if (path.includes('detail')) await page.locator('.moment').waitFor()
      expect(
        (await moving(page)).filter(
          ({ name, state }) => state === 'running' && /drift|twinkle|comet|glint|moment|sparks|arrive/.test(name),
        ),
        path,
      ).toEqual([])
    }
    await close()
    // It plays once on each device.
    const other = await browser.visit({ token: player.token, motion: true })
    await other.page.goto(`/main/recharge/detail/${order}`)
    await other.page.locator('.moment').waitFor()
    const names = (await moving(other.page)).map(({ name }) => name)
    for (const name of ['moment-drop', 'moment-spark'])
      expect(names.includes(name), `no ${name} at the moment of success`).toBe(true)
    await shot(other.page, 'moment-1280')
    await other.close()
  })

  it('a page has the display face of its script, on the second visit at the latest, and nothing moves however late it comes', async () => {
    for (const [locale, family] of [
      ['en-US', 'Cinzel'],
      ['de-DE', 'Cinzel'],
      ['vi-VN', 'Playfair Display SC'],
      ['th-TH', 'Trirong'],
    ] as const) {
      for (const viewport of [desktop, phone]) {
        const first = await browser.visit({ locale, viewport })
        await first.page.goto('/main/home')
        expect(
          (await first.page.locator('link[rel=preload][as=font]').count()) > 0,
          `${locale}: no face comes with the page`,
        ).toBe(true)
        // The browser shows the face where it comes in time: at the latest, the next visit has it.
        await first.page.goto('/main/home')
        await until(`${family} in the first heading`, async () =>
          (await facesOf(first, 'main h1')).every((name) => name === family),
        )
        await shot(first.page, `face-${locale}-${viewport.width}`, false)
        await first.close()
        // Every device has other stand-ins, and a face in their place breaks some line elsewhere: it stays away.
        const late = await browser.visit({ locale, viewport })
        await late.context.route('**/*.woff2', async (route) => {
          await new Promise((later) => {
            setTimeout(later, 700)
          })
          await route.continue()
        })
        await late.page.goto('/main/home')
        await late.page.evaluate(() => document.fonts.ready)
        expect(await shifts(late.page), `${locale} at ${viewport.width} px: layout shifts`).toEqual([])
        const at = `${locale} at ${viewport.width} px`
        expect((await facesOf(late, 'main h1')).includes(family), `${at}: a late face came after all`).toBe(false)
        await late.close()
      }
    }
  })

  it('where a face of the script would weigh more than the page, the title has its own serif, spacing and ornament', async () => {
    for (const locale of ['ja-JP', 'ko-KR', 'zh-CN', 'zh-TW', 'zh-HK']) {
      const { page, close } = await browser.visit({ locale, viewport: phone })
      let fonts = 0
      page.on('request', (request) => {
        if (request.resourceType() === 'font') fonts++
      })
      await page.goto('/main/home')
      const [heading, body] = await page.evaluate(() =>
        ['.hero h1', 'body'].map((name) => getComputedStyle(document.querySelector(name) ?? document.body).fontFamily),
      )
      expect(heading !== body, `${locale}: the title is set like the text`).toBe(true)
      const spacing = await page
        .locator('.hero h1')
        .evaluate((element) => [getComputedStyle(element).letterSpacing, getComputedStyle(element, '::before').content])
      expect(spacing[0] !== 'normal' && spacing[1] !== 'none', `${locale}: ${spacing.join(' ')}`).toBe(true)
      expect(fonts, `${locale}: fonts that were fetched`).toEqual(0)
      await shot(page, `face-${locale}-390`, false)
      await close()
    }
  })
})
