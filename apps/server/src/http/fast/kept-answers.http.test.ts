import { request } from 'node:http'
import { brotliDecompressSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { until } from '@hc/test/shop'
import { withShop } from '@hc/test/fixtures'

const shop = withShop()

type Answer = { head: string[]; body: string; id: string }
const browser = { 'accept-encoding': 'gzip, deflate, br', 'accept-language': 'en-US,en;q=0.9' }

/** An answer as it comes over the wire: its headers in their order and in their spelling. */
const visit = (path: string, headers: Record<string, string> = browser): Promise<Answer> =>
  new Promise((resolve, fail) => {
    request(shop.url + path, { headers, agent: false }, (answer) => {
      const head = [`${answer.httpVersion} ${answer.statusCode} ${answer.statusMessage}`]
      for (let i = 0; i < answer.rawHeaders.length; i += 2) {
        const [name = '', value = ''] = answer.rawHeaders.slice(i, i + 2)
        head.push(`${name}: ${/^(date|x-request-id)$/i.test(name) ? '*' : value}`)
      }
      const parts: Buffer[] = []
      answer.on('data', (part: Buffer) => parts.push(part))
      answer.on('end', () =>
        resolve({ head, body: Buffer.concat(parts).toString('base64'), id: String(answer.headers['x-request-id']) }),
      )
    })
      .on('error', fail)
      .end()
  })

/** The page after its second, better compression. From then on its whole answer is kept. */
async function settled(path: string, headers = browser): Promise<Answer> {
  const small = async (): Promise<boolean> =>
    (await visit(path, headers)).head.some((line) => /^etag: .*-small"$/.test(line))
  await until('the smaller page', small)
  return await visit(path, headers)
}

describe('a page that is visited again', () => {
  it('is sent smaller, with the same content, once the shop has compressed it in the background', async () => {
    const path = '/main/event/detail/a01'
    const [first, second] = [await visit(path), await settled(path)]
    const page = (answer: Answer): string => brotliDecompressSync(Buffer.from(answer.body, 'base64')).toString()
    expect(page(second)).toBe(page(first))
    expect(second.body.length).toBeLessThan(first.body.length * 0.95)
    const tag = first.head.find((line) => line.startsWith('etag: '))?.slice('etag: '.length) ?? ''
    expect((await visit(path, { ...browser, 'if-none-match': tag })).head[0]).toBe('1.1 304 Not Modified')
  })
  it.each(['/main/home', '/main/event', '/main/event/detail/a06', '/main/home?lang=th-TH'])(
    'is answered with the same headers in the same order, and the same body: %s',
    async (path) => {
      const [first, again, third] = [await settled(path), await visit(path), await visit(path)]
      expect(again.head).toEqual(first.head)
      expect(again.body).toBe(first.body)
      expect(third.head).toEqual(first.head)
      expect(new Set([first.id, again.id, third.id]).size).toBe(3)
    },
  )
  // RFC 6928: ten packets of 1,460 bytes go out before the browser has to acknowledge.
  it('fits into ten packets on a first visit, in either compression, and so does the font of its titles', async () => {
    const bytes = ({ head, body }: Answer): number =>
      Buffer.byteLength(`${head.join('\r\n')}\r\n\r\n`) + Buffer.from(body, 'base64').length
    // The content changes, so the next visit is the first one again.
    await shop.db.query(`update article set texts = texts where id = 'a03'`)
    let first = await visit('/main/home')
    await until('a page that was just made', async () => {
      first = await visit('/main/home')
      return first.head.some((line) => /^etag: .*-br"$/.test(line))
    })
    expect(bytes(first)).toBeLessThan(14_600)
    const home = await settled('/main/home')
    const page = brotliDecompressSync(Buffer.from(home.body, 'base64')).toString()
    const face = /href="([^"]*cinzel-latin[^"]*)"/.exec(page)?.[1] ?? ''
    const font = await visit(face)
    expect(font.head[0]).toBe('1.1 200 OK')
    expect(bytes(font)).toBeLessThan(14_600)
    expect(bytes(home)).toBeLessThan(14_600)
  })
  it('is kept apart for each language, encoding and cookie', async () => {
    const of = (name: string, lines: string[]): string | undefined => lines.find((line) => line.startsWith(`${name}:`))
    await settled('/main/home')
    const thai = { ...browser, 'accept-language': 'th' }
    const german = { ...browser, cookie: 'hc_lang=de-DE' }
    await settled('/main/home', thai)
    for (let times = 0; times < 2; times++) {
      expect(of('content-language', (await visit('/main/home')).head)).toBe('content-language: en-US')
      expect(of('content-language', (await visit('/main/home', thai)).head)).toBe('content-language: th-TH')
      expect(of('content-language', (await visit('/main/home', german)).head)).toBe('content-language: de-DE')
      const zipped = await visit('/main/home', { ...browser, 'accept-encoding': 'gzip' })
      expect(of('content-encoding', zipped.head)).toBe('content-encoding: gzip')
      expect(of('content-encoding', (await visit('/main/home', {})).head)).toBeUndefined()
    }
  })
  it('shows later changes, however often it was visited before', async () => {
    const path = '/main/event/detail/a03'
    const untilShown = async (title: string): Promise<void> => {
      await until(
        'the title',
        async () => (await shop.call('setting/webArticleDetail', { id: 'a03' })).result.title === title,
      )
      for (let times = 0; times < 3; times++) expect(await (await fetch(shop.url + path)).text()).toContain(title)
    }
    // Kept answers and rendered pages use the same content version. With two counts, the slower one would take an old
    // answer for a new one.
    for (const title of ['First title', 'Second title', 'Third title', 'Fourth title']) {
      await settled(path)
      await shop.db.query(
        `update article set texts = jsonb_set(texts, '{en-US,title}', to_jsonb($1::text)) where id = 'a03'`,
        [title],
      )
      await untilShown(title)
    }
  })
  it('answers 304 to a client that has it', async () => {
    const { headers } = await fetch(`${shop.url}/main/home`)
    const again = await fetch(`${shop.url}/main/home`, { headers: { 'if-none-match': headers.get('etag') ?? '' } })
    expect(again.status).toBe(304)
  })
  it('is counted by the metrics and by the throttle', async () => {
    await shop.restart({ RATE_LIMIT_PER_MINUTE: '10', TRUST_PROXY: '1' })
    const sender = { headers: { 'x-forwarded-for': '203.0.113.5' } }
    const statuses: number[] = []
    for (let times = 0; times < 12; times++) statuses.push((await fetch(`${shop.url}/main/home`, sender)).status)
    expect(statuses).toEqual([...Array<number>(10).fill(200), 429, 429])
    const metrics = await (await fetch(`${shop.url}/metrics`)).text()
    expect(Number(/hc_http_requests_total\{status="2xx"\} (\d+)/.exec(metrics)?.[1])).toBeGreaterThanOrEqual(10)
  })
})
