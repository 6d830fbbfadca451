import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'

const built = fileURLToPath(new URL('../../../../docs/dist/', import.meta.url))
const CSP =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; " +
  "form-action 'none'; frame-ancestors 'none'"
const HOUR_MS = 3_600_000

/**
 * Registers the documents of this version at `/docs/guide/`, and what machines read of them (llmstxt.org). The build
 * makes them (apps/docs/build.ts); without it nothing is registered.
 */
export async function guidePages(app: FastifyInstance): Promise<void> {
  if (!existsSync(built)) return
  await app.register(fastifyStatic, {
    root: built,
    prefix: '/docs/guide/',
    decorateReply: false,
    preCompressed: true,
    index: false,
    maxAge: HOUR_MS,
    setHeaders: (reply, path) => {
      reply.header('content-security-policy', CSP)
      if (path.endsWith('.md')) reply.header('content-type', 'text/markdown; charset=utf-8')
    },
  })
  app.get('/docs/guide', async (_request, reply) => reply.redirect('/docs/guide/index.html'))
  for (const name of ['llms.txt', 'llms-full.txt'])
    app.get(`/${name}`, async (_request, reply) => reply.redirect(`/docs/guide/${name}`))
}
