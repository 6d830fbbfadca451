import { randomBytes } from 'node:crypto'
import { AppError } from '@hc/contract/errors'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { type DeskContext, hashOf, type Who } from '../../http/desk/desk-calls.ts'
import { deskTransaction } from '../../http/desk/transaction.ts'
import type { Database } from '../../platform/db.ts'
import { type Identity, OAuthFailed, OAuthNoAnswer, type OAuthProvider } from '../../shop/identity/oauth/provider.ts'
import type { SsoSettings, StaffDeps } from './staff-deps.ts'

const STATE_MINUTES = 10
/** Minutes for which a shown factor counts. */
const FRESH_MINUTES = 5
/** Seconds by which the provider's clock may be behind ours. */
const CLOCKS = 30

const leaving = z.object({ nonce: z.string(), verifier: z.string() })
type Leaving = z.output<typeof leaving> & { state: string; begunAt: Date }
/** The redirected party: a browser before sign-in, or a session that shows a factor again. */
type Traveller = { browser: string } | { who: Who }

const random = (): string => randomBytes(32).toString('base64url')

/** Single sign-on by OpenID Connect, for the desk's people. Its libraries are loaded where somebody uses it. */
export class Sso {
  readonly #deps: StaffDeps
  readonly #db: Pick<Database, 'pool'>
  #loading: Promise<OAuthProvider> | undefined

  constructor(deps: StaffDeps, db: Pick<Database, 'pool'>) {
    this.#deps = deps
    this.#db = db
  }

  #settings(): SsoSettings {
    if (!this.#deps.sso) throw new AppError('WayClosed')
    return this.#deps.sso
  }

  /** @throws AppError WayClosed: people sign in by single sign-on alone */
  refuseOthers(): void {
    if (this.#deps.sso?.only) throw new AppError('WayClosed')
  }

  #provider(): Promise<OAuthProvider> {
    const { issuer, clientId, clientSecret, timeoutMs } = this.#settings()
    return (this.#loading ??= Promise.all([import('../../shop/identity/oauth/oidc.ts'), import('openid-client')]).then(
      ([{ oidcProvider }, { ClientSecretPost }]) =>
        oidcProvider({
          issuer,
          clientId,
          timeoutMs,
          scope: 'openid email',
          auth: () => Promise.resolve(ClientSecretPost(clientSecret)),
          extra: {},
          vouchesFor: () => true,
          userInfo: true,
        }),
    ))
  }

  /** The provider's answer. @throws AppError SsoNoAnswer, SsoRefused */
  async #ask<T>(work: (provider: OAuthProvider) => Promise<T>): Promise<T> {
    try {
      return await work(await this.#provider())
    } catch (error) {
      if (!(error instanceof OAuthFailed)) throw error
      this.#deps.log.warn({ reason: error.message }, 'single sign-on at the desk failed')
      throw new AppError(error instanceof OAuthNoAnswer ? 'SsoNoAnswer' : 'SsoRefused')
    }
  }

  async #leave(traveller: Traveller, wishes: Record<string, string>): Promise<{ url: string }> {
    const { q, origin, ssoSeal } = this.#deps
    // The return page knows from the state whether it was a sign-in or a step-up.
    const secrets = { state: `${'who' in traveller ? 'up' : 'in'}.${random()}`, nonce: random(), verifier: random() }
    const url = await this.#ask((provider) => provider.start({ ...secrets, redirectUri: `${origin}/sso` }, wishes))
    const sealedSecrets = ssoSeal.close(JSON.stringify({ nonce: secrets.nonce, verifier: secrets.verifier }))
    const by =
      'who' in traveller
        ? [traveller.who.staff_id, traveller.who.session_id, null]
        : [null, null, hashOf(traveller.browser)]
    await q(
      {
        text: `insert into desk.sso_state (state_hash, kept, staff_id, session_id, browser_hash, begun_at, expires_at)
          values ($1, $2, $3, $4, $5, app_now(), app_now() + make_interval(mins => $6))`,
      },
      [hashOf(secrets.state), sealedSecrets, ...by, STATE_MINUTES],
    )
    return { url: url.toString() }
  }

  /** The provider's address for a sign-in. */
  async begin(request: FastifyRequest, reply: FastifyReply): Promise<{ url: string }> {
    this.#settings()
    const { ssoCookie } = this.#deps
    // A second tab keeps the first one's.
    const browser = ssoCookie.read(request) || random()
    const answer = await this.#leave({ browser }, {})
    ssoCookie.write(reply, browser, STATE_MINUTES * 60)
    return answer
  }

  /** The provider's address for a step-up: it asks for the factor again, whatever session it has. */
  async beginStepUp(who: Who): Promise<{ url: string }> {
    this.#settings()
    return await this.#leave({ who }, { max_age: '0', prompt: 'login', login_hint: who.email })
  }

  /** Uses up a state: it works once, and in the browser that started with it. @throws AppError SsoRefused */
  async take(query: string, traveller: Traveller): Promise<Leaving> {
    this.#settings()
    const state = new URLSearchParams(query).get('state') ?? ''
    const by =
      'who' in traveller
        ? [traveller.who.staff_id, traveller.who.session_id, null]
        : [null, null, hashOf(traveller.browser)]
    const [row] = await this.#deps.q<{ kept: Buffer; begun_at: Date }>(
      {
        text: `delete from desk.sso_state where state_hash = $1 and staff_id is not distinct from $2
            and session_id is not distinct from $3 and browser_hash is not distinct from $4 and expires_at > app_now()
          returning kept, begun_at`,
      },
      [hashOf(state), ...by],
    )
    if (!row) throw new AppError('SsoRefused')
    return { ...leaving.parse(JSON.parse(this.#deps.ssoSeal.open(row.kept))), state, begunAt: row.begun_at }
  }

  /**
   * The identity that the provider vouches for.
   *
   * @throws AppError SsoNoAnswer, SsoRefused
   */
  async #identityOf(query: string, departure: Leaving): Promise<Identity> {
    const { begunAt: _begun, ...secrets } = departure
    return await this.#ask((provider) =>
      provider.finish({ ...secrets, query: new URLSearchParams(query), redirectUri: `${this.#deps.origin}/sso` }),
    )
  }

  /** The person that came back from the provider. @throws AppError as of `#answered`, SsoNotInvited */
  async finish({ request, by }: DeskContext, query: string): Promise<number> {
    const departure = await this.take(query, { browser: this.#deps.ssoCookie.read(request) })
    const { issuer } = this.#settings()
    const { subject, verifiedEmail } = await this.#identityOf(query, departure)
    return await deskTransaction(this.#db, { ...by, actor: 'sso' }, async (q) => {
      const [row] = await q<{ staff_id: number | null }>({ text: 'select desk.sso_person($1, $2, $3) as staff_id' }, [
        issuer,
        subject,
        verifiedEmail,
      ])
      if (row?.staff_id == null) throw new AppError('SsoNotInvited')
      return row.staff_id
    })
  }

  /**
   * Notes that somebody showed a factor at the provider after leaving for it. Seconds since 1970 until which it counts.
   *
   * @throws AppError as of `#answered`, SsoNotInvited (somebody else), SsoRefused (the provider did not ask anew)
   */
  async stepUp({ who, by }: DeskContext, query: string, departure: Leaving, tryId: number): Promise<number> {
    const me = who()
    const { issuer } = this.#settings()
    const { subject, verifiedEmail, authTime } = await this.#identityOf(query, departure)
    if (authTime === undefined || authTime < Math.floor(departure.begunAt.getTime() / 1000) - CLOCKS)
      throw new AppError('SsoRefused', { why: 'stale' })
    return await deskTransaction(this.#db, by, async (q) => {
      const [person] = await q<{ staff_id: number | null }>(
        { text: 'select desk.sso_person($1, $2, $3) as staff_id' },
        [issuer, subject, verifiedEmail],
      )
      if (person?.staff_id !== me.staff_id) throw new AppError('SsoNotInvited', { why: 'other' })
      const [fresh] = await q<{ until: number }>(
        {
          text: `with back as (delete from desk.staff_failure where try_id = $3)
            update desk.staff_session set fresh_until = app_now() + make_interval(mins => $2)
             where session_id = $1 and ended_at is null
            returning floor(extract(epoch from fresh_until))::int as until`,
        },
        [me.session_id, FRESH_MINUTES, tryId],
      )
      if (!fresh) throw new AppError('StaffSessionOver')
      await q({ text: `select desk.note('staff', $1)` }, [String(me.staff_id)])
      return fresh.until
    })
  }
}
