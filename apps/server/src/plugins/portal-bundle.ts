import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { SettingInit, Article, ArticleItem, HomeConf } from '@hc/contract/calls'
import type { Locale } from '@hc/contract/locales'
import type { FastifyInstance } from 'fastify'

/** The portal's server build as this process knows it (apps/portal/src/entry.server.tsx). No app imports another app's source. */
type Source = {
  homeConf(): HomeConf
  bulletin(): ArticleItem | null
  articles(query: { type: number; page: number; size: number }): { result: ArticleItem[]; total: number }
  article(id: string): Article | null
}
type Assets = {
  styles: readonly string[]; entry: string; client: string; guard: string
  preload: (files: readonly string[]) => readonly string[]; font: (name: string) => string | undefined; art: (url: string) => string | undefined
}
type RenderInput = { key: string; locale: Locale; source: Source; init: SettingInit; origin: string }
type Entry = {
  resolve(path: string, search: string): { redirect: string } | { key: string }
  render(input: RenderInput & { assets: Assets }): Promise<{ status: 200 | 404; html: string; cacheable: boolean }>
}
export type Portal = {
  resolve(path: string, search: string): Promise<ReturnType<Entry['resolve']>>
  render(input: RenderInput): ReturnType<Entry['render']>
  /** In development: Vite's client added to the page. */
  devHtml(url: string, html: string): Promise<string>
}
type Manifest = Record<string, { file: string; isEntry?: boolean; css?: string[]; imports?: string[] }>

const root = fileURLToPath(new URL('../../../portal/', import.meta.url))
const ENTRY = 'src/entry.start.ts'
const CLIENT = 'src/entry.client.tsx'
const GUARD = 'src/entry.guard.ts'
const YEAR_SECONDS = 31_536_000
const DAY_SECONDS = 86_400
const ART_MAX = 12_000

/** Small SVG files of our own art folder, read once: the page may carry them. */
function artOf(folder: string): Assets['art'] {
  const read = new Map<string, string | undefined>()
  return (url) => {
    if (!/^\/art\/[\w/-]+\.svg$/.test(url)) return undefined
    if (!read.has(url)) {
      const text = existsSync(folder + url) ? readFileSync(folder + url, 'utf8') : ''
      read.set(url, text.length > 0 && text.length <= ART_MAX ? text : undefined)
    }
    return read.get(url)
  }
}

/** The files that a page needs, from the build's manifest: each with everything that it imports. */
function assetsOf(manifest: Manifest): Assets {
  const preload = (files: readonly string[]): string[] => {
    const found = new Set<string>()
    const visit = (key: string): void => {
      const chunk = manifest[key]
      if (!chunk || found.has(`/${chunk.file}`)) return
      found.add(`/${chunk.file}`)
      for (const one of chunk.imports ?? []) visit(one)
    }
    for (const file of files) visit(file.startsWith('packages/') ? `../../${file}` : file)
    return [...found]
  }
  const font = (name: string): string | undefined => {
    const key = Object.keys(manifest).find((one) => one.endsWith(`/${name}`))
    return key && `/${manifest[key]?.file ?? ''}`
  }
  const styles = new Set(Object.values(manifest).flatMap((chunk) => [...(chunk.css ?? []), ...(chunk.file.endsWith('.css') ? [chunk.file] : [])]))
  return { styles: [...styles].map((file) => `/${file}`), entry: `/${manifest[ENTRY]?.file ?? ''}`, client: `/${manifest[CLIENT]?.file ?? ''}`, guard: `/${manifest[GUARD]?.file ?? ''}`, preload, font, art: artOf(`${root}dist/client`) }
}

/** The built portal: hashed files for ever, art for a day, all compressed at build time. */
export async function builtPortal(app: FastifyInstance): Promise<Portal> {
  const dist = `${root}dist/`
  const manifest = JSON.parse(readFileSync(`${dist}client/manifest.json`, 'utf8')) as Manifest
  const entry = (await import(pathToFileURL(`${dist}server/entry.server.js`).href)) as Entry
  const assets = assetsOf(manifest)
  await app.register(fastifyStatic, {
    root: `${dist}client/assets/`, prefix: '/assets/', decorateReply: true, preCompressed: true, index: false, immutable: true,
    maxAge: YEAR_SECONDS * 1000,
  })
  await app.register(fastifyStatic, { root: `${dist}client/art/`, prefix: '/art/', decorateReply: false, preCompressed: true, index: false, maxAge: DAY_SECONDS * 1000 })
  app.get('/favicon.ico', (_request, reply) => reply.header('cache-control', `public, max-age=${DAY_SECONDS}`).sendFile('favicon.svg', `${dist}client/art/`))
  return {
    resolve: (path, search) => Promise.resolve(entry.resolve(path, search)),
    render: (input) => entry.render({ ...input, assets }),
    devHtml: (_url, html) => Promise.resolve(html),
  }
}

/** The portal from source through Vite, with hot reload, on the server's own port. */
export async function devPortal(app: FastifyInstance): Promise<Portal> {
  const [{ default: middie }, { createServer }] = await Promise.all([import('@fastify/middie'), import('vite')])
  const vite = await createServer({
    configFile: `${root}vite.config.ts`, server: { middlewareMode: true, hmr: { server: app.server } }, appType: 'custom',
  })
  app.addHook('preClose', () => vite.close())
  await app.register(middie)
  app.use((request, response, next) => {
    // Vite knows its own addresses; the pages and the API are ours.
    if (/^\/(@|src\/|node_modules\/|art\/)/.test(request.url ?? '')) vite.middlewares(request, response, next)
    else next()
  })
  const load = async (): Promise<Entry> => (await vite.ssrLoadModule('/src/entry.server.tsx')) as unknown as Entry
  const assets: Assets = { styles: ['/src/styles/app.css'], entry: `/${ENTRY}`, client: `/${CLIENT}`, guard: `/${GUARD}`, preload: () => [], font: () => undefined, art: () => undefined }
  return {
    resolve: async (path, search) => (await load()).resolve(path, search),
    render: async (input) => (await load()).render({ ...input, assets }),
    devHtml: (url, html) => vite.transformIndexHtml(url, html),
  }
}
