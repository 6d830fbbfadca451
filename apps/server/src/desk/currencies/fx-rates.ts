import { readMoment } from '@hc/domain/moment'
import { readFileSync, statSync } from 'node:fs'
import { boundedCall } from '@hc/channels/http'
import type { Query } from '../../platform/db.ts'

/** A day's rates: how much of each currency one euro is, as the bank writes it. */
export type DailyRates = { day: string; rates: { currency: string; perEur: string }[] }

/** A daily file of the bank has about 3 kB. */
const MAX_BYTES = 256 * 1024
const TIMEOUT_MS = 15_000

/**
 * The European Central Bank's daily file: one `<Cube time="2026-11-20">` with a `<Cube currency="USD" rate="1.0815"/>`
 * for each currency (ECB, "Euro foreign exchange reference rates", eurofxref-daily.xml).
 * @throws Error if the file is anything else; then no rate is stored
 */
export function readDailyRates(xml: string): DailyRates {
  const days = [...xml.matchAll(/<Cube\s+time=(["'])(\d{4}-\d{2}-\d{2})\1/g)]
  const day = days[0]?.[2]
  if (days.length !== 1 || day === undefined || readMoment(day) === null)
    throw new Error('it is no daily file of the European Central Bank: it needs exactly one day')
  const cubes = [...xml.matchAll(/<Cube\s[^>]*currency=[^>]*>/g)].map(([cube]) => cube)
  const rates = cubes.map((cube) => {
    const currency = /\scurrency=(["'])([A-Z]{3})\1/.exec(cube)?.[2]
    const perEur = /\srate=(["'])(\d{1,9}(?:\.\d{1,9})?)\1/.exec(cube)?.[2]
    if (currency === undefined || perEur === undefined || Number(perEur) <= 0)
      throw new Error(`it has a rate that cannot be read: ${cube.slice(0, 80)}`)
    return { currency, perEur }
  })
  if (rates.length === 0) throw new Error('it has no rates')
  if (new Set(rates.map(({ currency }) => currency)).size !== rates.length) throw new Error('it names a currency twice')
  return { day, rates }
}

/** The text of a file, or of an address; bounded in time and size. @throws Error, NoAnswer */
export async function readSource(source: string): Promise<string> {
  if (!/^https?:/.test(source)) {
    if (statSync(source).size > MAX_BYTES) throw new Error(`${source} is larger than ${MAX_BYTES} bytes`)
    return readFileSync(source, 'utf8')
  }
  const { status, text } = await boundedCall({
    method: 'GET',
    url: source,
    timeoutMs: TIMEOUT_MS,
    maxBytes: MAX_BYTES,
  })
  if (status !== 200) throw new Error(`${source} answered ${status}`)
  return text
}

/** Stores a day's rates, and replaces the stored rates of that day; gives how many changed. */
export async function keepRates(q: Query, { day, rates }: DailyRates, source: string): Promise<number> {
  const changed = await q(
    {
      text: `insert into fx_rate as r (day, currency, per_eur, source)
        select $1::date, x.currency, x.per_eur, $4 from unnest($2::text[], $3::numeric[]) x (currency, per_eur)
        on conflict (day, currency) do update set per_eur = excluded.per_eur, source = excluded.source
         where r.per_eur <> excluded.per_eur returning currency`,
    },
    [day, rates.map(({ currency }) => currency), rates.map(({ perEur }) => perEur), source],
  )
  return changed.length
}
