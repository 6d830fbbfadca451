import type { Signal } from '@hc/contract/player/market'
import {
  decideMarket,
  type Decision,
  type CountrySigns,
  type Sign,
  type Standing,
} from '@hc/domain/market/decide-market'
import { createBriefCache } from '../../platform/brief-cache.ts'
import type { Bus } from '../../platform/bus.ts'
import type { Query } from '../../platform/db.ts'
import type { Book, Books } from './books.ts'
import { phoneCountry } from './phone-country.ts'

type Appeal = 'none' | 'asked' | 'granted' | 'refused'
/** The stored market data of an account. Times in ms since 1970. */
type MarketCache = {
  standing: (Standing & { since: number; changeFrom: number; appeal: Appeal }) | null
  signals: Partial<Record<Sign, { country: string; at: number }>>
}
/** A sign as an order stores it. `at` is ISO 8601. */
export type Evidence = { signal: Signal; country: string; at: string }

/** The country whose prices a visitor sees. */
export type Market = Decision & {
  /** Undefined: the base prices. */
  book: Book | undefined
  evidence: readonly Evidence[]
  changeFrom: number
  appeal: Appeal
}

/** The visitor: `ip` is the connection's country, or ''. */
export type Visitor = { account: { accountId: number; phone: string | null } | null; ip: string }

export type Markets = {
  of(visitor: Visitor): Promise<Market>
  /** Drops the account's cached country in this process, after it changed. */
  changed(accountId: number): void
}

/** `market` is valid for the inputs in `asked`: the connection's country, the phone's, and the version of the books. */
type Entry = { kept: MarketCache; asked?: string; market?: Market }

async function read(q: Query, accountId: number): Promise<MarketCache> {
  const ms = (column: string): string => `(extract(epoch from ${column}) * 1000)::float8`
  const rows = await q<{ what: string; country: string; source: string; at: number; rest: unknown }>(
    {
      name: 'account-market',
      text: `select signal as what, country, '' as source, ${ms('at')} as at, null::jsonb as rest from account_signal
              where account_id = $1
             union all select 'standing', country, source, ${ms('since')},
               jsonb_build_object('strikes', strikes, 'appeal', appeal, 'changeFrom', ${ms('change_from')})
               from account_market where account_id = $1`,
    },
    [accountId],
  )
  const entry: MarketCache = { standing: null, signals: {} }
  for (const { what, country, source, at, rest } of rows) {
    if (what === 'standing') {
      const more = rest as { strikes: number; appeal: Appeal; changeFrom: number }
      entry.standing = { country, source: source as Standing['source'], since: at, ...more }
    } else entry.signals[what as Sign] = { country, at }
  }
  return entry
}

/** The countries of players, cached for less than a second. */
export function createMarkets(q: Query, bus: Bus, books: Books, now: () => number): Markets {
  const cache = createBriefCache<number, Entry>()
  bus.on('account-market', (accountId) => {
    cache.drop(Number(accountId))
  })
  async function entryOf(accountId: number): Promise<Entry> {
    const cachedEntry = cache.get(accountId)
    if (cachedEntry) return cachedEntry
    const entry = { kept: await read(q, accountId) }
    cache.set(accountId, entry)
    return entry
  }
  function decide({ standing, signals }: MarketCache, ip: string, phone: string): Market {
    // A sign counts to the second, so that orders of the same moment freeze the same text.
    const at = Math.floor(now() / 1000) * 1000
    const all = {
      ...signals,
      ...(ip ? { ip: { country: ip, at } } : {}),
      ...(phone ? { phone: { country: phone, at } } : {}),
    }
    const countryBySignal = Object.fromEntries(
      Object.entries(all).map(([sign, { country }]) => [sign, country]),
    ) as CountrySigns
    const decision = decideMarket(countryBySignal, standing, (country) => books.of(country)?.protected === true)
    const declaration =
      standing?.source === 'declared' ? { declared: { country: standing.country, at: standing.since } } : {}
    return {
      ...decision,
      book: decision.given ? books.of(decision.country) : undefined,
      evidence: Object.entries({ ...all, ...declaration }).map(([signal, reading]) => ({
        signal: signal as Signal,
        country: reading.country,
        at: new Date(reading.at).toISOString(),
      })),
      changeFrom: standing?.changeFrom ?? 0,
      appeal: standing?.appeal ?? 'none',
    }
  }
  return {
    async of({ account, ip }) {
      if (!account) return decide({ standing: null, signals: {} }, ip, '')
      const entry = await entryOf(account.accountId)
      const phone = account.phone ? await phoneCountry(account.phone) : ''
      const basis = `${ip} ${phone} ${books.version()}`
      if (!entry.market || entry.asked !== basis) {
        entry.market = decide(entry.kept, ip, phone)
        entry.asked = basis
      }
      return entry.market
    },
    changed(accountId) {
      bus.local('account-market', String(accountId))
    },
  }
}
