import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import Provider from 'oidc-provider'
import { freePort } from './shop.ts'
import type { Party } from './third-parties.ts'

export const CLIENT = { id: 'hc-desk', secret: 'desk-secret-desk-secret-desk' }
/**
 * The person who signs in there. `shownAt`: the time of the sign-in that the provider reports, in seconds since 1970;
 * by default now.
 */
export type Someone = { sub: string; email: string; verified: boolean; shownAt?: number }
export type DeskProvider = Party & {
  someone: Someone
  /** `hangs`: it accepts requests and answers none. */
  mode: 'answers' | 'hangs'
  /** The token has the address, and only the userinfo endpoint says whether it is verified. */
  silentToken: boolean
  /** How often it showed its sign-in page. */
  pages: number
}

/** A company's single sign-on: a real OpenID Connect provider (oidc-provider) with a page of one button. */
export async function deskProvider(desk: string): Promise<DeskProvider> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const provider = new Provider(url, {
    clients: [
      {
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        redirect_uris: [`${desk}/sso`],
        response_types: ['code'],
        grant_types: ['authorization_code'],
        token_endpoint_auth_method: 'client_secret_post',
        id_token_signed_response_alg: 'RS256',
      },
    ],
    conformIdTokenClaims: false,
    claims: { openid: ['sub'], email: ['email', 'email_verified'] },
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    findAccount: (_context, id) => ({
      accountId: id,
      claims: (use) => {
        const { sub, email, verified } = party.someone
        if (use === 'id_token') return { sub, ...(party.silentToken ? { email } : {}) }
        return { sub, email, email_verified: verified }
      },
    }),
    // The company has consented for its people.
    async loadExistingGrant({ oidc }) {
      const grant = new provider.Grant({
        clientId: oidc.client?.clientId ?? '',
        accountId: oidc.session?.accountId ?? '',
      })
      grant.addOIDCScope('openid email')
      await grant.save()
      return grant
    },
  })
  const callback = provider.callback()
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (party.mode === 'hangs') return
    if (!request.url?.startsWith('/interaction/')) {
      await callback(request, response)
      return
    }
    if (request.method === 'POST') {
      const { sub, shownAt } = party.someone
      const login = { accountId: sub, ...(shownAt === undefined ? {} : { ts: shownAt }) }
      await provider.interactionFinished(request, response, { login }, { mergeWithLastSubmission: false })
      return
    }
    party.pages += 1
    response
      .setHeader('content-type', 'text/html; charset=utf-8')
      .end(
        `<!doctype html><title>House</title><form method="post" action="${request.url}">` +
          `<input type="hidden" name="prompt" value="login"><button>Go on as ${party.someone.email}</button></form>`,
      )
  }
  const server = createServer((request, response) => void answer(request, response))
  const party: DeskProvider = {
    url,
    someone: { sub: 'nobody', email: 'nobody@shop.example', verified: true },
    mode: 'answers',
    silentToken: false,
    pages: 0,
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
  await new Promise<void>((ready) => {
    server.listen(port, '127.0.0.1', ready)
  })
  return party
}

/** The settings of a shop with single sign-on. */
export const ssoEnv = (issuer: string): Record<string, string> => ({
  CONSOLE_OIDC_ISSUER: issuer,
  CONSOLE_OIDC_CLIENT_ID: CLIENT.id,
  CONSOLE_OIDC_CLIENT_SECRET: CLIENT.secret,
})
