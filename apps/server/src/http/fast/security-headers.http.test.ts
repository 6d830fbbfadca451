import { request } from 'node:http'
import { expect, it } from 'vitest'
import { withShop } from '@hc/test/fixtures'

const shop = withShop()

/** Headers whose values differ from answer to answer. */
const changing = /^(date|x-request-id|etag|content-length|last-modified|content-language)$/i

/** The whole head of an answer as it comes over the wire, sorted. */
const head = (url: string, method = 'GET', headers: Record<string, string> = {}): Promise<string> =>
  new Promise((resolve, fail) => {
    request(url, { method, headers, agent: false }, (answer) => {
      const lines: string[] = []
      for (let i = 0; i < answer.rawHeaders.length; i += 2) {
        const [name = '', value = ''] = answer.rawHeaders.slice(i, i + 2)
        lines.push(`${name}: ${changing.test(name) ? '*' : value}`)
      }
      answer.resume()
      answer.on('end', () => resolve([`${method} ${answer.statusCode}`, ...lines.sort()].join('\n')))
    })
      .on('error', fail)
      .end()
  })

it('A page keeps browsers from guessing, framing and telling', async () => {
  expect(await head(`${shop.url}/main/home`)).toMatchInlineSnapshot(`
    "GET 200
    Connection: close
    Cross-Origin-Resource-Policy: same-origin
    Date: *
    Origin-Agent-Cluster: ?1
    X-DNS-Prefetch-Control: off
    X-Download-Options: noopen
    X-Permitted-Cross-Domain-Policies: none
    X-XSS-Protection: 0
    cache-control: no-cache
    content-language: *
    content-length: *
    content-security-policy: default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types app
    content-type: text/html; charset=utf-8
    cross-origin-opener-policy: same-origin
    etag: *
    permissions-policy: accelerometer=(), camera=(), geolocation=(), gyroscope=(), microphone=(), payment=(), usb=()
    referrer-policy: no-referrer
    vary: Accept-Language, Cookie, Accept-Encoding
    x-content-type-options: nosniff
    x-frame-options: DENY
    x-request-id: *"
  `)
})

it('An answer of the API, refused or not, carries the same headers', async () => {
  const type = { 'content-type': 'application/json' }
  expect(await head(`${shop.url}/api/bulletin/top`, 'POST', type)).toMatchInlineSnapshot(`
    "POST 405
    Connection: close
    Content-Security-Policy: default-src 'none';frame-ancestors 'none';base-uri 'none';form-action 'none'
    Cross-Origin-Opener-Policy: same-origin
    Cross-Origin-Resource-Policy: same-origin
    Date: *
    Origin-Agent-Cluster: ?1
    Referrer-Policy: no-referrer
    X-Content-Type-Options: nosniff
    X-DNS-Prefetch-Control: off
    X-Download-Options: noopen
    X-Frame-Options: DENY
    X-Permitted-Cross-Domain-Policies: none
    X-XSS-Protection: 0
    allow: GET
    cache-control: no-store
    content-length: *
    content-type: application/json; charset=utf-8
    x-request-id: *"
  `)
  expect(await head(`${shop.url}/api/nothing`)).toMatchInlineSnapshot(`
    "GET 404
    Connection: close
    Content-Security-Policy: default-src 'none';frame-ancestors 'none';base-uri 'none';form-action 'none'
    Cross-Origin-Opener-Policy: same-origin
    Cross-Origin-Resource-Policy: same-origin
    Date: *
    Origin-Agent-Cluster: ?1
    Referrer-Policy: no-referrer
    X-Content-Type-Options: nosniff
    X-DNS-Prefetch-Control: off
    X-Download-Options: noopen
    X-Frame-Options: DENY
    X-Permitted-Cross-Domain-Policies: none
    X-XSS-Protection: 0
    cache-control: no-store
    content-length: *
    content-type: application/json; charset=utf-8
    x-request-id: *"
  `)
  expect(await head(`${shop.url}/api/pay/sandbox/webhook`, 'POST', type)).toMatchInlineSnapshot(`
    "POST 401
    Connection: close
    Content-Security-Policy: default-src 'none';frame-ancestors 'none';base-uri 'none';form-action 'none'
    Cross-Origin-Opener-Policy: same-origin
    Cross-Origin-Resource-Policy: same-origin
    Date: *
    Origin-Agent-Cluster: ?1
    Referrer-Policy: no-referrer
    X-Content-Type-Options: nosniff
    X-DNS-Prefetch-Control: off
    X-Download-Options: noopen
    X-Frame-Options: DENY
    X-Permitted-Cross-Domain-Policies: none
    X-XSS-Protection: 0
    cache-control: no-store
    content-length: *
    content-type: application/json; charset=utf-8
    x-request-id: *"
  `)
})

it('A file, a document and the answers of health carry them, too', async () => {
  expect(await head(`${shop.url}/art/items/gem_60.svg`)).toMatchInlineSnapshot(`
    "GET 200
    Connection: close
    Content-Security-Policy: default-src 'none';frame-ancestors 'none';base-uri 'none';form-action 'none'
    Cross-Origin-Opener-Policy: same-origin
    Cross-Origin-Resource-Policy: same-origin
    Date: *
    Origin-Agent-Cluster: ?1
    Referrer-Policy: no-referrer
    X-Content-Type-Options: nosniff
    X-DNS-Prefetch-Control: off
    X-Download-Options: noopen
    X-Frame-Options: DENY
    X-Permitted-Cross-Domain-Policies: none
    X-XSS-Protection: 0
    cache-control: public, max-age=86400
    content-length: *
    content-type: image/svg+xml
    etag: *
    vary: Accept-Encoding
    x-request-id: *"
  `)
  expect(await head(`${shop.url}/docs/static/index.html`)).toMatchInlineSnapshot(`
    "GET 302
    Connection: close
    Cross-Origin-Opener-Policy: same-origin
    Cross-Origin-Resource-Policy: same-origin
    Date: *
    Origin-Agent-Cluster: ?1
    Referrer-Policy: no-referrer
    X-Content-Type-Options: nosniff
    X-DNS-Prefetch-Control: off
    X-Download-Options: noopen
    X-Frame-Options: DENY
    X-Permitted-Cross-Domain-Policies: none
    X-XSS-Protection: 0
    content-length: *
    content-security-policy: default-src 'none'; base-uri 'none'; frame-ancestors 'none'; connect-src 'self'; img-src 'self' data:; font-src 'self'; script-src 'self' ; style-src 'self'
    location: /docs/
    x-request-id: *"
  `)
  expect(await head(`${shop.url}/healthz`)).toMatchInlineSnapshot(`
    "GET 200
    Connection: close
    Content-Security-Policy: default-src 'none';frame-ancestors 'none';base-uri 'none';form-action 'none'
    Cross-Origin-Opener-Policy: same-origin
    Cross-Origin-Resource-Policy: same-origin
    Date: *
    Origin-Agent-Cluster: ?1
    Referrer-Policy: no-referrer
    X-Content-Type-Options: nosniff
    X-DNS-Prefetch-Control: off
    X-Download-Options: noopen
    X-Frame-Options: DENY
    X-Permitted-Cross-Domain-Policies: none
    X-XSS-Protection: 0
    content-length: *
    content-type: application/json; charset=utf-8
    x-request-id: *"
  `)
  expect(await head(`${shop.url}/demo/party.css`)).toMatchInlineSnapshot(`
    "GET 200
    Connection: close
    Content-Security-Policy: default-src 'none';frame-ancestors 'none';base-uri 'none';form-action 'none'
    Cross-Origin-Opener-Policy: same-origin
    Cross-Origin-Resource-Policy: same-origin
    Date: *
    Origin-Agent-Cluster: ?1
    Referrer-Policy: no-referrer
    X-Content-Type-Options: nosniff
    X-DNS-Prefetch-Control: off
    X-Download-Options: noopen
    X-Frame-Options: DENY
    X-Permitted-Cross-Domain-Policies: none
    X-XSS-Protection: 0
    cache-control: public, max-age=3600
    content-length: *
    content-type: text/css
    x-request-id: *"
  `)
})

it('An answer of the overload guard carries its own headers and no others', async () => {
  expect(await head(`${shop.url}/api/user/login`, 'POST', { 'content-type': 'text/plain' })).toMatchInlineSnapshot(`
    "POST 415
    Connection: close
    Date: *
    cache-control: no-store
    content-length: *
    content-type: application/json; charset=utf-8
    x-request-id: *"
  `)
  expect(await head(`${shop.url}/%zz`)).toMatchInlineSnapshot(`
    "GET 404
    Connection: close
    Date: *
    content-length: *
    content-type: application/json; charset=utf-8
    x-request-id: *"
  `)
})

it('A shop behind https promises it for a year', async () => {
  await shop.restart({ PUBLIC_URL: 'https://shop.example' })
  expect(await head(`${shop.url}/healthz`)).toMatchInlineSnapshot(`
    "GET 200
    Connection: close
    Content-Security-Policy: default-src 'none';frame-ancestors 'none';base-uri 'none';form-action 'none'
    Cross-Origin-Opener-Policy: same-origin
    Cross-Origin-Resource-Policy: same-origin
    Date: *
    Origin-Agent-Cluster: ?1
    Referrer-Policy: no-referrer
    Strict-Transport-Security: max-age=31536000; includeSubDomains
    X-Content-Type-Options: nosniff
    X-DNS-Prefetch-Control: off
    X-Download-Options: noopen
    X-Frame-Options: DENY
    X-Permitted-Cross-Domain-Policies: none
    X-XSS-Protection: 0
    content-length: *
    content-type: application/json; charset=utf-8
    x-request-id: *"
  `)
})
