import type { FastifyRequest } from 'fastify'
import type { Config } from '../../config/config.ts'
import type { CallContext } from '../../http/calls.ts'
import type { Market, Markets } from './markets.ts'

const asCountry = (value: unknown): string =>
  typeof value === 'string' && /^[A-Za-z]{2}$/.test(value) ? value.toUpperCase() : ''

/** The header by which a visitor of the demo chooses a country. */
const DEMO_HEADER = 'x-demo-country'

type VisitorConfig = Pick<Config, 'demo' | 'countryHeader'>
export type VisitorParts = { config: VisitorConfig; markets: Pick<Markets, 'of'> }

/** The headers that may name a connection's country. */
export const countryHeaders = ({ countryHeader, demo }: VisitorConfig): string[] => [
  ...(countryHeader ? [countryHeader] : []),
  ...(demo ? [DEMO_HEADER] : []),
]

/**
 * The country of a request's connection, from the configured header of the proxy in front; '' if no header names one.
 */
export function connectionCountry({ countryHeader, demo }: VisitorConfig, request: FastifyRequest): string {
  const demoCountry = demo ? asCountry(request.headers[DEMO_HEADER]) : ''
  return demoCountry || (countryHeader ? asCountry(request.headers[countryHeader]) : '')
}

/** The same for a page. A visitor of the demo chooses the country in the address. */
export function pageCountry(config: VisitorConfig, request: FastifyRequest, query: URLSearchParams): string {
  const demoCountry = config.demo ? asCountry(query.get('demo_country')) : ''
  return demoCountry || connectionCountry(config, request)
}

/** The market of the signed-in player. @throws AppError tokenFail, InvalidToken */
export async function playersMarket({ config, markets }: VisitorParts, context: CallContext): Promise<Market> {
  const account = await context.player()
  return await markets.of({ account, ip: connectionCountry(config, context.request) })
}

/** The market of any caller. A caller without a live session counts as a visitor. */
export async function anybodysMarket({ config, markets }: VisitorParts, context: CallContext): Promise<Market> {
  const account = context.token ? await context.player().catch(() => null) : null
  return await markets.of({ account, ip: connectionCountry(config, context.request) })
}
