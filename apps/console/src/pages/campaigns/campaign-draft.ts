import type { CampaignDraft, CampaignRow } from '@hc/contract/desk/campaign'
import type { DeskBody, DeskResult } from '@hc/contract/desk/calls'
import type { LocalTime } from '@hc/contract/desk/editing'
import { zone } from '../../kit/when-field.tsx'

export const campaignKinds = ['redeem', 'rebate', 'reset'] as const satisfies readonly CampaignRow['kind'][]
export const campaignStates = [
  'draft',
  'ready',
  'running',
  'over',
  'stopped',
] as const satisfies readonly CampaignRow['state'][]

export type Read = DeskResult<'campaign/read'>
/** A form's fields, as they are typed. */
export type Fields = {
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
export type FieldName = keyof Fields
export type Wrong = Partial<Record<FieldName, boolean>>

const pad = (n: number): string => String(n).padStart(2, '0')
const typed = (seconds: number): string => {
  const at = new Date(seconds * 1000)
  const day = `${at.getFullYear()}-${pad(at.getMonth() + 1)}-${pad(at.getDate())}`
  const rest = at.getSeconds() === 0 ? '' : `:${pad(at.getSeconds())}`
  return `${day}T${pad(at.getHours())}:${pad(at.getMinutes())}${rest}`
}
const text = (n: number | null): string => (n === null ? '' : String(n))

export const emptyFields: Fields = {
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

/** A campaign as the form has it; a copy has neither number nor dates. */
export function fieldsOf(read: Read, copy: boolean): Fields {
  const { name = '', desc = '' } = read.texts['en-US'] ?? {}
  return {
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

const seconds = (moment: unknown): number => Math.floor(Date.parse(String(moment)) / 1000)
/** A saved version of somebody else, as the form has it. */
export function fieldsOfBody(body: unknown, read: Read): Fields {
  const theirs = body as Partial<Read> & { starts_at?: unknown; ends_at?: unknown }
  return fieldsOf({ ...read, ...theirs, starts_at: seconds(theirs.starts_at), ends_at: seconds(theirs.ends_at) }, false)
}

const at = (local: string): LocalTime => ({ local, zone: zone(), which: '' })
/** The words of other languages stay as they are. */
export const wordsAndDates = (f: Pick<Fields, 'name' | 'desc' | 'starts' | 'ends'>, texts: Read['texts']) => ({
  texts: { ...texts, 'en-US': { name: f.name.trim(), desc: f.desc.trim() } },
  starts: at(f.starts),
  ends: at(f.ends),
})

const lines = (all: string): string[] => all.split('\n').flatMap((one) => (one.trim() === '' ? [] : [one.trim()]))
const whole = (value: string): boolean => /^\d{1,9}$/.test(value)
const ITEM = /^(\S+) (\d{1,6})$/
const TIER = /^(\d{1,7}(?:\.\d{2})?) (\d{1,3})(?: (\S+)(?: (\d{1,6}))?)?$/

/** What is wrong before anything is sent. */
export function wrongIn(kind: 'redeem' | 'rebate', f: Fields): Wrong {
  const base: Wrong = {
    id: !/^[A-Za-z0-9][\w-]{0,63}$/.test(f.id),
    name: f.name.trim() === '',
    starts: f.starts === '',
    ends: f.ends === '' || f.ends <= f.starts,
  }
  if (kind === 'rebate')
    return { ...base, tiers: f.tiers.trim() === '' || !lines(f.tiers).every((one) => TIER.test(one)) }
  const limit = (value: string): boolean => value !== '' && !whole(value)
  return {
    ...base,
    items: !lines(f.items).every((one) => ITEM.test(one)),
    basic: !whole(f.basic),
    present: !whole(f.present),
    perRole: limit(f.perRole),
    perAccount: limit(f.perAccount),
    total: limit(f.total),
  }
}

/** What is sent. */
export function draftOf(
  kind: 'redeem' | 'rebate',
  f: Fields,
  texts: Read['texts'],
): DeskBody<'campaign/edit'>['draft'] {
  const base = wordsAndDates(f, texts)
  if (kind === 'rebate')
    return {
      kind,
      ...base,
      counts: [...(f.item ? (['item'] as const) : []), ...(f.coin ? (['coin'] as const) : [])],
      tiers: lines(f.tiers).map((one) => {
        const [, sum = '', rate = '', gift, quantity = '1'] = TIER.exec(one) ?? []
        const cents = Math.round(Number(sum) * 100)
        return {
          threshold_cents: cents,
          rate_pct: Number(rate),
          gift_goods_id: gift ?? null,
          gift_quantity: Number(quantity),
        }
      }),
    } satisfies CampaignDraft
  const limit = (value: string): number | null => (value === '' ? null : Number(value))
  return {
    kind,
    ...base,
    items: lines(f.items).map((one) => {
      const [, id = '', quantity = ''] = ITEM.exec(one) ?? []
      return { cp_goods_id: id, quantity: Number(quantity) }
    }),
    basic_points: Number(f.basic),
    present_points: Number(f.present),
    per_role: limit(f.perRole),
    per_account: limit(f.perAccount),
    total: limit(f.total),
  }
}
