import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { withShop } from '@hc/test/fixtures'

const folder = mkdtempSync(join(tmpdir(), 'hc-former-'))
const former = join(folder, 'assets')
mkdirSync(former)
writeFileSync(join(former, 'page-0a1b2c3d.js'), 'export const former = true\n')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const shop = withShop({ FORMER_ASSETS: former })

it('serves the hashed files of the release before beside its own, for tabs that stay open', async () => {
  const old = await fetch(`${shop.url}/assets/page-0a1b2c3d.js`)
  expect(old.status).toBe(200)
  expect(await old.text()).toContain('former')
  expect(old.headers.get('cache-control')).toContain('immutable')
  const page = await (await fetch(`${shop.url}/`)).text()
  const [, file = ''] = /"(\/assets\/[^"]+\.js)"/.exec(page) ?? []
  expect((await fetch(shop.url + file)).status).toBe(200)
  expect((await fetch(`${shop.url}/assets/none-00000000.js`)).status).toBe(404)
  expect((await fetch(`${shop.url}/assets/..%2F..%2Fpackage.json`)).status).not.toBe(200)
})
