import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { backoffMs } from './backoff.ts'
import { centsToUsd, packPoints, pointsForUsd, usdToCents } from './money.ts'
import { isTimeId, timeId, timeIdFloor } from './order-no.ts'
import { isPassword } from './password.ts'
import { safeRedirect } from './redirect.ts'
import * as limits from './limits.ts'

const points = fc.integer({ min: 0, max: 10_000_000 })

describe('money', () => {
  it('comes back exactly from the wire for every price from 0.01 to 999.99', () => {
    for (let cents = 1; cents < 100_000; cents++)
      if (usdToCents(centsToUsd(cents)) !== cents) expect.fail(String(cents))
    expect(pointsForUsd(19.99)).toBe(1999)
  })
  it('is refused when it is negative, not finite, or finer than a cent', () => {
    for (const bad of [-1, Number.NaN, Infinity, 0.001, 1e308]) expect(() => usdToCents(bad)).toThrow(RangeError)
  })
  it('makes a pack of price P credit P × 100 basic points and its bonus, rounded down', () =>
    fc.assert(
      fc.property(points, fc.integer({ min: 0, max: 100 }), (cents, bonus) => {
        const pack = packPoints(cents, bonus)
        expect(pack.basic).toBe(cents)
        expect(pack.present).toBeLessThanOrEqual((cents * bonus) / 100)
        expect(pack.present).toBeGreaterThan((cents * bonus) / 100 - 1)
      }),
    ))
})

describe('the password rule', () => {
  it.each([
    ['Demo1234', true],
    ['abc123', true],
    ['abc!@#', true],
    ['123456!', true],
    ['abcdef', false],
    ['123456', false],
    ['!!!!!!', false],
    ['a1b2c', false],
    ['a1'.repeat(9), false],
  ])('%s is %s', (text, ok) => expect(isPassword(text)).toBe(ok))
  it('holds for any text: 6 to 16 characters of at least two kinds', () =>
    fc.assert(
      fc.property(fc.string({ maxLength: 20 }), (text) => {
        const kinds = Number(/[0-9]/.test(text)) + Number(/\p{L}/u.test(text)) + Number(/[^0-9\p{L}]/u.test(text))
        expect(isPassword(text)).toBe(text.length >= 6 && text.length <= 16 && kinds >= 2)
      }),
    ))
})

describe('order numbers', () =>
  it('sort by time and carry 80 random bits', () =>
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 2 ** 45 }),
        fc.integer({ min: 1, max: 1e9 }),
        fc.uint8Array({ minLength: 10, maxLength: 10 }),
        (time, later, random) => {
          const id = timeId(time, random)
          expect(isTimeId(id)).toBe(true)
          expect(id < timeId(time + later, random)).toBe(true)
          expect(id >= timeIdFloor(time)).toBe(true)
          expect(id < timeIdFloor(time + 1)).toBe(true)
        },
      ),
    )))

describe('retries', () =>
  it('have growing pauses with jitter, never beyond the cap', () =>
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1000 }),
        fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
        (attempt, random) => {
          const pause = backoffMs(attempt, random)
          expect(pause).toBeGreaterThanOrEqual(1000)
          expect(pause).toBeLessThanOrEqual(3_600_000)
        },
      ),
    )))

describe('/login?redirect=', () => {
  it.each([
    '//evil.example',
    'https://evil.example',
    '/\\evil.example',
    '\\/evil',
    '/%09/evil\t',
    ' /x',
    'javascript:alert(1)',
    '/login?redirect=/x',
    '/api/user/uinfo',
    '/main/logout?id=23',
    '',
    null,
  ])('sends %j home', (raw) => expect(safeRedirect(raw)).toBe('/main/home'))
  it('keeps path and query of this site, without tokens', () => {
    expect(safeRedirect('/main/recharge/detail/01ABC?x=1&y=%2F')).toBe('/main/recharge/detail/01ABC?x=1&y=%2F')
    expect(safeRedirect('/main/recharge?hctoken=abc&a=1')).toBe('/main/recharge?a=1')
    expect(safeRedirect('/main/recharge?hct%6Fken=abc&a=1&redirect=%2Fx')).toBe('/main/recharge?a=1')
  })
  it.each([
    '/main/recharge?y=a%26b',
    '/main/recharge?y=a%2526b',
    '/main/recharge?a=1+2&b=%20&c',
    '/main/recharge?q=%E2%98%85&Q=*~',
    '/main/recharge/detail/%2525',
    '/main/event/detail/a%2Fb?x=%3D',
  ])('brings %s back byte for byte', (raw) => {
    expect(safeRedirect(raw)).toBe(raw)
    expect(safeRedirect(new URLSearchParams(`redirect=${encodeURIComponent(raw)}`).get('redirect'))).toBe(raw)
  })
  it('never leaves the site, for any input', () =>
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.webUrl(),
          fc.string().map((s) => `/${s}`),
        ),
        (raw) => {
          const to = safeRedirect(raw)
          expect(new URL(to, 'https://shop.example').origin).toBe('https://shop.example')
          expect(to.startsWith('/') && !to.startsWith('//')).toBe(true)
        },
      ),
      { numRuns: 2000 },
    ))
})

describe('the constants', () =>
  it('are those of the specification, section 9, and of the contract', () => {
    expect([
      limits.HTTP_TIMEOUT_MS,
      limits.ORDER_EXPIRE_SECONDS,
      limits.PASSWORD_LIMITS,
      limits.MIN_STAY_MS,
      limits.CHUNK_TIMEOUT_MS,
      limits.RECORD_STATUS_ALL,
    ]).toEqual([60_000, 300, { min: 6, max: 16 }, 2_000, 120_000, -1])
    expect([
      limits.SESSION_HOURS,
      limits.SESSION_REMEMBER_DAYS,
      limits.WRONG_PASSWORDS_MAX,
      limits.WRONG_PASSWORDS_WINDOW_MINUTES,
      limits.PAGE_SIZE_MAX,
      limits.IDEMPOTENCY_HOURS,
      limits.CODE_MINUTES,
    ]).toEqual([12, 30, 10, 15, 50, 24, 10])
  }))
