import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { afterAll, describe, expect, it } from 'vitest'
import { axe, desktop, phone, shifts, shot } from '../../kit/browser/browser.ts'
import { withPortal } from '../../kit/browser/stage.ts'
import { film } from '../../kit/film.ts'

const starfall = fileURLToPath(new URL('../../../brands/starfall/', import.meta.url))
const root = mkdtempSync(join(tmpdir(), 'hc-film-'))
const folder = join(root, 'brand')
cpSync(starfall, folder, { recursive: true })
writeFileSync(join(folder, 'art/film.webm'), film)
const json = JSON.parse(readFileSync(join(folder, 'brand.json'), 'utf8')) as { pictures: Record<string, unknown> }
json.pictures.heroVideo = 'art/film.webm'
writeFileSync(join(folder, 'brand.json'), JSON.stringify(json))
afterAll(() => rmSync(root, { recursive: true, force: true }))

const { shop, browser } = withPortal({ BRAND_DIR: folder })

const isPaused = (page: Page): Promise<boolean> =>
  page.locator('video').evaluate((element: HTMLVideoElement) => element.paused)

describe("a brand's film on the home page", () => {
  it('begins after the page answers, is silent, rests while it is out of sight or paused, and moves nothing', async () => {
    const { page, complaints, close } = await browser.visit({ viewport: desktop, motion: true })
    const order: string[] = []
    page.on('request', (request) => order.push(new URL(request.url()).pathname))
    await page.goto('/main/home')
    expect(
      order.filter((path) => path.endsWith('.webm')),
      'films before the page answers',
    ).toEqual([])
    const video = page.locator('video[data-on]')
    await video.waitFor({ state: 'attached' })
    const facts = await video.evaluate((it: HTMLVideoElement) => [it.muted, it.loop, it.tabIndex, it.paused])
    expect(facts, 'muted, over and over, without focus, playing').toEqual([true, true, -1, false])
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
    await expect.poll(() => isPaused(page), { message: 'out of sight' }).toBe(true)
    await page.evaluate(() => scrollTo(0, 0))
    await expect.poll(() => isPaused(page), { message: 'in sight again' }).toBe(false)
    await page.getByRole('button', { name: 'Pause video' }).click()
    await expect.poll(() => isPaused(page), { message: 'paused by hand' }).toBe(true)
    await shot(page, 'film-1280', false)
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
    await page.evaluate(() => scrollTo(0, 0))
    expect(await isPaused(page), 'paused by hand, after a scroll').toBe(true)
    await page.getByRole('button', { name: 'Play video' }).click()
    await expect.poll(() => isPaused(page), { message: 'played by hand' }).toBe(false)
    expect([await axe(page), await shifts(page), complaints], 'findings').toEqual([[], [], []])
    await close()
  })

  it('is fetched neither where less motion is wanted, nor where data are saved, nor on a phone', async () => {
    for (const [name, viewport, motion, saves] of [
      ['less motion', desktop, false, false],
      ['saved data', desktop, true, true],
      ['a phone', phone, true, false],
    ] as const) {
      const { page, close } = await browser.visit({ viewport, motion })
      let films = 0
      page.on('request', (request) => {
        if (request.url().endsWith('.webm')) films++
      })
      if (saves)
        await page.addInitScript(() =>
          Object.defineProperty(navigator, 'connection', { value: { saveData: true }, configurable: true }),
        )
      await page.goto('/main/home')
      await page.waitForTimeout(1500)
      expect([films, await page.locator('video').count()], name).toEqual([0, 0])
      await close()
    }
  })

  it('comes in parts where a browser asks for parts, and the content policy allows films only where there is one', async () => {
    const { src } = (await shop.call('setting/init')).result.brand.film ?? { src: '' }
    const whole = await fetch(shop.url + src)
    expect([whole.status, whole.headers.get('content-type'), whole.headers.get('accept-ranges')]).toEqual([
      200,
      'video/webm',
      'bytes',
    ])
    for (const [range, status, bytes, answerRange] of [
      ['bytes=0-1', 206, film.subarray(0, 2), `bytes 0-1/${film.length}`],
      ['bytes=500-', 206, film.subarray(500), `bytes 500-${film.length - 1}/${film.length}`],
      ['bytes=-10', 206, film.subarray(-10), `bytes ${film.length - 10}-${film.length - 1}/${film.length}`],
      ['bytes=9000-', 416, Buffer.alloc(0), `bytes */${film.length}`],
    ] as const) {
      const part = await fetch(shop.url + src, { headers: { range } })
      expect([part.status, part.headers.get('content-range')], range).toEqual([status, answerRange])
      if (status === 206) expect(Buffer.from(await part.arrayBuffer()).equals(bytes), range).toBe(true)
    }
    const policy = (await fetch(`${shop.url}/main/home`)).headers.get('content-security-policy')
    expect(policy).toContain("media-src 'self'")
  })
})
