import type { CallContext } from '../../http/calls.ts'
import type { Market } from './markets.ts'

const asCountry = (told: unknown): string =>
  typeof told === 'string' && /^[A-Za-z]{2}$/.test(told) ? told.toUpperCase() : ''

/** The header by which a visitor of the demo says where they are. */
const DEMO_HEADER = 'x-demo-country'

/** The country of a request's connection, as the proxy in front says it where one is configured; '' where none does. */
export function connectionCountry({ app, request }: Pick<CallContext, 'app' | 'request'>): string {
  const { countryHeader, demo } = app.config
  const shown = demo ? asCountry(request.headers[DEMO_HEADER]) : ''
  return shown || (countryHeader ? asCountry(request.headers[countryHeader]) : '')
}

/** The market of the signed-in player. @throws AppError tokenFail, InvalidToken */
export async function playersMarket(context: CallContext): Promise<Market> {
  const account = await context.player()
  return await context.app.markets.of({ account, ip: connectionCountry(context) })
}
