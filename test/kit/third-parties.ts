import { createHmac } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import { decodeProtectedHeader, importSPKI, jwtVerify } from 'jose'
import Provider from 'oidc-provider'
import { freePort } from './shop.ts'

/** `hd`: Google's claim for the Workspace domain that manages the account. */
export type Person = { sub: string; email: string; verified: boolean; hd?: string }
export type Party = { url: string; stop(): void }

const listen = async (server: Server): Promise<Party> => {
  const port = await freePort()
  await new Promise<void>((ready) => {
    server.listen(port, '127.0.0.1', ready)
  })
  return {
    url: `http://127.0.0.1:${port}`,
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

type Client = { id: string; secret: string; redirectUri: string }
/** Apple's client secret: a JWT that we sign, verified with the team's public key. */
type AppleSecret = { publicKey: string; keyId: string; teamId: string }

/** A real OpenID Connect server (the oidc-provider library); `person()` is the person who signs in. */
export async function oidcServer(client: Client, person: () => Person, apple?: AppleSecret): Promise<Party> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const provider = new Provider(url, {
    clients: [
      {
        client_id: client.id,
        client_secret: client.secret,
        redirect_uris: [client.redirectUri],
        response_types: ['code'],
        grant_types: ['authorization_code'],
        token_endpoint_auth_method: 'client_secret_post',
        id_token_signed_response_alg: 'RS256',
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified', 'hd'] },
    conformIdTokenClaims: false,
    pkce: { required: () => apple === undefined },
    features: { devInteractions: { enabled: true } },
    findAccount: (_context, id) => ({
      accountId: id,
      claims: () => {
        const { sub, email, verified, hd } = person()
        return { sub, email, email_verified: verified, ...(hd ? { hd } : {}) }
      },
    }),
  })
  if (apple) {
    provider.Client.prototype.compareClientSecret = async (secret: string) => {
      const { payload } = await jwtVerify(secret, await importSPKI(apple.publicKey, 'ES256'), {
        issuer: apple.teamId,
        subject: client.id,
        audience: url,
      })
      return decodeProtectedHeader(secret).kid === apple.keyId && (payload.exp ?? 0) - (payload.iat ?? 0) <= 15_777_000
    }
  }
  const answer = provider.callback()
  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((ready) => {
    server.listen(port, '127.0.0.1', ready)
  })
  return {
    url,
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** A browser without pages. It follows redirects by hand and keeps cookies for each host and port. */
export class Browser {
  readonly #cookies = new Map<string, Map<string, string>>()

  async go(
    url: string,
    form?: Record<string, string>,
  ): Promise<{ status: number; url: string; location: string | null; body: string }> {
    const { host } = new URL(url)
    const jar = this.#cookies.get(host) ?? new Map<string, string>()
    this.#cookies.set(host, jar)
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form ? { method: 'POST', body: new URLSearchParams(form) } : {}),
    })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (value === '') jar.delete(name)
      else jar.set(name, value)
    }
    const location = response.headers.get('location')
    return {
      status: response.status,
      url,
      location: location && new URL(location, url).toString(),
      body: await response.text(),
    }
  }

  /** Follows redirects, and signs in and consents at the OpenID server, until an address begins with `end`. */
  async follow(url: string, end: string, login: string): Promise<string> {
    let next: string = url
    for (let step = 0; step < 20; step++) {
      if (next.startsWith(end)) return next
      const page = await this.go(next)
      if (page.location) {
        next = page.location
        continue
      }
      const form = /<form[^>]*action="([^"]+)"[^>]*>([\s\S]*?)<\/form>/.exec(page.body)
      if (!form) throw new Error(`stuck at ${next}: ${page.status} ${page.body.slice(0, 300)}`)
      const fields = Object.fromEntries(
        [...(form[2] ?? '').matchAll(/name="([^"]+)"[^>]*?value="([^"]*)"/g)].map((field) => [
          field[1] ?? '',
          field[2] ?? '',
        ]),
      )
      const answer = await this.go(
        new URL(form[1] ?? '', next).toString(),
        fields.prompt === 'login' ? { ...fields, login, password: 'x' } : fields,
      )
      if (!answer.location)
        throw new Error(`the form of ${next} led nowhere: ${answer.status} ${answer.body.slice(0, 300)}`)
      next = answer.location
    }
    throw new Error(`too many steps, last ${next}`)
  }
}

const query = (path: string | undefined): URLSearchParams => new URL(path ?? '/', 'http://site.invalid').searchParams

/** Facebook's dialog and graph, as documented: the code is valid once, and the token needs its proof. */
export async function facebookFake(app: { id: string; secret: string }, person: () => string): Promise<Party> {
  const codes = new Map<string, string>()
  return await listen(
    createServer((request, response) => {
      const uRLSearchParams = query(request.url)
      const json = (status: number, body: object): void => {
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
      }
      if (request.url?.startsWith('/dialog/oauth')) {
        const code = `fb-${codes.size}`
        codes.set(code, uRLSearchParams.get('redirect_uri') ?? '')
        const back = new URL(uRLSearchParams.get('redirect_uri') ?? '')
        back.search = new URLSearchParams({ code, state: uRLSearchParams.get('state') ?? '' }).toString()
        response.writeHead(302, { location: back.toString() }).end()
      } else if (request.url?.startsWith('/oauth/access_token')) {
        const login = codes.get(uRLSearchParams.get('code') ?? '')
        codes.delete(uRLSearchParams.get('code') ?? '')
        if (
          login !== uRLSearchParams.get('redirect_uri') ||
          uRLSearchParams.get('client_secret') !== app.secret ||
          uRLSearchParams.get('client_id') !== app.id
        )
          json(400, { error: { type: 'OAuthException', code: 100 } })
        else json(200, { access_token: 'fb-token', token_type: 'bearer', expires_in: 5_000_000 })
      } else if (request.url?.startsWith('/me')) {
        const proof = createHmac('sha256', app.secret).update('fb-token').digest('hex')
        if (uRLSearchParams.get('access_token') !== 'fb-token' || uRLSearchParams.get('appsecret_proof') !== proof)
          json(400, { error: { type: 'GraphMethodException', code: 100 } })
        else json(200, { id: person() })
      } else json(404, {})
    }),
  )
}

/** WeChat's QR page and token call, as documented: errors come with HTTP 200 and an errcode. */
export async function wechatFake(
  app: { id: string; secret: string },
  person: () => { openid: string; unionid?: string } | 'refuses',
): Promise<Party> {
  return await listen(
    createServer((request, response) => {
      const uRLSearchParams = query(request.url)
      const json = (body: object): void => {
        response.writeHead(200, { 'content-type': 'text/plain' }).end(JSON.stringify(body))
      }
      const who = person()
      if (request.url?.startsWith('/connect/qrconnect')) {
        const back = new URL(uRLSearchParams.get('redirect_uri') ?? '')
        back.search = new URLSearchParams({
          ...(who === 'refuses' ? {} : { code: 'wx-code' }),
          state: uRLSearchParams.get('state') ?? '',
        }).toString()
        response.writeHead(302, { location: back.toString() }).end()
      } else if (
        uRLSearchParams.get('secret') !== app.secret ||
        uRLSearchParams.get('appid') !== app.id ||
        uRLSearchParams.get('code') !== 'wx-code' ||
        who === 'refuses'
      )
        json({ errcode: 40029, errmsg: 'invalid code' })
      else json({ access_token: 'wx', expires_in: 7200, refresh_token: 'r', scope: 'snsapi_login', ...who })
    }),
  )
}
