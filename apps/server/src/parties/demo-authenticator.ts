import { createHash } from 'node:crypto'
import { roleKeys } from '@hc/contract/desk/permissions'
import type { FastifyInstance } from 'fastify'
import { Secret, TOTP } from 'otpauth'
import { page } from './html.ts'

/** The demo's people at the desk: `owner` and the others, one for each role, all with this password. */
export const DEMO_STAFF_PASSWORD = 'Demo-desk-1234'
export const DEMO_STAFF_DOMAIN = 'demo.example'

/**
 * The TOTP secret that a phone would hold. Every reader of this file knows it, so the end of the demo ends its people,
 * too.
 */
export const demoSecret = (role: string): string =>
  new Secret({
    buffer: new Uint8Array(createHash('sha256').update(`demo authenticator ${role}`).digest().subarray(0, 20)).buffer,
  }).base32

const codeOf = (role: string, ms: number): string =>
  new TOTP({ secret: Secret.fromBase32(demoSecret(role)) }).generate({ timestamp: ms })

/** The authenticator app of the demo's people: their one-time codes, on a page. */
export function demoAuthenticator(fastify: FastifyInstance, site: string, now: () => number): void {
  const codes = (): { role: string; code: string }[] =>
    roleKeys.toReversed().map((role) => ({ role, code: codeOf(role, now()) }))
  const secondsLeft = (): number => 30 - (Math.floor(now() / 1000) % 30)
  fastify.get(
    '/demo/authenticator.json',
    async (_request, reply) =>
      await reply.header('cache-control', 'no-store').send({ seconds_left: secondsLeft(), codes: codes() }),
  )
  fastify.get('/demo/authenticator', async (_request, reply) => {
    const rows = codes().map(
      ({ role, code }) => `<tr><td>${role}</td><td class="mono">${code.slice(0, 3)} ${code.slice(3)}</td></tr>`,
    )
    reply.header('refresh', String(secondsLeft()))
    return await page(
      reply,
      200,
      'Demo authenticator',
      `<p class="brand">${site} <span>demo authenticator</span></p><h1>One-time codes</h1>
<p>The phone of the demo's people at the desk. Each code is good once, for ${secondsLeft()} more seconds.</p>
<table>${rows.join('')}</table>`,
    )
  })
}
