import type { CampaignRow } from '@hc/contract/desk/campaigns'
import type { DeskResult } from '@hc/contract/desk/calls'
import { defaultLocale, type Locale, locales } from '@hc/contract/locales'
import type { LocalTime } from '@hc/contract/desk/editing'
import { typedLocal } from '../../kit/local-time.ts'
import { zone } from '../../lib/zone.ts'

export const campaignStates = [
  'draft',
  'ready',
  'running',
  'over',
  'stopped',
] as const satisfies readonly CampaignRow['state'][]

export type Read = DeskResult<'campaign/read'>
type Other = Exclude<Locale, 'en-US'>
type Word = 'name' | 'desc'
/** The texts in the shop's other languages: `name de-DE`. Those in English are `name` and `desc`. */
type OtherWords = Record<`${Word} ${Other}`, string>
const others = locales.filter((locale): locale is Other => locale !== defaultLocale)
/** A form's fields, as typed. */
export type Fields = OwnFields & OtherWords
type OwnFields = {
  id: string
  name: string
  desc: string
  starts: string
  ends: string
  items: string
  basic: string
  present: string
  perRole: string
  perAccount: string
  total: string
  item: boolean
  coin: boolean
  tiers: string
}
export type FieldName = keyof OwnFields
/** The error of a field; a number is its first wrong line. */
export type Why = 'needed' | 'invalid' | 'before_start' | number
export type FieldErrors = Partial<Record<keyof Fields, Why | false>>
/** The field of a text in a language. */
export const wordField = (word: Word, locale: Locale): keyof OtherWords | Word =>
  locale === defaultLocale ? word : (`${word} ${locale}` as keyof OtherWords)

const typed = (seconds: number): string => typedLocal(seconds, zone())
const text = (n: number | null): string => (n === null ? '' : String(n))

/** The other languages' texts of a campaign; each has a field, even if it is empty. */
const otherWords = (texts: Read['texts']): OtherWords =>
  Object.fromEntries(
    others.flatMap((locale) => [
      [`name ${locale}`, texts[locale]?.name ?? ''],
      [`desc ${locale}`, texts[locale]?.desc ?? ''],
    ]),
  ) as OtherWords

export const emptyFields: Fields = {
  ...otherWords({}),
  id: '',
  name: '',
  desc: '',
  starts: '',
  ends: '',
  items: '',
  basic: '0',
  present: '0',
  perRole: '1',
  perAccount: '',
  total: '',
  item: true,
  coin: false,
  tiers: '',
}

/** A campaign in the shape of its form; a copy has neither number nor dates. */
export function fieldsOf(read: Read, copy: boolean): Fields {
  const { name = '', desc = '' } = read.texts['en-US'] ?? {}
  return {
    ...otherWords(read.texts),
    id: copy ? '' : read.id,
    name,
    desc,
    starts: copy ? '' : typed(read.starts_at),
    ends: copy || read.ends_at === null ? '' : typed(read.ends_at),
    items: read.items.map(({ cp_goods_id: id, quantity }) => `${id} ${quantity}`).join('\n'),
    basic: String(read.basic_points),
    present: String(read.present_points),
    perRole: text(read.per_role),
    perAccount: text(read.per_account),
    total: text(read.total),
    item: read.counts.includes('item'),
    coin: read.counts.includes('coin'),
    tiers: read.tiers
      .map(({ threshold_cents: cents, rate_pct: rate, gift_goods_id: gift, gift_quantity: quantity }) =>
        [(cents / 100).toFixed(2), rate, ...(gift === null ? [] : [gift, quantity])].join(' '),
      )
      .join('\n'),
  }
}

const ID_LENGTH = 64
/** What was typed as an id: signs that no id has become a dash. */
export const goodId = (typed: string): string =>
  typed
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .replaceAll(/[^A-Za-z0-9_-]+/g, '-')
    .replace(/^[-_]+/, '')
    .slice(0, ID_LENGTH)
/** An id made from a name: "November gift!" is `november-gift`. A name without Latin letters makes none. */
export const idOf = (name: string): string => goodId(name.trim().toLowerCase()).replace(/[-_]+$/, '')

const seconds = (moment: unknown): number => Math.floor(Date.parse(String(moment)) / 1000)
/** Another person's saved version in the form's shape. */
export function fieldsOfBody(body: unknown, read: Read): Fields {
  const remote = body as Partial<Read> & { starts_at?: unknown; ends_at?: unknown }
  return fieldsOf({ ...read, ...remote, starts_at: seconds(remote.starts_at), ends_at: seconds(remote.ends_at) }, false)
}

const at = (local: string): LocalTime => ({ local, zone: zone(), which: '' })
/** The texts of each language that has a name, and the dates. */
export const wordsAndDates = (f: Fields) => ({
  texts: Object.fromEntries(
    locales.flatMap((locale) => {
      const name = f[wordField('name', locale)].trim()
      return name === '' ? [] : [[locale, { name, desc: f[wordField('desc', locale)].trim() }]]
    }),
  ) as Read['texts'],
  starts: at(f.starts),
  ends: at(f.ends),
})

export const lines = (all: string): string[] =>
  all.split('\n').flatMap((line) => (line.trim() === '' ? [] : [line.trim()]))
export const whole = (value: string): boolean => /^\d{1,9}$/.test(value)

/** The first line that does not match the form, counted from 1; false if every line matches. */
export const wrongLine = (all: string, form: RegExp): number | false => {
  const index = all.split('\n').findIndex((line) => line.trim() !== '' && !form.test(line.trim()))
  return index >= 0 && index + 1
}
/** Errors of the texts: a description without a name would be lost. */
export const wrongWords = (f: Fields): FieldErrors => ({
  name: f.name.trim() === '' && 'needed',
  ...Object.fromEntries(
    others.map((locale) => [
      `name ${locale}`,
      f[`name ${locale}`].trim() === '' && f[`desc ${locale}`].trim() !== '' && 'needed',
    ]),
  ),
})
export const wrongDates = ({ starts, ends }: Fields): FieldErrors => ({
  starts: starts === '' && 'needed',
  ends: ends === '' ? 'needed' : starts !== '' && ends <= starts && 'before_start',
})

/** The errors before the form is sent, without those of the kind's own fields. */
export const wrongIn = (f: Fields): FieldErrors => ({
  id: f.id === '' ? 'needed' : !/^[A-Za-z0-9][\w-]{0,63}$/.test(f.id) && 'invalid',
  ...wrongWords(f),
  ...wrongDates(f),
})
