import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { type Locale, locales } from '@hc/contract/locales'
import { flatten, translatedTexts } from './texts.ts'

const seeds = new URL('../../../apps/server/seeds/', import.meta.url)

/** The words that GLOSSARY.md rejects and that have no other meaning. */
const forbidden: Record<Locale, RegExp> = {
  'en-US':
    /\b(?:recharge|sign(?:ed)?[ -](?:in|out|ins)|redeem codes?\b(?!.)|went back|taken back|paid back|help desk|harbour|in person)\b/i,
  'de-DE':
    /\b(?:einloggen|Kundendienst|Gutschein(?:code)?s?|Rückvergütung|Erstauflade-Bonus|Schaltfläche|Zahlweg|Zahlungsmethode|überfällig)\b/i,
  'ja-JP': /引き換えコード|マイアカウント|通常ポイント|ログインコード|再設定コード|払い戻し|課金|全額支払い済み/,
  'ko-KR': /기본 포인트|로그인 코드|재설정 코드/,
  'th-TH': /แต้ม|พอยต์โบนัส|รีเซ็ตรหัสผ่าน/,
  'vi-VN': /đơn vị (?:xử lý )?thanh toán|Hoàn điểm|cách thanh toán/i,
  'zh-CN': /基础点数|点数包|星陨|旅行者|登出|帳|帐户/,
  'zh-HK': /派送|逾期|抵買|心水|落單|任你揀|點樣|獎賞|个人/,
  'zh-TW': /逾期|個人中心|線上客服|統計你的造訪|每次造訪/,
}

/** The desk has words of its own: its staff sign in, the shop's players log in. */
const atTheDesk = (locale: Locale): RegExp =>
  locale === 'en-US'
    ? /\b(?:recharge|redeem codes?\b(?!.)|went back|paid back|giv(?:es?|en|ing) back|handed over|ran out|waits for money|anew|help desk|harbour|in person)\b/i
    : forbidden[locale]

/** Texts that the specification quotes remain word for word (product specification, sections 4, 5 and 8). */
const quoted: ReadonlySet<string> = new Set([
  'order.headline.s1',
  'order.headline.s2',
  'order.headline.s4',
  'error.key.ePointNumInsufficient',
])

/** The players' texts of the seeds: the part of a file between the language's name and the next one's. */
function seedTexts(locale: Locale): [name: string, text: string][] {
  const files = readdirSync(seeds, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /^(?:articles\/|goods|campaigns)/.test(name),
  )
  const parts = files.map((name): [string, string] => {
    const lines = readFileSync(new URL(name, seeds), 'utf8').split('\n')
    let of = ''
    return [
      name,
      lines.filter((line) => (of = /^ +'([a-z]{2}-[A-Z]{2})': /.exec(line)?.[1] ?? of) === locale).join('\n'),
    ]
  })
  const legal = new URL(`../../../brands/starfall/legal/${locale}/`, import.meta.url)
  const pages = readdirSync(legal).map((name): [string, string] => [name, readFileSync(new URL(name, legal), 'utf8')])
  return [...parts, ...pages, [`home/${locale}.ts`, readFileSync(new URL(`home/${locale}.ts`, seeds), 'utf8')]]
}

describe('the words of a language', () => {
  it.each([...locales])('%s uses no word that its glossary rejects', (locale) => {
    const texts = [
      ...flatten(translatedTexts(locale, 'shop')).filter(([key]) => !quoted.has(key)),
      ...flatten(translatedTexts(locale, 'desk'), 'desk.'),
      ...seedTexts(locale),
    ]
    const matches = texts.flatMap(([name, text]) => {
      const visible = text.replace(/href="[^"]*"/g, '')
      const every = new RegExp(name.startsWith('desk.') ? atTheDesk(locale) : forbidden[locale], 'gi')
      return [...visible.matchAll(every)].map(
        ({ index }) => `${name}: ${visible.slice(Math.max(0, index - 20), index + 30)}`,
      )
    })
    expect(matches).toEqual([])
  })

  it('are listed for every language', () => {
    const glossary = readFileSync(new URL('../GLOSSARY.md', import.meta.url), 'utf8')
    expect([...glossary.matchAll(/^## ([a-z]{2}-[A-Z]{2})$/gm)].map(([, name]) => name).sort()).toEqual(
      [...locales].sort(),
    )
  })
})
