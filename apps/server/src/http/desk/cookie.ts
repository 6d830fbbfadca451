import type { FastifyReply, FastifyRequest } from 'fastify'

/**
 * The desk's session cookie: `__Host-` binds it to one https host and the whole path, SameSite=Strict keeps other sites
 * from sending it. On http://localhost, where Safari takes no Secure cookie, it has the plain name.
 */
export type DeskCookie = {
  read(request: FastifyRequest): string
  write(reply: FastifyReply, token: string, seconds: number): void
  clear(reply: FastifyReply): void
}

/** `of`: another cookie of the same kind, for a browser before sign-in. */
export function deskCookie(secure: boolean, of: '' | '_sso' = ''): DeskCookie {
  const name = `${secure ? '__Host-' : ''}hc_desk${of}`
  const attributes = `Path=/; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`
  return {
    read({ headers: { cookie = '' } }) {
      for (const part of cookie.split(';')) {
        const [key, value = ''] = part.trim().split('=', 2)
        if (key === name && /^[\w-]{43}$/.test(value)) return value
      }
      return ''
    },
    write(reply, token, seconds) {
      reply.header('set-cookie', `${name}=${token}; ${attributes}; Max-Age=${seconds}`)
    },
    clear(reply) {
      reply.header('set-cookie', `${name}=; ${attributes}; Max-Age=0`)
    },
  }
}
