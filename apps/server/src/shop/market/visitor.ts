import type { FastifyRequest } from 'fastify'
import type { AppDeps } from '../../app-deps.ts'
import type { CallContext } from '../../http/calls.ts'
import type { Market } from './markets.ts'

const asCountry = (told: unknown): string =>
  typeof told === 'string' && /^[A-Za-z]{2}$/.test(told) ? told.toUpperCase() : ''

/** The header by which a visitor of the demo chooses a country. */
const DEMO_HEADER = 'x-demo-country'

type Asking = { app: { config: Pick<AppDeps['config'], 'demo' | 'countryHeader'> }; request: FastifyRequest }

/** The headers that may name a connection's country. */
export const countryHeaders = ({ countryHeader, demo }: Asking['app']['config']): string[] => [
  ...(countryHeader ? [countryHeader] : []),
  ...(demo ? [DEMO_HEADER] : []),
]

/**
 * The country of a request's connection, from the configured header of the proxy in front; '' if no header names one.
 */
export function connectionCountry({ app, request }: Asking): string {
  const { countryHeader, demo } = app.config
  const shown = demo ? asCountry(request.headers[DEMO_HEADER]) : ''
  return shown || (countryHeader ? asCountry(request.headers[countryHeader]) : '')
}

/** The same for a page. A visitor of the demo chooses the country in the address. */
export function pageCountry({ app, request }: Asking, query: URLSearchParams): string {
  const shown = app.config.demo ? asCountry(query.get('demo_country')) : ''
  return shown || connectionCountry({ app, request })
}

/** The market of the signed-in player. @throws AppError tokenFail, InvalidToken */
export async function playersMarket(context: CallContext): Promise<Market> {
  const account = await context.player()
  return await context.app.markets.of({ account, ip: connectionCountry(context) })
}

/** The market of any caller. A caller without a live session counts as a visitor. */
export async function anybodysMarket(context: CallContext): Promise<Market> {
  const account = context.token ? await context.player().catch(() => null) : null
  return await context.app.markets.of({ account, ip: connectionCountry(context) })
}
