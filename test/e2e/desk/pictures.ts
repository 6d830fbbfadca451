import { mkdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Locale } from '@hc/contract/locales'
import { sharedPostgres } from '../../kit/shared-postgres.ts'
import { openBrowser } from '../../kit/browser/browser.ts'
import { settled, startScene } from '../../kit/browser/scene.ts'

const FOLDER = 'docs/pictures/desk'
const QUALITY = 72
const wide = { width: 1280, height: 860 }
const phone = { width: 360, height: 740 }
const shrink = createRequire(new URL('../../../apps/server/src/main.ts', import.meta.url))('sharp') as Shrink

/** As much of the server's own `sharp` as a picture needs. */
type Shrink = (png: Buffer) => { webp(o: { quality: number }): { toFile(path: string): Promise<unknown> } }
type Picture = { name: string; path: string; colorScheme: 'light' | 'dark'; viewport: typeof wide; locale?: Locale }

/** Makes the pictures of docs/desk.md anew: `node test/e2e/desk/pictures.ts`. */
const pictures: readonly Picture[] = [
  { name: 'today', path: '/', colorScheme: 'light', viewport: wide },
  { name: 'order', path: '/orders/:order', colorScheme: 'light', viewport: wide },
  { name: 'order-phone', path: '/orders/:order', colorScheme: 'light', viewport: phone },
  { name: 'player', path: '/players/:player', colorScheme: 'light', viewport: wide },
  { name: 'request', path: '/approvals/1', colorScheme: 'light', viewport: wide },
  { name: 'reports', path: '/reports', colorScheme: 'dark', viewport: wide },
  { name: 'health-ja', path: '/health', colorScheme: 'light', viewport: wide, locale: 'ja-JP' },
]
const end = await sharedPostgres()
const { at, addressOf } = await startScene({ DEMO_HISTORY: '1' })
const browser = await openBrowser(at.shop.url)
const [name = '', value = ''] = at.as('owner').cookie.split('=')
mkdirSync(FOLDER, { recursive: true })
for (const { name: file, path, colorScheme, viewport, locale = 'en-US' } of pictures) {
  const { context, page, close } = await browser.visit({ locale, viewport })
  await context.addCookies([{ name, value, url: at.desk }])
  await page.emulateMedia({ colorScheme })
  await settled(page, () => page.goto(at.desk + addressOf(path)))
  await shrink(await page.screenshot())
    .webp({ quality: QUALITY })
    .toFile(`${FOLDER}/${file}.webp`)
  await close()
}
await browser.end()
await at.stop()
await end()
