import type { Article, ArticleItem, HomeConf, Product, ShopWindow } from '@hc/contract/calls'
import type { Namespace, SourceMessages } from '@hc/i18n/messages'
import type { ComponentType } from 'react'
import type { Source } from './source.ts'

export type Params = Readonly<Record<string, string>>
/** What the home page shows. */
export type HomeData = Omit<HomeConf, 'footer'>
/** What the server renders a page with: each page's loader gives some of it. */
export type PageData = {
  conf?: HomeData
  article?: Article
  result?: readonly ArticleItem[]
  html?: string
  shop?: ShopWindow
  /** The one that the page is about. */
  goods?: Product
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
  /** The texts that the page needs beside `common`. */
  readonly namespaces: readonly Namespace[]
  /** The part of the query that changes what is loaded and rendered, in one canonical form. */
  readonly query?: (query: URLSearchParams) => URLSearchParams
  /** Data that the page is rendered with, on the server too. Null: there is no such thing, status 404. */
  readonly loader?: (source: Source, at: { params: Params; query: URLSearchParams }) => Promise<PageData | null>
  readonly status?: 404
  /** It shows the prices of the visitor's country. */
  readonly priced?: true
}

export type Redirect = { readonly path: string; readonly redirect: string }
export type PageModule = { default: ComponentType<PageProps<unknown>> }

export type Match = { route: Route; params: Params; query: URLSearchParams }

/** The values of a pattern's names, or undefined when the path is another one. */
export function matchPath(pattern: string, path: string): Params | undefined {
  const wanted = pattern.split('/')
  const given = path.replace(/(?<=.)\/+$/, '').split('/')
  if (wanted.length !== given.length) return undefined
  const params: Record<string, string> = {}
  for (const [index, part] of wanted.entries()) {
    const value = given[index] ?? ''
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
