import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { calls } from './calls.ts'
import { CallError, createClient } from './client.ts'
import { deskCalls } from './desk/calls.ts'
import { errors } from './errors.ts'
import { gameCalls } from './game/game.ts'
import { locales, matchLocale, negotiateLocale } from './locales.ts'
import { openApi } from './openapi.ts'

describe('the error catalogue', () => {
  it('uses each error code once, in the range of its kind', () => {
    const codes = Object.values(errors).map((error) => error.code)
    expect(new Set(codes).size).toBe(codes.length)
    expect(codes.every((code) => code > 10_000 && code < 60_000)).toBe(true)
    expect(errors.InvalidToken.code).toBe(20002)
    expect(errors.InvalidParams).toEqual({ code: 10001, http: 400 })
    expect(errors.tokenFail.http).toBe(203)
  })
  it("has every key of the specification's section 8", () => {
    for (const key of [
      'AuthFail',
      'EmailAccountNotFound',
      'FacebookAccountNotFound',
      'GameAccountNotFound',
      'GooglePGAccountNotFound',
      'LoginNameAccountNotFound',
      'MobileAccountNotFound',
      'AppleSignInAccountNotFound',
      'InvalidMobileCode',
      'InvalidParams',
      'InvalidPassword',
      'InvalidToken',
      'SystemBusy',
      'canNoEmailLogin',
      'AuthCodeSendTooFrequently',
      'tokenFail',
      'ePointNumInsufficient',
      'serverMaintenance',
    ])
      expect(errors).toHaveProperty(key)
  })
})

describe('languages', () => {
  it.each([
    ['de', 'de-DE'],
    ['zh-Hant', 'zh-TW'],
    ['zh-Hant-HK', 'zh-HK'],
    ['zh-hans-cn', 'zh-CN'],
    ['ja-JP', 'ja-JP'],
    ['en-GB', 'en-US'],
    ['zh-MO', 'zh-HK'],
    ['fr', undefined],
    ['constructor', undefined],
    ['__proto__-x', undefined],
  ])('%s is %s', (tag, locale) => expect(matchLocale(tag)).toBe(locale))
  it('are found behind whatever a browser adds to their tag', () => {
    for (const locale of locales)
      for (const more of ['-u-ca-roc', '-u-nu-thai-ca-buddhist', '-x-twain', '-t-en-u-hc-h12', '-1996', '_POSIX'])
        expect([locale + more, matchLocale(locale + more), matchLocale((locale + more).toUpperCase())]).toEqual([
          locale + more,
          locale,
          locale,
        ])
    for (const [tag, locale] of [
      ['zh-Hant-TW-u-ca-roc', 'zh-TW'],
      ['zh-Hant-SG', 'zh-TW'],
      ['yue-Hant-HK', 'zh-HK'],
      ['de-AT-1996', 'de-DE'],
      ['ja-Latn-hepburn', 'ja-JP'],
      ['tr-TR-u-ca-roc', undefined],
    ] as const)
      expect([tag, matchLocale(tag)]).toEqual([tag, locale])
    expect(negotiateLocale('fr; Q=0.9, th ; Q = 0.5, ko;q=0.8')).toBe('ko-KR')
  })
  it('are negotiated by quality, and fall back to en-US', () => {
    expect(negotiateLocale('fr;q=0.9, th;q=0.5, ko;q=0.8')).toBe('ko-KR')
    expect(negotiateLocale('fr-FR, de;q=0')).toBe('en-US')
    expect(negotiateLocale(undefined)).toBe('en-US')
  })
})

describe('a field', () => {
  type Field = { type?: string; enum?: unknown[]; anyOf?: Field[] }
  const fieldsOf = (schema: z.ZodType): [string, Field][] =>
    Object.entries((z.toJSONSchema(schema, { io: 'input' }) as { properties?: Record<string, Field> }).properties ?? {})
  const bodies = [
    ...Object.entries(calls).map(([name, { body }]) => [name, body] as const),
    ...Object.entries(gameCalls).flatMap(([name, call]) => ('query' in call ? [[name, call.query] as const] : [])),
  ]
  const plain = new Set(['string', 'integer', 'number', 'boolean'])
  const isAbout = (schema: z.ZodType, field: string, value: unknown): boolean =>
    schema.safeParse({ [field]: value }).error?.issues.some(({ path }) => path[0] === field) ?? false

  it('that is a text or a number takes no object and no list in its place, in any call', () => {
    let count = 0
    for (const [name, schema] of bodies)
      for (const [field, { type = '' }] of fieldsOf(schema)) {
        if (!plain.has(type)) continue
        count++
        for (const value of [{ $ne: null }, {}, [], ['1'], [1]])
          expect([name, field, value, isAbout(schema, field, value)]).toEqual([name, field, value, true])
      }
    expect(count).toBeGreaterThan(40)
  })

  it('that is a whole number may be digits as text, and is nothing else', () => {
    for (const [name, schema] of bodies)
      for (const [field, { type }] of fieldsOf(schema)) {
        if (type !== 'integer') continue
        expect([name, field, isAbout(schema, field, 1), isAbout(schema, field, '1')]).toEqual([
          name,
          field,
          false,
          false,
        ])
        for (const value of [null, true, '', ' ', '1 ', '0x1', '1e1', '1.0', 1.5, 'one', '1'.repeat(17)])
          expect([name, field, value, isAbout(schema, field, value)]).toEqual([name, field, value, true])
      }
  })

  it("that is an id may be a number where the specification's clients send one", () => {
    expect(calls['setting/webArticleDetail'].body.parse({ id: 7 })).toEqual({ id: '7' })
    expect(calls['setting/webArticleDetail'].body.parse({ id: 'a7' })).toEqual({ id: 'a7' })
  })
})

describe('the client', () => {
  const answer =
    (status: number, body: string): typeof fetch =>
    () =>
      Promise.resolve(new Response(body, { status }))
  const addresses: string[] = []
  const client = (fake: typeof fetch): ReturnType<typeof createClient> =>
    createClient({
      baseUrl: '',
      fetch: fake,
      timeoutMs: 1000,
      headers: () => ({}),
      onTokenExpired: () => addresses.push('203'),
      onInvalidToken: () => addresses.push('20002'),
    })
  const failure = async (fake: typeof fetch): Promise<CallError> =>
    await client(fake)
      .call('user/uinfo', {})
      .then(
        () => {
          throw new Error('resolved')
        },
        (error: unknown) => error as CallError,
      )
  it("gives a success's result", async () => {
    expect(
      await client(answer(200, '{"code":0,"msg":"success","result":{"time":5}}')).call('setting/time', {}),
    ).toEqual({ time: 5 })
  })
  it('rejects a refusal with code, msg and data', async () => {
    expect(
      await failure(answer(200, '{"code":30006,"msg":"ePointNumInsufficient","data":{"basicNum":1}}')),
    ).toMatchObject({ code: 30006, msg: 'ePointNumInsufficient', data: { basicNum: 1 } })
  })
  it('handles 203 and 20002 itself', async () => {
    addresses.length = 0
    expect(await failure(answer(203, '{"code":20001,"msg":"tokenFail","data":null}'))).toMatchObject({ status: 203 })
    await failure(answer(200, '{"code":20002,"msg":"InvalidToken","data":null}'))
    expect(addresses).toEqual(['203', '20002'])
  })
  it('turns a network failure into status 500, and an answer without an envelope into code -1 and "request error"', async () => {
    expect(await failure(() => Promise.reject(new Error('down')))).toMatchObject({
      status: 500,
      code: -1,
      msg: 'request error',
    })
    expect(await failure(answer(502, '<html>'))).toMatchObject({ status: 502, code: -1, msg: 'request error' })
  })
})

it('the API page is made from the calls: every call is in it', () => {
  const document = openApi('http://x') as { openapi: string; paths: Record<string, unknown> }
  expect(document.openapi).toBe('3.1.0')
  expect(Object.keys(document.paths)).toEqual([
    ...Object.keys(calls).map((name) => `/api/${name}`),
    ...Object.values(gameCalls).map((call) => call.path),
    '/log/time',
    '/log/events',
    '/healthz',
    '/readyz',
    '/metrics',
    '/sandbox/v1/payments/{sdk_order_id}/outcome',
    '/api/pay/{channel_code}/webhook',
    '/api/user/oauth/{provider}/start',
    '/api/user/oauth/{provider}/callback',
  ])
})

describe('a whole number in a body', () => {
  /** Each whole number of a body whose largest value is what JavaScript can count to, as `call field`. */
  const unbounded = (call: string, body: z.ZodType): string[] => {
    const fields: string[] = []
    const walk = (node: unknown, field: string): void => {
      if (typeof node !== 'object' || node === null) return
      const { type, maximum } = node as { type?: string; maximum?: number }
      if (type === 'integer' && (maximum ?? Number.MAX_SAFE_INTEGER) === Number.MAX_SAFE_INTEGER)
        fields.push(`${call} ${field}`)
      for (const [key, value] of Object.entries(node))
        walk(value, ['properties', 'items', 'anyOf', 'allOf'].includes(key) || /^\d+$/.test(key) ? field : key)
    }
    walk(z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }), '')
    return fields
  }
  it('has a bound of its own, unless it is the number of a row, an amount, or a moment that the answer gave', () => {
    const numbers = [...Object.entries(calls), ...Object.entries(deskCalls)].flatMap(([call, { body }]) =>
      unbounded(call, body),
    )
    expect(numbers).toContain('audit/list after')
    expect(
      numbers.filter(
        (name) => !/ (\w+_(id|no|cents|minor|at)|id|after|before|seen|adjusted|corrects|channels|rows)$/.test(name),
      ),
    ).toEqual([])
  })
})
