import { AppError } from '@hc/contract/errors'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'

/** The pages that describe the calls, in a Fastify instance of their own. */
async function pages(publicUrl: string): Promise<FastifyInstance> {
  const [{ default: swagger }, { default: swaggerUi }, { openApi }] = await Promise.all([
    import('@fastify/swagger'),
    import('@fastify/swagger-ui'),
    import('@hc/contract/openapi'),
  ])
  const fastify = Fastify()
  await fastify.register(swagger, { mode: 'static', specification: { document: openApi(publicUrl) as never } })
  await fastify.register(swaggerUi, {
    routePrefix: '/docs',
    staticCSP: true,
    // Allows the pages' own scripts and styles, and nothing of another host.
    transformStaticCSP: (header) =>
      [
        "default-src 'none'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
        "connect-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        ...(header.match(/(script|style)-src [^;]*/g) ?? []).map((part) => part.replace(/ https:/g, '')),
      ].join('; '),
  })
  return fastify
}

// Headers of one connection: the outer answer has its own.
const NOT_PASSED_ON = new Set(['connection', 'content-length', 'date', 'keep-alive', 'transfer-encoding'])

/**
 * `/docs`, and `/docs/json` for tools. They are built for the first visitor: few processes have one, and a process
 * without them holds 2.5 MB less.
 */
export function apiDocuments(fastify: FastifyInstance, publicUrl: string): void {
  let loading: Promise<FastifyInstance> | undefined
  const answer = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    loading ??= pages(publicUrl).catch((error: unknown) => {
      loading = undefined
      throw error
    })
    const { url, headers } = request
    const page = await (await loading).inject({ method: 'GET', url, headers })
    if (page.statusCode === 404) throw new AppError('NotFound')
    for (const [name, value] of Object.entries(page.headers))
      if (value !== undefined && !NOT_PASSED_ON.has(name)) reply.header(name, value)
    return await reply.code(page.statusCode).send(page.rawPayload.length > 0 ? page.rawPayload : undefined)
  }
  fastify.get('/docs', answer)
  fastify.get('/docs/*', answer)
}
