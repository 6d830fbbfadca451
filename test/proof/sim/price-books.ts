import { EXACT_PACK, exactAmount, exactStep } from '@hc/domain/money/exact-points'
import type { Query } from '../../../apps/server/src/platform/db.ts'
import type { Ctx } from '../../../apps/server/src/ctx.ts'
import type { SellableProduct } from '../../../apps/server/src/shop/order/create-order.ts'
import { type Currency, currencies, items, marketOf, packs, pointRate, priceIn, type ShownPrice } from './goods.ts'
import { count, type Rng, type Tally } from './rng.ts'

type Options = {
  rng: Rng
  faults: Tally
  start: (name: string, run: (ctx: Ctx) => Promise<unknown>) => void
}

export type PriceBooks = ReturnType<typeof createPriceBooks>

const goods = [...items, ...packs]

/** Books of prices in the simulation's currencies: their prices change while orders are made. */
export function createPriceBooks({ rng, faults, start }: Options) {
  /** Prices as lists show them: a new price is shown once its writer has the answer. */
  const prices = new Map<string, ShownPrice>()
  const rates = new Map(currencies.map((currency) => [currency, pointRate(currency)]))
  const keyOf = (currency: Currency, { cp_goods_id: id }: SellableProduct): string => `${currency} ${id}`

  return {
    /** Opens the currencies and writes their books. */
    async make(q: Query): Promise<void> {
      for (const currency of currencies) {
        await q({ text: 'select open_currency($1)' }, [currency])
        await q({ text: `insert into price_book (book_id, currency, tax) values ($1, $2, 'none')` }, [
          currency.toLowerCase(),
          currency,
        ])
        await q({ text: 'insert into book_country (country, book_id) values ($1, $2)' }, [
          marketOf[currency],
          currency.toLowerCase(),
        ])
        await q({ text: 'insert into point_rate (book_id, minor_per_1000_points) values ($1, $2)' }, [
          currency.toLowerCase(),
          pointRate(currency),
        ])
        for (const good of goods) {
          const { amount } = priceIn(currency, good, good.price_cents)
          const [answer] = await q<{ id: number }>(
            {
              text: `insert into price (book_id, cp_goods_id, amount_minor, starts_at, by)
                values ($1, $2, $3, app_now(), 'sql:sim') returning price_id as id`,
            },
            [currency.toLowerCase(), good.cp_goods_id, amount],
          )
          if (answer) prices.set(keyOf(currency, good), { id: answer.id, amount })
        }
      }
    },
    shown(currency: Currency, product: SellableProduct): ShownPrice {
      if (product.cp_goods_id === EXACT_PACK)
        return { id: 0, amount: exactAmount(product.price_cents, rates.get(currency) ?? 0, currency) }
      const price = prices.get(keyOf(currency, product))
      if (!price) throw new Error(`no price of ${product.cp_goods_id} in ${currency}`)
      return price
    },
    /** Changes the rate of points that are bought by number. */
    rerate(): void {
      const currency = rng.pick(currencies)
      const rate = Math.round(pointRate(currency) * (0.8 + 0.4 * rng.next()))
      count(faults, 'a rate of points changes')
      start('rerate', async ({ q }) => {
        await q({ name: 'rerate', text: 'update point_rate set minor_per_1000_points = $2 where book_id = $1' }, [
          currency.toLowerCase(),
          rate,
        ])
        rates.set(currency, rate)
      })
    },
    /** Closes a currency that has no open orders, and opens it again: its late money is booked all the same. */
    close(): void {
      const currency = rng.pick(currencies)
      start('close a currency', async ({ q }) => {
        const [closed] = await q<{ refusal: string | null }>(
          { name: 'close-currency', text: 'select desk.close_currency($1) as refusal' },
          [currency],
        )
        count(faults, closed?.refusal === null ? 'a currency closes' : 'a currency stays open')
      })
    },
    reopen(): void {
      const currency = rng.pick(currencies)
      start('open a currency again', async ({ q }) => {
        await q({ name: 'reopen-currency', text: 'select open_currency($1)' }, [currency])
      })
    },
    /** Changes an item's price, or removes a country from its book and puts it back. */
    change(): void {
      const currency = rng.pick(currencies)
      const product = rng.pick(goods)
      if (rng.chance(0.15)) {
        count(faults, 'a market flaps')
        start('flap', async ({ q }) => {
          const book = currency.toLowerCase()
          await q({ name: 'no-country', text: `select save_book_countries($1, '{}')` }, [book])
          await q({ name: 'country', text: 'select save_book_countries($1, $2)' }, [book, [marketOf[currency]]])
        })
        return
      }
      const step = exactStep(currency)
      const amount = Math.ceil((priceIn(currency, product, product.price_cents).amount + rng.int(50)) / step) * step
      count(faults, 'a price changes')
      start('reprice', async ({ q }) => {
        const [saved] = await q<{ refusal: string | null; price_id: number }>(
          {
            name: 'save-price',
            text: `select refusal, price_id from save_price($1, $2, $3, 1, null, null, 'sql:sim')`,
          },
          [currency.toLowerCase(), product.cp_goods_id, amount],
        )
        if (saved?.refusal === null) prices.set(keyOf(currency, product), { id: saved.price_id, amount })
      })
    },
  }
}
