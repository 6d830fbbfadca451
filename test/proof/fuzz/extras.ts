import fc from 'fast-check'
import { calls } from '@hc/contract/calls'
import { contentTypes, evilStrings } from './corpus.ts'
import { anyAnswer, apiAnswer } from './oracles.ts'
import { showAnswer, showAsk } from './report.ts'
import { type Ask, inFlight, send } from './send.ts'
import { fingerprint } from './state.ts'
import type { World } from './walk.ts'

type Group = {
  unit: string
  asks: Ask[]
  statuses: readonly number[]
  api: boolean
  header?: string
  unchanged?: boolean
}

const get = (path: string): Ask => ({ method: 'GET', path, headers: {}, body: null })
const post = (
  path: string,
  text: string | Buffer,
  headers: Record<string, string> = { 'content-type': 'application/json' },
): Ask => ({ method: 'POST', path, headers, body: Buffer.from(text) })

/** Pieces of a path: encoded, half encoded, and as they are where a request line can carry them. */
const segments = (seed: number): string[] => [
  ...evilStrings.filter((text) => text.length < 3000).map((text) => encodeURIComponent(text.toWellFormed())),
  ...evilStrings.filter((text) => /^[\x21-\x7e]{1,200}$/.test(text) && !/[?#]/.test(text)),
  '%',
  '%zz',
  '%00',
  '%c0%af',
  '%ff',
  '%e0%a4',
  '%u0041',
  '..',
  '.',
  '...',
  '%2e%2e',
  '%2e%2e%2f%2e%2e%2fetc%2fpasswd',
  '%5c',
  '//',
  ';a=b',
  'a%0d%0aX-Evil:1',
  '@',
  ':',
  '[',
  '%25',
  '*',
  '~',
  ...fc
    .sample(fc.string({ unit: 'binary', minLength: 1, maxLength: 60 }), { seed, numRuns: 20 })
    .map((text) => encodeURIComponent(text.toWellFormed())),
  ...fc.sample(
    fc.string({
      unit: fc.constantFrom('%', '/', '.', 'a', '0', 'f', '\\', '[', ':', '@', '+', '&', '=', ';'),
      minLength: 1,
      maxLength: 12,
    }),
    { seed, numRuns: 40 },
  ),
]

const WEBHOOK = '/api/pay/sandbox/webhook'

function webhooks(orderNo: string, seed: number): Ask[] {
  const event = JSON.stringify({
    id: 'evt_forged',
    type: 'payment.paid',
    merchant_order: orderNo,
    txn: 'txn_forged',
    amount_cents: 99,
    currency: 'USD',
  })
  const signed = (id: string, at: string, signature: string): Record<string, string> => ({
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': at,
    'webhook-signature': signature,
  })
  const now = String(Math.floor(Date.now() / 1000))
  const signatures = [
    '',
    'v1',
    'v1,',
    'v1,AAAA',
    'v1,====',
    `v1,${'A'.repeat(43)}=`,
    `v2,${'A'.repeat(43)}=`,
    `${`v1,${'A'.repeat(43)}= `.repeat(100)}`,
    ',',
    '\u00e9',
    'v1,\u00e9\u00ff',
  ]
  return [
    ...['', 'null', '{}', '[]', event, '{', '\0', 'x'.repeat(60_000)].map((text) => post(WEBHOOK, text)),
    ...signatures.map((signature) => post(WEBHOOK, event, signed('msg_1', now, signature))),
    ...['', '0', '-1', 'NaN', '1e99', '9'.repeat(40), now.slice(0, -1)].map((at) =>
      post(WEBHOOK, event, signed('msg_1', at, `v1,${'A'.repeat(43)}=`)),
    ),
    ...contentTypes.map((type) => post(WEBHOOK, event, { ...signed('', now, 'v1,AAAA'), 'content-type': type })),
    ...fc
      .sample(fc.uint8Array({ minLength: 1, maxLength: 500 }), { seed, numRuns: 40 })
      .map((bytes) => post(WEBHOOK, Buffer.from(bytes), signed('x', now, 'v1,AAAA'))),
    ...['hcpoint', 'nope', '__proto__', 'constructor', '%00', '%zz', 'x'.repeat(300), 'SANDBOX'].map((channel) =>
      post(`/api/pay/${channel}/webhook`, event),
    ),
  ]
}

function groups(world: World, orderNo: string): Group[] {
  const parts = segments(world.seed)
  const names = Object.entries(calls)
  const page = [200, 302, 303, 304, 400, 404]
  const forms = [
    { 'content-type': 'application/json' },
    { 'content-type': 'application/x-www-form-urlencoded' },
    { 'content-type': 'text/plain' },
  ]
  const outcomes = [
    '',
    '{}',
    '{"outcome":null}',
    '{"outcome":"steal"}',
    '{"outcome":["paid"]}',
    'outcome=steal',
    'outcome=paid&outcome=paid',
    '{"__proto__":{}}',
    '%%%',
    '[',
    '"paid"',
  ]
  return [
    {
      unit: 'unknown API paths are 404',
      api: true,
      statuses: [404],
      unchanged: true,
      asks: [
        ...[
          'order',
          'order/',
          'order/webcreate',
          'order/webCreate/x',
          'ORDER/webCreate',
          'nope',
          '__proto__',
          'user/login/..',
          'admin',
          '.env',
          'order/webCreate%2f',
          'order%2fwebCreate',
          'x'.repeat(5000),
          'pay',
          'pay/sandbox',
          'constructor',
        ].flatMap((path) => [get(`/api/${path}`), post(`/api/${path}`, '{}')]),
        get('/api'),
        post('/api', '{}'),
        post('/api/', '{}'),
        get('/game/nope'),
        get('/log/nope'),
        get('/sandbox/nope'),
        get('/demo/nope'),
        post('/nope', '{}'),
      ],
    },
    {
      unit: 'a wrong method is 405 with Allow',
      api: true,
      statuses: [405],
      header: 'allow',
      unchanged: true,
      asks: names.flatMap(([name, { method }]) =>
        ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']
          .filter((text) => text !== method)
          .map((text) => ({ method: text, path: `/api/${name}`, headers: { token: world.demo.token }, body: null })),
      ),
    },
    {
      unit: 'malformed addresses of the API',
      api: true,
      statuses: [400, 404, 405, 415],
      unchanged: true,
      asks: parts.flatMap((part) => [post(`/api/order/${part}`, '{}'), get(`/api/${part}`)]),
    },
    {
      unit: 'queries change nothing of a call',
      api: true,
      statuses: [200, 203],
      asks: parts.map((part) =>
        post(`/api/setting/time?${part.replaceAll('#', '')}=${part.replaceAll('#', '')}`, '{}'),
      ),
    },
    {
      unit: 'garbage and forged webhooks',
      api: true,
      statuses: [400, 401, 404, 415],
      unchanged: true,
      asks: webhooks(orderNo, world.seed),
    },
    {
      unit: 'too large webhooks',
      api: true,
      statuses: [413],
      unchanged: true,
      asks: [post(WEBHOOK, 'x'.repeat(70_000)), post(WEBHOOK, `{"a":"${'x'.repeat(90_000)}"}`)],
    },
    {
      unit: '/pay/<garbage>',
      api: false,
      statuses: page,
      unchanged: true,
      asks: parts.map((part) => get(`/pay/${part}`)),
    },
    {
      unit: 'pages with garbage',
      api: false,
      statuses: page,
      unchanged: true,
      asks: [
        ...parts.flatMap((part) => [
          get(`/main/event/detail/${part}`),
          get(`/main/recharge/detail/${part}`),
          get(`/main/home?lang=${part.replaceAll('#', '')}`),
          get(`/main/${part}?type=${part.replaceAll('#', '')}&page=${part.replaceAll('#', '')}`),
        ]),
        ...parts.map((part) => get(`/${part}`)),
        ...[
          '/\\evil:99999',
          '/\\[',
          '//[',
          '//evil:99999/',
          '/\\\\a:b',
          '///',
          '/?%',
          '/main/home?%zz=%',
          '/assets/%00',
          '/assets/..%2f..%2fpackage.json',
          '/art/../../package.json',
        ].map(get),
      ],
    },
    {
      unit: 'the demo game with garbage',
      api: false,
      statuses: page,
      unchanged: true,
      asks: parts
        .flatMap((part) => [
          get(`/demo/game/inventory.json?role_id=${part.replaceAll('#', '')}`),
          get(`/demo/game?role_id=${part.replaceAll('#', '')}&server_id=${part.replaceAll('#', '')}`),
        ])
        .concat(
          [
            'role_id=a&role_id=b',
            'role_id[]=a',
            'role_id[x]=1',
            'server_id=%00&role_id=',
            '__proto__=1',
            'role_id',
          ].map((query) => get(`/demo/game/inventory.json?${query}`)),
        ),
    },
    {
      unit: 'forged deliveries to the demo game',
      api: true,
      statuses: [400, 401, 413],
      unchanged: true,
      asks: ['', '{}', '[', '\0', 'x'.repeat(70_000)].flatMap((text) =>
        forms.map((headers) => post('/demo/game/deliver', text, headers)),
      ),
    },
    {
      unit: 'the sandbox gateway with garbage',
      api: false,
      statuses: page.concat(401, 405, 413, 415),
      unchanged: true,
      asks: [
        ...parts.flatMap((part) => [
          post(`/sandbox/v1/payments/${part}/outcome`, '{"outcome":"paid"}'),
          get(`/sandbox/pay/${part}`),
          get(`/sandbox/v1/payments/${part}`),
          post(`/sandbox/pay/${part}`, 'outcome=paid', forms[1]),
        ]),
        ...[orderNo, 'nope']
          .flatMap((order) =>
            outcomes.flatMap((text) =>
              forms.flatMap((headers) => [
                post(`/sandbox/v1/payments/${order}/outcome`, text, headers),
                post(`/sandbox/pay/${order}`, text, headers),
              ]),
            ),
          )
          .filter(({ body }) => !String(body).startsWith('outcome=paid&')),
        ...['{}', '[', 'null'].map((text) => post('/sandbox/v1/payments', text)),
      ],
    },
  ]
}

/** Everything outside the walk: addresses, methods, webhooks, pages and the demo's other parties. */
export async function extras(world: World, orderNo: string): Promise<void> {
  const { shop, report, figures } = world
  for (const { unit, asks, statuses, api, header, unchanged } of groups(world, orderNo)) {
    report.unit(unit)
    const before = await fingerprint(shop)
    await inFlight(asks, 8, async (ask) => {
      const answer = await send(shop.url, ask)
      figures.requests++
      figures.byClass.address = (figures.byClass.address ?? 0) + 1
      const faults = api ? apiAnswer(answer).filter((what) => !/^status 401$/.test(what)) : anyAnswer(answer)
      if (answer.status > 0 && answer.status < 500 && !statuses.includes(answer.status))
        faults.push(`status ${answer.status}, must be one of ${statuses.join(', ')}`)
      if (header && !answer.headers[header]) faults.push(`no ${header} header`)
      for (const what of faults) report.add(unit, what, showAsk(ask), showAnswer(answer))
    })
    const after = await fingerprint(shop)
    if (unchanged && after !== before) report.add(unit, 'the books changed', before, after)
  }
}
