import type { FastifyInstance } from 'fastify'
import type { ViteDevServer } from 'vite'

/** Serves an application's sources through Vite, with hot reload, on the server's own port. For development alone. */
export async function devServer(fastify: FastifyInstance, root: string): Promise<ViteDevServer> {
  const [{ default: middie }, { createServer }] = await Promise.all([import('@fastify/middie'), import('vite')])
  const vite = await createServer({
    configFile: `${root}vite.config.ts`,
    server: { middlewareMode: true, hmr: { server: fastify.server } },
    appType: 'custom',
  })
  fastify.addHook('preClose', () => vite.close())
  await fastify.register(middie)
  fastify.use((request, response, next) => {
    // Vite answers its own addresses. We answer pages and the API.
    if (/^\/(@|src\/|node_modules\/)/.test(request.url ?? '')) vite.middlewares(request, response, next)
    else next()
  })
  return vite
}
