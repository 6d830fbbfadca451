import { mkdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Locale } from '@hc/contract/locales'
import type { Stagehand } from './browser.ts'
import { settled } from './desk-languages.ts'
import { startScene } from './desk-scene.ts'
import { rule } from './runner.ts'

const FOLDER = 'docs/pictures/desk'
const QUALITY = 72
const wide = { width: 1280, height: 860 }
const phone = { width: 360, height: 740 }
const shrink = createRequire(new URL('../apps/server/src/main.ts', import.meta.url))('sharp') as Shrink

/** As much of the server's own `sharp` as a picture needs. */
type Shrink = (png: Buffer) => { webp(o: { quality: number }): { toFile(path: string): Promise<unknown> } }
type Picture = { name: string; path: string; colorScheme: 'light' | 'dark'; viewport: typeof wide; locale?: Locale }

/** The pictures of docs/desk.md. `node e2e/run.ts desk-pictures` makes them anew. */
export async function deskPictures(browser: Stagehand): Promise<void> {
  const { at, order, uid } = await startScene()
  const [name = '', value = ''] = at.as('owner').cookie.split('=')
  const pictures: readonly Picture[] = [
    { name: 'today', path: '/', colorScheme: 'light', viewport: wide },
    { name: 'order', path: `/orders/${order}`, colorScheme: 'light', viewport: wide },
    { name: 'order-phone', path: `/orders/${order}`, colorScheme: 'light', viewport: phone },
    { name: 'player', path: `/players/${uid}`, colorScheme: 'light', viewport: wide },
    { name: 'request', path: '/approvals/1', colorScheme: 'light', viewport: wide },
    { name: 'reports', path: '/reports', colorScheme: 'dark', viewport: wide },
    { name: 'health-ja', path: '/health', colorScheme: 'light', viewport: wide, locale: 'ja-JP' },
  ]
  mkdirSync(FOLDER, { recursive: true })
  for (const { name: file, path, colorScheme, viewport, locale = 'en-US' } of pictures)
    await rule(`the picture ${file} is made`, async () => {
      const { context, page, close } = await browser.visit({ locale, viewport })
      await context.addCookies([{ name, value, url: at.desk }])
      await page.emulateMedia({ colorScheme })
      await settled(page, () => page.goto(at.desk + path))
      await shrink(await page.screenshot())
        .webp({ quality: QUALITY })
        .toFile(`${FOLDER}/${file}.webp`)
      await close()
    })
  await at.stop()
}
