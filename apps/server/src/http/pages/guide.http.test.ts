import { describe, expect, it } from 'vitest'
import { withDesk, withShop } from '@hc/test/fixtures'

const demo = withShop()
const silent = withShop({ DOCS_PUBLIC: '0' })
const house = withDesk({ DOCS_PUBLIC: '0' })
const statusOf = async (url: string): Promise<number> => (await fetch(url)).status

describe('the documents of a running shop', () => {
  it('are pages of its own version, each also as Markdown, under a policy that allows this site alone', async () => {
    const page = await fetch(`${demo.url}/docs/guide/payments.html`)
    expect(await page.text()).toContain('<h1>Payment gateways</h1>')
    expect(page.headers.get('content-security-policy')).toMatch(/^default-src 'none'; script-src 'self'; /)
    const text = await fetch(`${demo.url}/docs/guide/payments.md`)
    expect(await text.text()).toMatch(/^# Payment gateways/)
    expect(text.headers.get('content-type')).toBe('text/markdown; charset=utf-8')
    expect(await (await fetch(`${demo.url}/docs/guide/`)).text()).toContain('<h1>HC Portal</h1>')
    expect(await (await fetch(`${demo.url}/docs/guide/api/order.html`)).text()).toContain('/api/order/webCreate')
  })
  it('are behind Help of every desk, also where the shop keeps them off', async () => {
    const page = await fetch(`${house.desk}/docs/guide/upgrade.html`)
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<h1>Upgrades to version 1</h1>')])
    expect(page.headers.get('content-security-policy')).toMatch(/^default-src 'none'; script-src 'self'; /)
  })
  it('have a list for machines at the address that those know', async () => {
    const list = await fetch(`${demo.url}/llms.txt`)
    expect(await list.text()).toMatch(/^# HC Portal \d/)
    expect(await statusOf(`${demo.url}/llms-full.txt`)).toBe(200)
  })
  it('are no pages of a shop that keeps them off, whose description of its calls stays', async () => {
    for (const path of ['/docs/guide/', '/docs/guide/payments.html', '/llms.txt'])
      expect(await statusOf(silent.url + path), path).toBe(404)
    for (const url of [silent.url, demo.url]) expect(await statusOf(`${url}/docs/json`)).toBe(200)
  })
})
