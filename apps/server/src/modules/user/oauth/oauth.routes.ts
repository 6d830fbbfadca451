import { randomBytes } from 'node:crypto'
import { AppError } from '@hc/contract/errors'
import { OAUTH_CODE_SECONDS } from '@hc/domain/limits'
import { safeRedirect } from '@hc/domain/redirect'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AppDeps } from '../../../app-deps.ts'
import { issueToken } from '../one-time-token.ts'
import { hashToken } from '../session.ts'
import { facebook } from './facebook.ts'
import { type Identity, OAuthFailed, type OAuthProvider, type ProviderName, providerNames, returnParam } from './provider.ts'
import { wechat } from './wechat.ts'

const COOKIE = 'hc_oauth'
const STATE_MINUTES = 10

type StateRow = { provider: string; nonce: string; verifier: string; redirect: string; remember: boolean }

async function createProviders({ oauth }: AppDeps['config']): Promise<Map<ProviderName, OAuthProvider>> {
  const made = new Map<ProviderName, OAuthProvider>()
  if (oauth.facebook) made.set('facebook', facebook(oauth.facebook, oauth.timeoutMs))
  // OpenID Connect's libraries are loaded where somebody speaks it.
  if (oauth.google || oauth.apple) {
    const { apple, google } = await import('./oidc.ts')
    if (oauth.google) made.set('google', google(oauth.google, oauth.timeoutMs))
    if (oauth.apple) made.set('apple', apple(oauth.apple, oauth.timeoutMs))
  }
  if (oauth.wechat) made.set('wechat', wechat(oauth.wechat, oauth.timeoutMs))
  return made
}

const random = (): string => randomBytes(32).toString('base64url')

/**
 * Sign-in by a third party: `GET /api/user/oauth/{provider}/start?redirect=&remember=1` → the third party → `GET|POST …/callback` →
 * `/login?{param}=` a one-time code, or `false` (contract, section 3). A state is good once, for ten minutes, and for the
 * browser that left with it: a link that somebody else began signs nobody in.
 */
export async function oauthRoutes(fastify: FastifyInstance, app: AppDeps): Promise<void> {
  const { config, ctx: { q, log, alarm } } = app
  const providers = await createProviders(config)
  const secure = config.publicUrl.startsWith('https:')
  const cookie = (value: string, seconds: number): string =>
    `${COOKIE}=${value}; Path=/api/user/oauth; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`
  const redirectUri = (name: ProviderName): string => `${config.publicUrl}/api/user/oauth/${name}/callback`
  const provider = (request: FastifyRequest): [ProviderName, OAuthProvider] => {
    const name = providerNames.find((one) => one === (request.params as { provider: string }).provider)
    const found = name && providers.get(name)
    if (!name || !found) throw new AppError('NotFound')
    return [name, found]
  }
  const back = async (reply: FastifyReply, name: ProviderName, value: string, redirect: string): Promise<FastifyReply> => {
    const query = new URLSearchParams({ [returnParam[name]]: value, ...(redirect ? { redirect } : {}) })
    return await reply.header('cache-control', 'no-store').header('set-cookie', cookie('', 0)).redirect(`${config.publicUrl}/login?${query}`, 303)
  }

  fastify.get<{ Querystring: { redirect?: string; remember?: string } }>('/api/user/oauth/:provider/start', async (request, reply) => {
    const [name, party] = provider(request)
    const state = random()
    const browser = random()
    const leaving = { state, nonce: random(), verifier: random(), redirectUri: redirectUri(name) }
    // Only a path of this site comes back (contract, section 3); none stays none.
    const redirect = typeof request.query.redirect === 'string' ? safeRedirect(request.query.redirect) : ''
    let url: URL
    try { url = await party.start(leaving) } catch (error) {
      if (!(error instanceof OAuthFailed)) throw error
      log.warn({ provider: name, reason: error.message }, 'a third-party sign-in could not begin')
      return await back(reply, name, 'false', redirect)
    }
    await q({
      text: `insert into oauth_state (state_hash, provider, browser_hash, nonce, verifier, redirect, remember, created_at) values ($1, $2, $3, $4, $5, $6, $7, app_now())`,
    }, [hashToken(state), name, hashToken(browser), leaving.nonce, leaving.verifier, redirect, request.query.remember === '1'])
    return await reply.header('cache-control', 'no-store').header('set-cookie', cookie(browser, STATE_MINUTES * 60)).redirect(url.toString(), 302)
  })

  async function callback(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const [name, party] = provider(request)
    const query = new URL(request.url, 'http://site.invalid').searchParams
    const state = query.get('state') ?? ''
    const browser = new RegExp(`(?:^|;\\s*)${COOKIE}=([\\w-]{43})`).exec(request.headers.cookie ?? '')?.[1] ?? ''
    const [left] = await q<StateRow>({
      text: `delete from oauth_state where state_hash = $1 and browser_hash = $2 and provider = $3
                and created_at > app_now() - interval '${STATE_MINUTES} minutes' returning provider, nonce, verifier, redirect, remember`,
    }, [hashToken(state), hashToken(browser), name])
    if (!left) {
      alarm('sign_in_failed', { provider: name, reason: 'nobody here began it' })
      return await back(reply, name, 'false', '')
    }
    let identity: Identity
    try {
      identity = await party.finish({ query, state, nonce: left.nonce, verifier: left.verifier, redirectUri: redirectUri(name) })
    } catch (error) {
      if (!(error instanceof OAuthFailed)) throw error
      alarm('sign_in_failed', { provider: name, reason: error.message })
      return await back(reply, name, 'false', left.redirect)
    }
    const account = await accountOf(app, name, identity)
    if (account === undefined) {
      alarm('sign_in_failed', { provider: name, reason: 'no account has this identity' })
      return await back(reply, name, 'false', left.redirect)
    }
    const { token } = await issueToken(q, account, 'oauth', OAUTH_CODE_SECONDS, left.remember)
    return await back(reply, name, token, left.redirect)
  }

  await fastify.register((scope, _options, done) => {
    scope.get('/api/user/oauth/:provider/callback', callback)
    // Apple answers by form post, across sites and so without our cookie: the browser is asked to come again by itself.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, parsed) => { parsed(null, body.toString()) })
    scope.post('/api/user/oauth/:provider/callback', async (request, reply) => {
      provider(request)
      const form = new URLSearchParams(typeof request.body === 'string' ? request.body : '')
      const kept = new URLSearchParams([...form].filter(([field]) => ['code', 'state', 'error', 'iss'].includes(field)))
      return await reply.header('cache-control', 'no-store').redirect(`${config.publicUrl}${request.url.split('?')[0] ?? ''}?${kept}`, 303)
    })
    done()
  })
}

/** The account of an identity: as the game said, as an earlier sign-in found, or by an email that the third party vouches for. */
async function accountOf({ config, ctx: { q } }: AppDeps, provider: ProviderName, { subject, verifiedEmail }: Identity): Promise<number | undefined> {
  const [known] = await q<{ account_id: number; disabled: boolean }>({
    name: 'identity', text: 'select a.account_id, a.disabled from external_identity i join account a using (account_id) where i.provider = $1 and i.subject = $2',
  }, [provider, subject])
  if (known) return known.disabled ? undefined : known.account_id
  if (!verifiedEmail || !config.oauth.linkByEmail) return undefined
  const [linked] = await q<{ account_id: number }>({
    text: `insert into external_identity (provider, subject, account_id) select $1, $2, account_id from account where email = $3 and not disabled
           on conflict (provider, subject) do update set provider = excluded.provider returning account_id`,
  }, [provider, subject, verifiedEmail])
  return linked?.account_id
}
