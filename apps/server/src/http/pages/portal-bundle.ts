import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { SettingInit, Article, ArticleItem, HomeConf, ShopWindow } from '@hc/contract/calls'
import type { Locale } from '@hc/contract/locales'
import type { FastifyInstance } from 'fastify'
import type { Brand } from '../../shop/brand/brand.ts'
import { devServer } from '../dev-server.ts'
import { brandCatalogs, brandRoutes, brandStyles } from '../../shop/brand/brand.routes.ts'

/**
 * The portal's server build as this process knows it (apps/portal/src/entry.server.tsx). No app imports another app's
 * source.
 */
type Source = {
  homeConf(): HomeConf
  bulletin(): ArticleItem | null
  articles(query: { type: number; page: number; size: number }): { result: ArticleItem[]; total: number }
  article(id: string): Article | null
  shop(): ShopWindow | null
  shopAtHand(): ShopWindow | null
}
type Assets = {
  styles: readonly string[]
  entry: string
  client: string
  guard: string
  preload: (files: readonly string[]) => readonly string[]
  font: (name: string) => string | undefined
  art: (url: string) => string | undefined
  worker: string | undefined
  offline: string
}
type RenderInput = {
  key: string
  locale: Locale
  known: boolean
  source: Source
  init: SettingInit
  origin: string
  brand: PageBrand
}
/**
 * The brand's part of a page's head. `named` puts the brand's name of the currency into a text; `catalogs` is the
 * address of its texts.
 */
export type PageBrand = {
  looks: readonly { scheme: 'dark' | 'light'; page: string }[]
  theme: 'dark' | 'light' | undefined
  hero: { scheme: 'dark' | 'light'; wide: string; narrow: string } | undefined
  favicon: string
  faces: readonly string[] | null
  touchIcon: string
  share: string
  catalogs: string | undefined
  named: ((text: string) => string) | undefined
}
type Entry = {
  resolve(path: string, search: string): { redirect: string } | { key: string; priced: boolean; shelf: boolean }
  render(input: RenderInput & { assets: Assets }): Promise<{ status: 200 | 404; html: string; cacheable: boolean }>
  renderOffline(input: OfflineInput & { assets: Assets }): Promise<string>
  renderSoon(input: SoonInput & { assets: Assets }): Promise<string>
}
export type OfflineInput = Pick<RenderInput, 'locale' | 'init' | 'brand'>
export type SoonInput = OfflineInput & { hero: HomeConf['hero'] }
export type Portal = {
  resolve(path: string, search: string): Promise<ReturnType<Entry['resolve']>>
  render(input: RenderInput): ReturnType<Entry['render']>
  /** The page for players who are offline. */
  renderOffline(input: OfflineInput): Promise<string>
  /** The page of a shop that was never open. */
  renderSoon(input: SoonInput): Promise<string>
  /** The service worker's script, and the addresses that the offline page needs; undefined without one. */
  worker: { script: string; files: readonly string[]; build: string } | undefined
  /** In development: Vite's client added to the page. */
  devHtml(url: string, html: string): Promise<string>
}
type Manifest = Record<string, { file: string; isEntry?: boolean; css?: string[]; imports?: string[] }>

const root = fileURLToPath(new URL('../../../../portal/', import.meta.url))
/** The folder with the marks of payment providers and methods; `dev`: from source. */
export const payMarks = (dev: boolean): string => `${root}${dev ? 'public' : 'dist/client'}/art`

const ENTRY = 'src/entry.start.ts'
const CLIENT = 'src/entry.client.tsx'
const GUARD = 'src/entry.guard.ts'
const WORKER = 'src/entry.worker.ts'
const OFFLINE = 'src/entry.offline.ts'
const YEAR_SECONDS = 31_536_000
const ART_MAX = 12_000

/** Small SVG files of the brand, which a page may contain inline. */
const artOf =
  ({ files }: Brand): Assets['art'] =>
  (url) => {
    const file = files.get(url)
    return file?.kind === 'svg' && file.body.length <= ART_MAX ? file.body.toString() : undefined
  }

/** The files that a page needs, from the build's manifest. Each comes with everything that it imports. */
function assetsOf(manifest: Manifest, brand: Brand): Assets {
  const preload = (files: readonly string[]): string[] => {
    const modules = new Set<string>()
    const visit = (key: string): void => {
      const chunk = manifest[key]
      if (!chunk || modules.has(`/${chunk.file}`)) return
      modules.add(`/${chunk.file}`)
      for (const name of chunk.imports ?? []) visit(name)
    }
    for (const file of files) visit(file.startsWith('packages/') ? `../../${file}` : file)
    return [...modules]
  }
  const font = (name: string): string | undefined => {
    const key = Object.keys(manifest).find((candidate) => candidate.endsWith(`/${name}`))
    return key && `/${manifest[key]?.file ?? ''}`
  }
  const styles = new Set(
    Object.values(manifest).flatMap((chunk) => [
      ...(chunk.css ?? []),
      ...(chunk.file.endsWith('.css') ? [chunk.file] : []),
    ]),
  )
  return {
    styles: [...styles].map((file) => `/${file}`),
    entry: `/${manifest[ENTRY]?.file ?? ''}`,
    client: `/${manifest[CLIENT]?.file ?? ''}`,
    guard: `/${manifest[GUARD]?.file ?? ''}`,
    preload,
    font,
    art: artOf(brand),
    worker: `/${manifest[WORKER]?.file ?? ''}`,
    offline: `/${manifest[OFFLINE]?.file ?? ''}`,
  }
}

/**
 * The built portal: hashed files that caches may keep for a year, all compressed at build time. Its style sheet ends
 * with the brand's part.
 */
export async function builtPortal(
  app: FastifyInstance,
  brand: Brand,
  { webApp, formerAssets }: { webApp: boolean; formerAssets: string | null },
): Promise<Portal> {
  const dist = `${root}dist/`
  const manifestText = readFileSync(`${dist}client/manifest.json`, 'utf8')
  const manifest = JSON.parse(manifestText) as Manifest
  const entry = (await import(pathToFileURL(`${dist}server/entry.server.js`).href)) as Entry
  const built = assetsOf(manifest, brand)
  const sheet = built.styles.map((url) => readFileSync(`${dist}client${url}`, 'utf8')).join('\n')
  const style = brandStyles(app, brand, sheet)
  const assets = { ...built, styles: [style], worker: webApp ? built.worker : undefined }
  const catalogs = brandCatalogs(app, brand, `${dist}client/assets`)
  brandRoutes(app, brand, payMarks(false))
  await app.register(fastifyStatic, {
    // A tab that stays open asks for files of the release that made its page.
    root: [`${dist}client/assets/`, ...(formerAssets !== null && existsSync(formerAssets) ? [formerAssets] : [])],
    prefix: '/assets/',
    decorateReply: true,
    preCompressed: true,
    index: false,
    // A file never changes under its name; its tag is enough.
    lastModified: false,
    immutable: true,
    maxAge: YEAR_SECONDS * 1000,
  })
  return {
    resolve: (path, search) => Promise.resolve(entry.resolve(path, search)),
    render: (input) => entry.render({ ...input, assets, brand: { ...input.brand, catalogs } }),
    renderOffline: (input) => entry.renderOffline({ ...input, assets, brand: { ...input.brand, catalogs } }),
    renderSoon: (input) => entry.renderSoon({ ...input, assets, brand: { ...input.brand, catalogs } }),
    worker:
      assets.worker === undefined
        ? undefined
        : {
            script: readFileSync(`${dist}client${assets.worker}`, 'utf8'),
            files: [style, assets.offline],
            build: `${manifestText}${style}${brand.version}`,
          },
    devHtml: (_url, html) => Promise.resolve(html),
  }
}

/** The portal from source through Vite, with hot reload, on the server's own port. */
export async function devPortal(app: FastifyInstance, brand: Brand): Promise<Portal> {
  const vite = await devServer(app, root)
  brandRoutes(app, brand, payMarks(true))
  const style = brandStyles(app, brand, '')
  const load = async (): Promise<Entry> => (await vite.ssrLoadModule('/src/entry.server.tsx')) as Entry
  const assets: Assets = {
    styles: ['/src/styles/app.css', style],
    entry: `/${ENTRY}`,
    client: `/${CLIENT}`,
    guard: `/${GUARD}`,
    preload: () => [],
    font: () => undefined,
    art: () => undefined,
    worker: undefined,
    offline: `/${OFFLINE}`,
  }
  return {
    resolve: async (path, search) => (await load()).resolve(path, search),
    render: async (input) => (await load()).render({ ...input, assets }),
    renderOffline: async (input) => (await load()).renderOffline({ ...input, assets }),
    renderSoon: async (input) => (await load()).renderSoon({ ...input, assets }),
    worker: undefined,
    devHtml: (url, html) => vite.transformIndexHtml(url, html),
  }
}
