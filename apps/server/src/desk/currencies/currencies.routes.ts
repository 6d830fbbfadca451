import type { DeskParsed } from '@hc/contract/desk/calls'
import type { DeskCurrencyRule, DeskEntity, DeskRate } from '@hc/contract/desk/currencies'
import { AppError } from '@hc/contract/errors'
import { currencies, isMoneyOn } from '@hc/domain/money/currencies'
import type { DeskContext, DeskRegister } from '../../http/desk/desk-calls.ts'
import type { Weight } from '../../http/desk/weighed-calls.ts'
import type { Query } from '../../platform/db.ts'
import { conflictOf, formatAmount } from '../prices/price-conflict.ts'

type Refused = { refusal: string | null }
type Saved = Refused & { version: number }
const PPM_OF_PERCENT = 10_000
const percent = (ppm: number): string => `${ppm / PPM_OF_PERCENT} %`

const readCurrencies = (q: Query) =>
  q<{ code: string; open: boolean; books: number }>({
    text: `select c.code, c.enabled as open,
        (select count(*)::int from price_book b where b.currency = c.code) as books from currency c order by c.code`,
  })
const readEntities = (q: Query) =>
  q<DeskEntity>({
    text: `select entity_id, name, address, country, tax_ids, evidence_min, version from legal_entity
      order by entity_id`,
  })
const readRates = (q: Query) =>
  q<DeskRate>({
    text: `select country, name, rate_ppm, valid_from::text, valid_to::text, source,
        case when valid_from > app_now()::date then 'planned' when valid_to <= app_now()::date then 'ended' else 'now'
          end as state, (count(*) over (partition by country))::int as seen
      from tax_rate where region = '' and kind = 'digital' order by country, valid_from desc`,
  })
const readRules = (q: Query) =>
  q<DeskCurrencyRule>({
    text: `select channel_code as channel, currency, countries, min_minor, max_minor, sort, merchant_of_record, version
      from channel_rule order by currency, sort, channel_code`,
  })

/** @throws AppError NotPossible if it is not legal tender today or is open already */
async function weighOpening({ code }: { code: string }, { q }: DeskContext): Promise<Weight> {
  const today = new Date().toISOString().slice(0, 10)
  if (!isMoneyOn(code, today)) throw new AppError('RowNotFound', { kind: 'currency' })
  const open = (await readCurrencies(q)).some((currency) => currency.code === code && currency.open)
  if (open) throw new AppError('NotPossible', { why: 'is_open' })
  return {
    amount: 0,
    kind: 'currency',
    target: code,
    forecast: { before: { enabled: false }, after: { enabled: true } },
  }
}

async function weighClosing({ code }: { code: string }, { q }: DeskContext): Promise<Weight> {
  const [keeps] = await q<{ why: string | null }>({ text: 'select desk.keeps_open($1) as why' }, [code])
  if (keeps?.why) throw new AppError('NotPossible', { why: keeps.why })
  return {
    amount: 0,
    kind: 'currency',
    target: code,
    forecast: { before: { enabled: true }, after: { enabled: false } },
  }
}

type Rule = DeskParsed<'currency/rule'>
const ruleFacts = (rule: Omit<Rule, 'channel' | 'version' | 'reason'>) => ({
  countries: rule.countries,
  min_minor: rule.min_minor === null ? null : formatAmount(rule.min_minor, rule.currency),
  max_minor: rule.max_minor === null ? null : formatAmount(rule.max_minor, rule.currency),
  sort: rule.sort,
  merchant: rule.merchant_of_record,
})
async function weighRule(body: Rule, { q }: DeskContext): Promise<Weight> {
  const { channel, currency, version } = body
  const rules = await readRules(q)
  const current = rules.find((rule) => rule.channel === channel && rule.currency === currency)
  if ((current?.version ?? 0) !== version) throw await conflictOf(q, 'channel', channel, current)
  return {
    amount: 0,
    kind: 'channel',
    target: `${channel} ${currency}`,
    versions: { rule: version },
    forecast: { before: current ? ruleFacts(current) : null, after: ruleFacts(body) },
  }
}

async function saveRule(body: Rule, { q }: DeskContext): Promise<{ version: number }> {
  const { channel, currency, version, countries, min_minor, max_minor, sort, merchant_of_record: merchant } = body
  const [saved] = await q<Saved>(
    { text: 'select refusal, version from desk.save_channel_rule($1, $2, $3, $4, $5, $6, $7, $8)' },
    [channel, currency, version, countries, min_minor, max_minor, sort, merchant],
  )
  if (saved?.refusal === 'unknown') throw new AppError('RowNotFound', { kind: 'channel' })
  if (!saved || saved.refusal !== null) throw await conflictOf(q, 'channel', channel)
  return { version: saved.version }
}

type Entity = DeskParsed<'currency/entity'>
const entityFacts = ({ name, address, country, tax_ids, evidence_min }: Omit<DeskEntity, 'entity_id' | 'version'>) => ({
  name,
  address,
  countries: [country],
  tax_ids: Object.entries(tax_ids).map(([kind, number]) => `${kind} ${number}`),
  evidence_min,
})
async function weighEntity(body: Entity, { q }: DeskContext): Promise<Weight> {
  const current = (await readEntities(q)).find(({ entity_id }) => entity_id === body.entity_id)
  if ((current?.version ?? 0) !== body.version) throw await conflictOf(q, 'entity', body.entity_id, current)
  return {
    amount: 0,
    kind: 'entity',
    target: body.entity_id,
    versions: { entity: body.version },
    forecast: { before: current ? entityFacts(current) : null, after: entityFacts(body) },
  }
}

async function saveEntity(body: Entity, { q }: DeskContext): Promise<{ version: number }> {
  const { entity_id: id, version, name, address, country, tax_ids, evidence_min } = body
  const [saved] = await q<Saved>(
    { text: 'select refusal, version from desk.save_entity($1, $2, $3, $4, $5, $6, $7)' },
    [id, version, name, address, country, JSON.stringify(tax_ids), evidence_min],
  )
  if (!saved || saved.refusal !== null) throw await conflictOf(q, 'entity', id)
  return { version: saved.version }
}

type Rate = DeskParsed<'currency/rate'>
const rateText = (rate: Pick<DeskRate, 'name' | 'rate_ppm' | 'valid_from' | 'valid_to'>): string =>
  `${rate.name} ${percent(rate.rate_ppm)} (${rate.valid_from} – ${rate.valid_to ?? ''})`
async function weighRate(body: Rate, { q }: DeskContext): Promise<Weight> {
  const { country, seen, valid_from, valid_to, rate_ppm, name } = body
  const rates = (await readRates(q)).filter((rate) => rate.country === country)
  const [last] = rates
  if (rates.length !== seen) throw await conflictOf(q, 'tax', country, last && { ...last, version: rates.length })
  const [fault] = await q<{ why: string | null }>(
    { text: 'select desk.rate_fault($1, $2::date, $3, $4, $5::date) as why' },
    [country, valid_from, rate_ppm, name, valid_to],
  )
  if (fault?.why) throw new AppError('NotPossible', { why: fault.why })
  return {
    amount: 0,
    kind: 'tax',
    target: country,
    versions: { rates: seen },
    forecast: { before: last ? { rates: [rateText(last)] } : null, after: { rates: [rateText(body)] } },
  }
}

async function saveRate(body: Rate, { q }: DeskContext): Promise<{ saved: true }> {
  const { country, valid_from, rate_ppm, name, valid_to, source, seen } = body
  const [saved] = await q<Refused>(
    { text: 'select refusal from desk.save_rate($1, $2::date, $3, $4, $5::date, $6, $7) as refusal' },
    [country, valid_from, rate_ppm, name, valid_to, source, seen],
  )
  if (saved?.refusal === 'changed') throw await conflictOf(q, 'tax', country)
  if (saved?.refusal !== null) throw new AppError('NotPossible', { why: saved?.refusal ?? '' })
  return { saved: true }
}

/** Currencies, sellers, tax, and the channels' rules in a currency: two people change them. Decision 402. */
export function currencyRoutes(register: DeskRegister): void {
  register('currency/list', async (_body, { q }) => {
    const cachedCurrencies = await readCurrencies(q)
    const today = new Date().toISOString().slice(0, 10)
    const open = new Set(cachedCurrencies.filter((currency) => currency.open).map(({ code }) => code))
    return {
      currencies: cachedCurrencies,
      more: [...currencies.keys()].filter((code) => !open.has(code) && isMoneyOn(code, today)).sort(),
      entities: await readEntities(q),
      rates: await readRates(q),
      rules: await readRules(q),
      channels: (
        await q<{ code: string }>({ text: 'select channel_code as code from payment_channel order by sort, 1' })
      ).map(({ code }) => code),
    }
  })
  register(
    'currency/open',
    async ({ code }, { q }) => {
      await q({ text: 'select desk.open_currency($1)' }, [code])
      return { open: true }
    },
    weighOpening,
  )
  register(
    'currency/close',
    async ({ code }, { q }) => {
      const [closed] = await q<Refused>({ text: 'select desk.close_currency($1) as refusal' }, [code])
      if (closed?.refusal !== null) throw new AppError('NotPossible', { why: closed?.refusal ?? '' })
      return { open: false }
    },
    weighClosing,
  )
  register('currency/rule', saveRule, weighRule)
  register('currency/entity', saveEntity, weighEntity)
  register('currency/rate', saveRate, weighRate)
}
