import type { CallContext } from './calls.ts'

/** The country that the proxy in front tells of a request (ISO 3166-1 alpha-2), '' where none is told. */
export function proxyCountry({ app, request }: Pick<CallContext, 'app' | 'request'>): string {
  const told = app.config.countryHeader ? request.headers[app.config.countryHeader] : undefined
  return typeof told === 'string' && /^[A-Za-z]{2}$/.test(told) ? told.toUpperCase() : ''
}
