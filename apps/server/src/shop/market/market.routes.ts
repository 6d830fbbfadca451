import type { Market as Told } from '@hc/contract/calls'
import { AppError } from '@hc/contract/errors'
import type { CallContext, Register } from '../../http/calls.ts'
import type { Ctx } from '../../ctx.ts'
import type { Refusal } from '../../sql-refusals.ts'
import { hashToken } from '../identity/session.ts'
import type { Markets } from './markets.ts'
import { seconds, shopWindow, toldMarket, type WindowParts } from './shop-window.ts'
import { anybodysMarket, playersMarket, type VisitorParts } from './visitor.ts'

type Parts = WindowParts & VisitorParts & { ctx: Pick<Ctx, 'q'>; markets: Markets }

/** Drops the player's cached market after a change, and returns the new one. */
async function changedMarket(app: Parts, context: CallContext): Promise<Told> {
  app.markets.changed((await context.player()).accountId)
  return toldMarket(app, await playersMarket(app, context))
}

const unknown = (path: string, message: string): AppError =>
  new AppError('InvalidParams', { issues: [{ path, message }] })

export function marketRoutes(register: Register, app: Parts): void {
  register('market/get', async (_body, context) => toldMarket(app, await anybodysMarket(app, context)))

  register('shop/catalog', async (_body, context) =>
    shopWindow(app, await anybodysMarket(app, context), context.locale),
  )

  register('market/set', async ({ country }, context) => {
    if (!toldMarket(app, await playersMarket(app, context)).countries.includes(country))
      throw unknown('country', 'is a country that has prices of its own, or that a sign names')
    const [set] = await app.ctx.q<{ refusal: Refusal<'set_market'> | null; change_ms: number }>(
      {
        name: 'set-market',
        text: `select refusal, (extract(epoch from change_from) * 1000)::float8 as change_ms from set_market($1, $2)`,
      },
      [hashToken(context.token), country],
    )
    if (set?.refusal === 'session') return await context.sessionGone()
    if (set?.refusal) throw new AppError(set.refusal, { change_ts: seconds(set.change_ms) })
    return await changedMarket(app, context)
  })

  register('market/appeal', async ({ text }, context) => {
    const market = await playersMarket(app, context)
    const declared = market.evidence.find(({ signal }) => signal === 'declared')?.country
    const country = declared ?? market.country
    if (!country) throw unknown('', 'nothing says a country: declare one first')
    const [answer] = await app.ctx.q<{ refusal: Refusal<'appeal_market'> | null }>(
      { name: 'appeal-market', text: 'select refusal from appeal_market($1, $2, $3) as refusal' },
      [hashToken(context.token), country, text],
    )
    if (answer?.refusal === 'session') return await context.sessionGone()
    return await changedMarket(app, context)
  })
}
