import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  accountName,
  mailAddress,
  numberText,
  oneTimeCode,
  passwordText,
  phoneDigits,
  plainText,
  redeemCodeText,
} from './typed-text.ts'

/** What chats, help pages and web pages put into copied texts. */
const invisible = fc.constantFrom('\u200b', '\u200d', '\ufeff', '\u00ad', '\u2060', '\u202a', '\u202c', '\ufe0f')
/** The zero of each script that has digits of its own (Unicode CLDR): nine more follow it. */
const zeros = fc.constantFrom(
  ...Intl.supportedValuesOf('numberingSystem')
    .map((numberingSystem) => new Intl.NumberFormat('en', { numberingSystem }).format(0))
    .filter((zero) => /^\p{Nd}$/u.test(zero)),
)
const inDigits = (digits: string, zero: string): string =>
  [...digits].map((digit) => String.fromCodePoint((zero.codePointAt(0) ?? 0) + Number(digit))).join('')
const dashes = fc.constantFrom('-', '\u2010', '\u2013', '\u2014', '\uff0d')
const spaces = fc.constantFrom(' ', '\u00a0', '\u2009', '\u3000')
const names = fc.constantFrom('Müller', 'Nguyễn', 'プレイヤー', 'がんばる', '김철수', 'น้ำ', '玩家')
/** A text with these between its characters. */
const between = (text: string, extra: string): string => [...text].join(extra)

describe('what people type has one form', () => {
  it('a one-time code in digits of any script, with spaces, dashes and invisible characters', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 999_999 }),
        zeros,
        fc.oneof(invisible, dashes, spaces),
        (n, zero, extra) => {
          const code = String(n).padStart(6, '0')
          expect(oneTimeCode(between(inDigits(code, zero), extra))).toBe(code)
        },
      ),
    )
    expect(oneTimeCode('12a456')).toBe('12a456')
  })

  it('a redeem code, as chats and help pages carry it', () =>
    fc.assert(
      fc.property(fc.oneof(invisible, dashes, spaces), (extra) => {
        for (const code of ['WELCOME2026', 'welcome2026', 'ＷＥＬＣＯＭＥ２０２６'])
          expect(redeemCodeText(extra + between(code, extra) + extra)).toBe('WELCOME2026')
      }),
    ))

  it('the name of an account and a password in both forms of Unicode; of a password nothing else changes', () => {
    fc.assert(
      fc.property(names, invisible, (name, extra) => {
        expect(accountName(name.normalize('NFD'))).toBe(accountName(name.normalize('NFC')))
        expect(accountName(extra + name + extra)).toBe(name.normalize('NFC'))
        expect(passwordText(name.normalize('NFD'))).toBe(passwordText(name.normalize('NFC')))
        expect(passwordText(` ${name} `)).toBe(` ${name.normalize('NFC')} `)
        expect(plainText(plainText(name))).toBe(plainText(name))
      }),
    )
    expect(accountName('Demo')).not.toBe(accountName('demo'))
  })

  it('a mail address: whatever RFC 5321 lets stand before the @, and domains of all scripts', () => {
    for (const [typed, address] of [
      ['rock&roll@example.com', 'rock&roll@example.com'],
      [" O'Brien+shop@Example.COM\u200b", "o'brien+shop@example.com"],
      ['{a}|b~c!#$%*/=?^_`@example.com', '{a}|b~c!#$%*/=?^_`@example.com'],
      ['jörg@münchen.example', 'jörg@xn--mnchen-3ya.example'],
      ['player@例え.テスト', 'player@xn--r8jz45g.xn--zckzah'],
    ] as const)
      expect([typed, mailAddress(typed)]).toEqual([typed, address])
    for (const text of [
      '',
      'demo',
      '@example.com',
      'a@b@example.com',
      'a b@example.com',
      'a..b@example.com',
      '.a@example.com',
      'a@example',
      'a@-example.com',
      'a@example..com',
      'a@example.com/path',
      'a@example.com:25',
      'a\nb@example.com',
      `${'a'.repeat(65)}@example.com`,
    ])
      expect([text, mailAddress(text)]).toEqual([text, undefined])
  })

  it('a form is the form of itself, whatever was typed', () => {
    // Some become several signs in another case or in the form NFKC; others are invisible, or marks of the sign before.
    const odd = [
      ...'aßŉẞΐᾳİµΩﬁཀྵ -',
      '\u0300',
      '\u0323',
      '\u0345',
      '\u0399',
      '\u0c56',
      '\u1160',
      '\uffa0',
      '\u00ad',
      '⑴',
    ]
    const typed = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.string({ unit: 'binary' }),
      fc.string({ unit: fc.constantFrom(...odd) }),
      names,
    )
    for (const form of [plainText, accountName, passwordText, oneTimeCode, redeemCodeText, numberText])
      fc.assert(
        fc.property(typed, (text) => form(form(text)) === form(text)),
        { numRuns: 20_000 },
      )
    const domains = fc.oneof(
      fc.constantFrom('example.com', 'münchen.example', '例え.テスト', 'ตัวอย่าง.ไทย'),
      typed.map((text) => `${text}.com`),
    )
    fc.assert(
      fc.property(typed, domains, (local, domain) => {
        const address = mailAddress(`${local}@${domain}`)
        return address === undefined || mailAddress(address) === address
      }),
      { numRuns: 20_000 },
    )
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'+0123456789 ()-./') }), (text) => {
        const number = phoneDigits(text)
        if (number !== undefined) expect(phoneDigits(number)).toBe(number)
      }),
    )
  })

  it('a phone number in digits of any script, with the separators of any country', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1_000_000, max: 999_999_999 }),
        zeros,
        fc.oneof(invisible, dashes, spaces),
        (n, zero, extra) => {
          expect(phoneDigits(`+${between(inDigits(`49${n}`, zero), extra)}`)).toBe(`+49${n}`)
        },
      ),
    )
    expect(phoneDigits('0049 (151) 123/45.67')).toBe('+491511234567')
    for (const text of ['', '0151 1234567', '+49 151 x', '+0 123 456 789', '+49'])
      expect([text, phoneDigits(text)]).toEqual([text, undefined])
  })
})
