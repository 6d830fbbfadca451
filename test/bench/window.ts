import { locales } from '@hc/contract/locales'
import { loadCatalog } from '../../apps/server/src/shop/catalog/catalog.ts'
import { loadBooks } from '../../apps/server/src/shop/market/books.ts'
import { createMarkets } from '../../apps/server/src/shop/market/markets.ts'
import { shopWindow } from '../../apps/server/src/shop/market/shop-window.ts'
import { openDatabase } from '../../apps/server/src/platform/db.ts'

/**
 * The shop window at the prices of each book and in each language, as a process makes it from memory: prints the
 * processor's ms of one such list, and of writing a list that is there as JSON, its yardstick. A process of its own,
 * for the database's types are set for all of one. `node test/bench/window.ts DATABASE_URL LISTS`
 */
const [url = '', times = ''] = process.argv.slice(2)
const db = openDatabase(url, { max: 1, onError: () => undefined })
const follow = async (_what: string, load: () => Promise<void>): Promise<void> => await load()
const nothing = (): undefined => undefined
const bus = { connected: () => true, on: nothing, onConnect: nothing, local: nothing, stop: () => Promise.resolve() }
const catalog = await loadCatalog(db.query, { follow })
const books = await loadBooks(db.query, { follow, look: () => Promise.resolve() } as never, Date.now)
const markets = createMarkets(db.query, bus, books, Date.now)
const app = { books, catalog, ctx: { now: Date.now } } as Parameters<typeof shopWindow>[0]
// A country of each book, and one without.
const countries = [...new Map(books.countries().map((country) => [books.of(country)?.book_id, country])).values(), '']
const all = await Promise.all(countries.map((ip) => markets.of({ account: null, ip })))
if (all.length < 2) throw new Error('no book of prices: nothing is measured')

const pairs = all.flatMap((market) => locales.map((locale) => ({ market, locale })))
const lists = pairs.map(({ market, locale }) => shopWindow(app, market, locale))
if (lists.some(({ items }) => items.length === 0)) throw new Error('a window sells nothing')

/** ms of the processor for each of `count` calls. */
function cost(count: number, call: (n: number) => unknown): number {
  for (let n = 0; n < count / 8; n++) call(n % pairs.length)
  const before = process.cpuUsage()
  for (let n = 0; n < count; n++) call(n % pairs.length)
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000 / count
}
const count = Number(times)
const text = cost(count, (n) => JSON.stringify(lists[n]))
const cpuMs = cost(count, (n) => {
  const { market, locale } = pairs[n] as (typeof pairs)[number]
  return shopWindow(app, market, locale)
})
await db.end()
process.stdout.write(JSON.stringify({ made: cpuMs, text }))
