import { createHmac } from 'node:crypto'
import { lookup as find } from 'node:dns'
import { lookup } from 'node:dns/promises'
import type { LookupFunction } from 'node:net'
import { jsonCall, NoAnswer } from '@hc/channels/http'
import { signWebhook } from '@hc/channels/signature'
import { isPublic } from '../../platform/public-address.ts'
import type { Handed, Transport } from './transports.ts'

/**
 * The addresses of a host for the connection itself, unless one of them is in a private network. The check is at the
 * connection, because a name may resolve to another address a moment after an earlier look-up (DNS rebinding).
 */
export const outsideOnly: LookupFunction = (host, options, callback) =>
  find(host, { ...options, all: true }, (error, addresses) => {
    const inside =
      error ??
      (addresses.some(({ address }) => !isPublic(address))
        ? new Error('the address is within a private network')
        : null)
    const [first] = addresses ?? []
    if (inside || !first) callback(inside ?? new Error('the host is not known'), '', 0)
    else if (options.all) callback(null, addresses)
    else callback(null, first.address, first.family)
  })

/**
 * The reason why an alert may not go to an address; '' if it may. `ALERT_PRIVATE=1` allows http and addresses in a
 * private network; otherwise neither is allowed.
 */
export async function refusedTarget(target: string, allowPrivate: boolean): Promise<string> {
  const url = URL.parse(target)
  if (!url || url.username !== '' || url.password !== '') return 'this is no address of a web hook'
  if (url.protocol !== 'https:' && !(allowPrivate && url.protocol === 'http:')) return 'only https is called'
  if (allowPrivate) return ''
  try {
    const addresses = await lookup(url.hostname.replace(/^\[|\]$/g, ''), { all: true })
    return addresses.some(({ address }) => !isPublic(address)) ? 'the address is within a private network' : ''
  } catch {
    return 'the host is not known'
  }
}

/** The secret of a web hook's signature, derived from installation and address, so that none is stored. */
export const alertSecret = (installation: string, target: string): string =>
  `whsec_${createHmac('sha256', installation).update(`alert channel ${target}`).digest('base64')}`

type Config = { secret: string; allowPrivate: boolean; timeoutMs: number }

/**
 * Alerts by HTTP: `{id, type, at, text, help}` signed by the Standard Webhooks headers, or `{text}` for Slack and
 * compatible services, with the address of `help` on its second line. Redirects are not followed. 2xx means sent; 4xx
 * other than 408, 425 and 429 means refused; anything else is retried with the same id.
 */
export function alertTransport(kind: 'webhook' | 'slack', config: Config, nowMs: () => number): Transport {
  return {
    async send(id, target, letter): Promise<Handed> {
      const refused = await refusedTarget(target, config.allowPrivate)
      if (refused !== '') return { state: 'unknown', detail: refused }
      const name = `alert_${id}`
      const at = Math.floor(nowMs() / 1000)
      const body = JSON.stringify(
        kind === 'slack'
          ? { text: letter.help ? `${letter.subject}\n${letter.help}` : letter.subject }
          : { id: name, type: 'alert', at, text: letter.subject, ...(letter.help && { help: letter.help }) },
      )
      const signed =
        kind === 'slack'
          ? {}
          : {
              'webhook-id': name,
              'webhook-timestamp': String(at),
              'webhook-signature': signWebhook(alertSecret(config.secret, target), name, at, body),
            }
      let status = 0
      try {
        const { timeoutMs, allowPrivate } = config
        const how = { timeoutMs, ...(allowPrivate ? {} : { lookup: outsideOnly }) }
        status = (await jsonCall({ method: 'POST', url: target, body, headers: signed, ...how })).status
      } catch (error) {
        if (!(error instanceof NoAnswer)) throw error
        // Slack answers "ok", which is not JSON.
        if (error.status < 200) return { state: 'unknown', detail: error.message.slice(0, 300) }
        status = error.status
      }
      if (status >= 200 && status < 300) return { state: 'gone' }
      const forGood = status >= 400 && status < 500 && ![408, 425, 429].includes(status)
      return { state: forGood ? 'refused' : 'unknown', detail: `HTTP ${status}` }
    },
    close: () => undefined,
  }
}
