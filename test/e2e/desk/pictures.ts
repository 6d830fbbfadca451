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
type Picture = { name: string; path: string; viewport: typeof wide; locale?: Locale }

/** Makes the pictures of docs/desk.md anew, each in the light and in the dark: `node test/e2e/desk/pictures.ts`. */
const pictures: readonly Picture[] = [
  ...(
    [
      ['home', '/'],
      ['todo', '/waiting'],
      ['orders', '/orders'],
      ['order', '/orders/:order'],
      ['player', '/players/:player'],
      ['request', '/approvals/:approval'],
      ['dispute', '/disputes/sandbox/dp_1'],
      ['product', '/products/gem_300'],
      ['campaigns', '/campaigns'],
      ['calendar', '/calendar'],
      ['reports', '/reports'],
      ['health', '/health'],
    ] as const
  ).map(([name, path]) => ({ name, path, viewport: wide })),
  { name: 'order-phone', path: '/orders/:order', viewport: phone },
  { name: 'health-ja', path: '/health', viewport: wide, locale: 'ja-JP' },
]
const end = await sharedPostgres()
const { at, addressOf } = await startScene({ DEMO_HISTORY: '1' })
const browser = await openBrowser(at.shop.url)
const [name = '', value = ''] = at.as('owner').cookie.split('=')
mkdirSync(FOLDER, { recursive: true })
for (const { name: file, path, viewport, locale = 'en-US' } of pictures) {
  const { context, page, close } = await browser.visit({ locale, viewport })
  await context.addCookies([{ name, value, url: at.desk }])
  await settled(page, () => page.goto(at.desk + addressOf(path)))
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await shrink(await page.screenshot())
      .webp({ quality: QUALITY })
      .toFile(`${FOLDER}/${file}${colorScheme === 'dark' ? '-dark' : ''}.webp`)
  }
  await close()
}
await browser.end()
await at.stop()
await end()
