import type { Article, ArticleItem, HomeConf, Product, ShopWindow } from '@hc/contract/calls'
import type { Namespace, SourceMessages } from '@hc/i18n/messages'
import type { ComponentType } from 'react'
import type { Source } from './source.ts'

export type Params = Readonly<Record<string, string>>
/** The data of the home page. */
export type HomeData = Omit<HomeConf, 'footer'>
/** The data that the server renders a page with; each page's loader gives a part of it. */
export type PageData = {
  conf?: HomeData
  article?: Article
  result?: readonly ArticleItem[]
  html?: string
  shop?: ShopWindow
  /** The item or pack that the page is about. */
  goods?: Product
  /** What a guest would see, as outlines until the player's own list is there. */
  outlines?: readonly Product[]
}
export type PageProps<Data = undefined> = { data: Data; params: Params }
export type TitleKey = keyof SourceMessages['common']['title']

export type Route = {
  /** `:name` matches one segment. */
  readonly path: string
  readonly title: TitleKey
  /** `player`: needs a session; without one the visitor goes to /login?redirect=. */
  readonly guard: 'open' | 'player'
  readonly layout: 'main' | 'bare'
  /** The file below src/routes, loaded when the page is first visited. */
  readonly file: string
  /** The texts that the page needs besides `common`. */
  readonly namespaces: readonly Namespace[]
  /** The part of the query that changes the loaded data or the rendering, in one canonical form. */
  readonly query?: (query: URLSearchParams) => URLSearchParams
  /** Loads the data that the page is rendered with, on the server, too. Null: the thing does not exist, status 404. */
  readonly loader?: (source: Source, at: { params: Params; query: URLSearchParams }) => Promise<PageData | null>
  readonly status?: 404
  /** The page shows the goods or the prices of the visitor's country. */
  readonly priced?: true
}

export type Redirect = { readonly path: string; readonly redirect: string }
export type PageModule = { default: ComponentType<PageProps<unknown>> }

export type Match = { route: Route; params: Params; query: URLSearchParams }

/** The values of a pattern's names, or undefined if the path does not match. */
export function matchPath(pattern: string, path: string): Params | undefined {
  const parts = pattern.split('/')
  const pathParts = path.replace(/(?<=.)\/+$/, '').split('/')
  if (parts.length !== pathParts.length) return undefined
  const params: Record<string, string> = {}
  for (const [index, part] of parts.entries()) {
    const value = pathParts[index] ?? ''
    if (part.startsWith(':')) {
      if (value === '') return undefined
      try {
        params[part.slice(1)] = decodeURIComponent(value)
      } catch {
        return undefined
      }
    } else if (part !== value) return undefined
  }
  return params
}
