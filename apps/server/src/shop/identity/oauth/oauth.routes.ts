import { fieldsOf } from '@hc/domain/record'
import { randomBytes } from 'node:crypto'
import { AppError } from '@hc/contract/errors'
import { OAUTH_CODE_SECONDS } from '@hc/domain/limits'
import { safeRedirect } from '@hc/domain/redirect'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Config } from '../../../config/config.ts'
import type { Ctx } from '../../../ctx.ts'
import { createSeal } from '../../../platform/seal.ts'
import { hashToken } from '../session.ts'
import { facebook } from './facebook.ts'
import {
  type Identity,
  OAuthFailed,
  type OAuthProvider,
  type ProviderName,
  providerNames,
  returnParam,
} from './provider.ts'
import { wechat } from './wechat.ts'

const COOKIE = 'hc_oauth'
const STATE_MINUTES = 10
/** Browsers limit a cookie to 4 KB, so a longer redirect is left out. */
const REDIRECT_MAX = 1500

/**
 * The state of a sign-in, sealed in the browser's cookie. The shop stores nothing until the third party has identified
 * the player. Decision 159.
 */
const leavingCookie = z.object({
  provider: z.enum(providerNames),
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  redirect: z.string(),
  remember: z.boolean(),
  at: z.number(),
})
type LeavingCookie = z.output<typeof leavingCookie>
type LeavingState = Omit<LeavingCookie, 'at'>

async function createProviders({ oauth }: Config): Promise<Map<ProviderName, OAuthProvider>> {
  const clients = new Map<ProviderName, OAuthProvider>()
  if (oauth.facebook) clients.set('facebook', facebook(oauth.facebook, oauth.timeoutMs))
  // The OpenID Connect libraries are loaded only if a provider needs them.
  if (oauth.google || oauth.apple) {
    const { apple, google } = await import('./oidc.ts')
    if (oauth.google) clients.set('google', google(oauth.google, oauth.timeoutMs))
    if (oauth.apple) clients.set('apple', apple(oauth.apple, oauth.timeoutMs))
  }
  if (oauth.wechat) clients.set('wechat', wechat(oauth.wechat, oauth.timeoutMs))
  return clients
}

const random = (): string => randomBytes(32).toString('base64url')

/**
 * Sign-in by a third party: `GET /api/user/oauth/{provider}/start?redirect=&remember=1` → the third party → `GET|POST
 * …/callback` → `/login?{param}=` a one-time code, or `false` (contract, section 3). A state is valid once, for ten
 * minutes, and only in the browser that began with it. A link that another person began therefore signs nobody in.
 */
export async function oauthRoutes(
  fastify: FastifyInstance,
  app: { config: Config; ctx: Pick<Ctx, 'q' | 'log' | 'alarm' | 'now'> },
): Promise<void> {
  const {
    config,
    ctx: { q, log, alarm, now },
  } = app
  const seal = createSeal(config.sessionSecrets, 'oauth')
  const providers = await createProviders(config)
  const secure = config.publicUrl.startsWith('https:')
  const cookie = (value: string, seconds: number): string =>
    `${COOKIE}=${value}; Path=/api/user/oauth; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`
  const redirectUri = (name: ProviderName): string => `${config.publicUrl}/api/user/oauth/${name}/callback`
  const provider = (request: FastifyRequest): [ProviderName, OAuthProvider] => {
    const name = providerNames.find((providerName) => providerName === fieldsOf(request.params).provider)
    const client = name && providers.get(name)
    if (!name || !client) throw new AppError('NotFound')
    return [name, client]
  }
  const back = async (
    reply: FastifyReply,
    name: ProviderName,
    value: string,
    redirect: string,
  ): Promise<FastifyReply> => {
    const query = new URLSearchParams({ [returnParam[name]]: value, ...(redirect ? { redirect } : {}) })
    return await reply
      .header('cache-control', 'no-store')
      .header('set-cookie', cookie('', 0))
      .redirect(`${config.publicUrl}/login?${query}`, 303)
  }

  fastify.get<{ Querystring: { redirect?: string; remember?: string } }>(
    '/api/user/oauth/:provider/start',
    async (request, reply) => {
      const [name, party] = provider(request)
      const leaving = { state: random(), nonce: random(), verifier: random(), redirectUri: redirectUri(name) }
      // The redirect may only be a path of this site (contract, section 3).
      const redirectWish = typeof request.query.redirect === 'string' ? safeRedirect(request.query.redirect) : ''
      const redirect = redirectWish.length > REDIRECT_MAX ? '' : redirectWish
      let url: URL
      try {
        url = await party.start(leaving)
      } catch (error) {
        if (!(error instanceof OAuthFailed)) throw error
        log.warn({ provider: name, reason: error.message }, 'a third-party sign-in could not begin')
        return await back(reply, name, 'false', redirect)
      }
      const { redirectUri: _ours, ...rest } = leaving
      const leavingPlayer: LeavingCookie = {
        provider: name,
        ...rest,
        redirect,
        remember: request.query.remember === '1',
        at: now(),
      }
      const sealedCookie = seal.close(JSON.stringify(leavingPlayer)).toString('base64url')
      return await reply
        .header('cache-control', 'no-store')
        .header('set-cookie', cookie(sealedCookie, STATE_MINUTES * 60))
        .redirect(url.toString(), 302)
    },
  )

  /** The state of this browser's sign-in, if it began with this provider and state, and not too long ago. */
  async function leftWith(
    request: FastifyRequest,
    name: ProviderName,
    state: string,
  ): Promise<LeavingState | undefined> {
    const text = new RegExp(`(?:^|;\\s*)${COOKIE}=([\\w-]+)`).exec(request.headers.cookie ?? '')?.[1] ?? ''
    if (text.length === 43) return await leftBefore(name, state, text)
    try {
      const leavingPlayer = leavingCookie.parse(JSON.parse(seal.open(Buffer.from(text, 'base64url'))))
      const holds =
        leavingPlayer.provider === name &&
        leavingPlayer.state === state &&
        leavingPlayer.at > now() - STATE_MINUTES * 60_000
      return holds ? leavingPlayer : undefined
    } catch {
      return undefined
    }
  }
  /** An earlier version stored a row for each sign-in that began. This finds the ones in progress during an update. */
  async function leftBefore(provider: ProviderName, state: string, browser: string): Promise<LeavingState | undefined> {
    const [row] = await q<{ nonce: string; verifier: string; redirect: string; remember: boolean }>(
      {
        text: `delete from oauth_state where state_hash = $1 and browser_hash = $2 and provider = $3
                and created_at > app_now() - interval '${STATE_MINUTES} minutes'
             returning nonce, verifier, redirect, remember`,
      },
      [hashToken(state), hashToken(browser), provider],
    )
    return row && { provider, state, ...row }
  }

  async function callback(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const [name, party] = provider(request)
    const query = new URL(request.url, 'http://site.invalid').searchParams
    const state = query.get('state') ?? ''
    const leaving = await leftWith(request, name, state)
    if (!leaving) {
      alarm('sign_in_failed', { provider: name, reason: 'this browser began no sign-in with this state' })
      return await back(reply, name, 'false', '')
    }
    let identity: Identity
    try {
      identity = await party.finish({
        query,
        state,
        nonce: leaving.nonce,
        verifier: leaving.verifier,
        redirectUri: redirectUri(name),
      })
    } catch (error) {
      if (!(error instanceof OAuthFailed)) throw error
      alarm('sign_in_failed', { provider: name, reason: error.message })
      return await back(reply, name, 'false', leaving.redirect)
    }
    const token = random()
    // The account comes from a link that the game made, from an earlier sign-in, or from an email that the third party
    // vouches for.
    const email = config.oauth.linkByEmail ? identity.verifiedEmail : null
    const [account] = await q<{ account_id: number | null }>(
      {
        name: 'identity-token',
        text: 'select identity_token($1, $2, $3, $4, $5, $6, $7) as account_id',
      },
      [
        name,
        identity.subject,
        email,
        hashToken(state),
        hashToken(token),
        leaving.remember,
        `${OAUTH_CODE_SECONDS} seconds`,
      ],
    )
    if (!account?.account_id) {
      alarm('sign_in_failed', { provider: name, reason: 'no account has this identity' })
      return await back(reply, name, 'false', leaving.redirect)
    }
    return await back(reply, name, token, leaving.redirect)
  }

  await fastify.register((scope, _options, ready) => {
    scope.get('/api/user/oauth/:provider/callback', callback)
    // Apple answers by a cross-site form post, which comes without our cookie. The redirect makes the browser come
    // again with it.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, parsed) =>
      parsed(null, body.toString()),
    )
    scope.post('/api/user/oauth/:provider/callback', async (request, reply) => {
      provider(request)
      const form = new URLSearchParams(typeof request.body === 'string' ? request.body : '')
      const params = new URLSearchParams(
        [...form].filter(([field]) => ['code', 'state', 'error', 'iss'].includes(field)),
      )
      return await reply
        .header('cache-control', 'no-store')
        .redirect(`${config.publicUrl}${request.url.split('?')[0] ?? ''}?${params}`, 303)
    })
    ready()
  })
}
