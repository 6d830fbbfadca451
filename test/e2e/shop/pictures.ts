import { mkdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { openBrowser } from '../../kit/browser/browser.ts'
import { startShop } from '../../kit/shop.ts'
import { sharedPostgres } from '../../kit/shared-postgres.ts'

const FOLDER = 'docs/pictures/shop'
const QUALITY = 76
const wide = { width: 1280, height: 800 }
const phone = { width: 390, height: 844 }
/** As much of the server's own `sharp` as a picture needs. */
type Shrink = (png: Buffer) => { webp(o: { quality: number }): { toFile(path: string): Promise<unknown> } }
const shrink = createRequire(new URL('../../../apps/server/src/main.ts', import.meta.url))('sharp') as Shrink
const brandOf = (name: string): string => fileURLToPath(new URL(`../../../brands/${name}`, import.meta.url))

/** Makes the pictures of README.md anew: `node test/e2e/shop/pictures.ts`. */
const pictures = [
  { name: 'home', brand: 'starfall', path: '/main/home', viewport: wide },
  { name: 'home-phone', brand: 'starfall', path: '/main/home', viewport: phone },
  { name: 'shop', brand: 'starfall', path: '/main/shop', viewport: wide },
  { name: 'other-brand', brand: 'maplewick', path: '/main/home', viewport: wide },
] as const
const end = await sharedPostgres()
mkdirSync(FOLDER, { recursive: true })
for (const brand of ['starfall', 'maplewick'] as const) {
  const shop = await startShop({ BRAND_DIR: brandOf(brand), DEMO_MARKETS: '1' })
  const browser = await openBrowser(shop.url)
  for (const { name, path, viewport } of pictures.filter((picture) => picture.brand === brand)) {
    const { page, close } = await browser.visit({ locale: 'en-US', viewport })
    await page.emulateMedia({ colorScheme: brand === 'starfall' ? 'dark' : 'light' })
    await page.goto(path)
    await page.waitForLoadState('networkidle')
    await shrink(await page.screenshot())
      .webp({ quality: QUALITY })
      .toFile(`${FOLDER}/${name}.webp`)
    await close()
  }
  await browser.end()
  await shop.stop()
}
await end()
