import { importPKCS8, SignJWT } from 'jose'
import * as oidc from 'openid-client'
import { type Identity, type OAuthProvider, OAuthFailed, OAuthNoAnswer } from './provider.ts'

type Settings = {
  issuer: string
  clientId: string
  timeoutMs: number
  scope: string
  /** Called for each sign-in, because Apple's secret is valid for minutes. */
  auth: () => Promise<oidc.ClientAuth>
  /** Further parameters of the authorization request. */
  extra: Record<string, string>
  /** True if the provider vouches that a verified address still belongs to the person. */
  vouchesFor: (email: string, claims: oidc.IDToken) => boolean
  /** Reads the provider's userinfo endpoint if the ID token has no address. */
  userInfo?: boolean
}

const message = (error: unknown): string =>
  (error instanceof Error ? `${error.name}: ${error.message}` : String(error)).slice(0, 300)

/** True if the provider refused; false if it gave no usable answer. */
const isRefusal = (error: unknown): boolean =>
  error instanceof oidc.ResponseBodyError ||
  error instanceof oidc.AuthorizationResponseError ||
  (error instanceof oidc.ClientError &&
    !['OAUTH_TIMEOUT', 'OAUTH_ABORT', 'OAUTH_RESPONSE_IS_NOT_CONFORM', 'OAUTH_RESPONSE_IS_NOT_JSON'].includes(
      error.code ?? '',
    ))
const failure = (error: unknown): OAuthFailed =>
  error instanceof OAuthFailed
    ? error
    : isRefusal(error)
      ? new OAuthFailed(message(error))
      : new OAuthNoAnswer(message(error))

/**
 * Authorization code flow of OpenID Connect Core 1.0 (section 3.1) with PKCE, state and nonce; openid-client checks
 * issuer, audience, expiry, nonce and the signature against the provider's keys.
 */
export function oidcProvider(settings: Settings): OAuthProvider {
  const issuer = new URL(settings.issuer)
  const timeout = Math.ceil(settings.timeoutMs / 1000)
  const insecure = issuer.protocol === 'http:' ? { execute: [oidc.allowInsecureRequests] } : {}
  let discovery: Promise<oidc.ServerMetadata> | undefined
  // The metadata is read once and cached. A failure is not cached, so the next sign-in reads it again.
  const server = (): Promise<oidc.ServerMetadata> =>
    (discovery ??= oidc.discovery(issuer, settings.clientId, undefined, undefined, { timeout, ...insecure }).then(
      (config) => config.serverMetadata(),
      (error: unknown) => {
        discovery = undefined
        throw new OAuthNoAnswer(message(error))
      },
    ))
  async function configuration(): Promise<oidc.Configuration> {
    const config = new oidc.Configuration(await server(), settings.clientId, undefined, await settings.auth())
    config.timeout = timeout
    for (const relax of insecure.execute ?? []) relax(config)
    return config
  }

  return {
    async start({ state, nonce, verifier, redirectUri }, wishes = {}) {
      return oidc.buildAuthorizationUrl(await configuration(), {
        redirect_uri: redirectUri,
        scope: settings.scope,
        state,
        nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        ...settings.extra,
        ...wishes,
      })
    },
    async finish({ query, state, nonce, verifier, redirectUri }): Promise<Identity> {
      const config = await configuration()
      const back = new URL(redirectUri)
      back.search = query.toString()
      try {
        const tokens = await oidc.authorizationCodeGrant(config, back, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        })
        const claims = tokens.claims()
        if (!claims) throw new OAuthFailed('no id token')
        const { sub, auth_time: authTime } = claims
        // Some providers put the address into the token and say only at the userinfo endpoint that it is verified.
        const silent = claims.email === undefined || claims.email_verified === undefined
        const person =
          settings.userInfo && silent && config.serverMetadata().userinfo_endpoint
            ? await oidc.fetchUserInfo(config, tokens.access_token, sub)
            : claims
        const { email, email_verified: verified } = person
        // Apple sometimes sends the flag as text ("Sign in with Apple REST API", identity token claims).
        const isVerified = typeof email === 'string' && (verified === true || verified === 'true')
        const address = isVerified ? email.toLowerCase() : ''
        return {
          subject: sub,
          verifiedEmail: isVerified && settings.vouchesFor(address, claims) ? address : null,
          ...(authTime === undefined ? {} : { authTime }),
        }
      } catch (error) {
        throw failure(error)
      }
    },
  }
}

export type GoogleConfig = { issuer: string; clientId: string; clientSecret: string }

/**
 * Google is the authority for its own addresses and for those of a Workspace domain (`hd`), according to "Verify the
 * Google ID token on your server side". Any other address was verified once, and may belong to another person by now.
 */
const googleVouches: Settings['vouchesFor'] = (email, { hd }) =>
  email.endsWith('@gmail.com') || (typeof hd === 'string' && hd !== '')

/** Sign in with Google, by OpenID Connect. `timeoutMs` bounds each call. */
export const google = (config: GoogleConfig, timeoutMs: number): OAuthProvider =>
  oidcProvider({
    issuer: config.issuer,
    clientId: config.clientId,
    timeoutMs,
    scope: 'openid email',
    auth: () => Promise.resolve(oidc.ClientSecretPost(config.clientSecret)),
    extra: {},
    vouchesFor: googleVouches,
  })

export type AppleConfig = { issuer: string; clientId: string; teamId: string; keyId: string; privateKey: string }

const SECRET_SECONDS = 300

/**
 * Apple's client secret is a JWT that we sign (ES256) for each call ("Creating a client secret"); its answer with an
 * email is a form post.
 */
export function apple(config: AppleConfig, timeoutMs: number): OAuthProvider {
  const key = importPKCS8(config.privateKey.replaceAll('\\n', '\n'), 'ES256')
  // A wrong key fails the sign-in that needs it, not the process.
  key.catch(() => undefined)
  const auth = async (): Promise<oidc.ClientAuth> =>
    oidc.ClientSecretPost(
      await new SignJWT()
        .setProtectedHeader({ alg: 'ES256', kid: config.keyId })
        .setIssuer(config.teamId)
        .setSubject(config.clientId)
        .setAudience(config.issuer)
        .setIssuedAt()
        .setExpirationTime(`${SECRET_SECONDS}s`)
        .sign(await key),
    )
  return oidcProvider({
    issuer: config.issuer,
    clientId: config.clientId,
    timeoutMs,
    scope: 'openid email',
    auth,
    extra: { response_mode: 'form_post' },
    vouchesFor: () => true,
  })
}
