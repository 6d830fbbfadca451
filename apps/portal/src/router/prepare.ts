import type { Locale } from '@hc/contract/locales'
import { CHUNK_TIMEOUT_MS } from '@hc/domain/limits'
import { loadMessages } from '@hc/i18n/load'
import type { Messages } from '@hc/i18n/messages'
import type { ComponentType } from 'react'
import { importPage, matchRoute, viewKey } from '../routes.ts'
import { showLoadFailed } from '../lib/load-failed.ts'
import type { PageData, PageProps, Route } from './route.ts'
import type { Source } from './source.ts'

/** A page with all that it needs to be rendered at once. */
export type View = {
  key: string
  locale: Locale
  route: Route
  Page: ComponentType<PageProps<unknown>>
  messages: Partial<Messages>
  data: PageData | null | undefined
  status: 200 | 404
}

/** The page's code or texts could not be loaded, most often because a newer version is on the server. */
export class ChunkError extends Error {}

/** The one time-out of lazily loaded code (product specification, section 9: 120 seconds). */
export async function loadChunk<T>(load: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('time-out')), CHUNK_TIMEOUT_MS)
  })
  try {
    return await Promise.race([load, late])
  } catch (cause) {
    throw new ChunkError('a part of the page did not load', { cause })
  } finally {
    clearTimeout(timer)
  }
}

/** Loads code that a click or a part of the page waits for. If it does not load, the error screen replaces the page. */
export const loadNeeded = <T>(load: Promise<T>): Promise<T> =>
  loadChunk(load).catch((error: unknown) => {
    showLoadFailed()
    throw error
  })

export type Target = { path: string; search: string; locale: Locale }

/** Identifies the rendered content: page, data and language. */
export const targetKey = ({ path, search, locale }: Target): string => `${locale} ${viewKey(matchRoute(path, search))}`

/**
 * @param preset the data of the server's rendering, so that hydration fetches nothing
 * @throws ChunkError, CallError
 */
export async function prepare(
  target: Target,
  source: Source,
  preset?: { data: PageData | null | undefined },
): Promise<View> {
  const match = matchRoute(target.path, target.search)
  const { route } = match
  const [module, messages, data] = await Promise.all([
    loadChunk(importPage(route)),
    loadChunk(loadMessages(target.locale, ['common', ...route.namespaces])),
    preset ? preset.data : route.loader?.(source, match),
  ])
  const status = route.status ?? (route.loader && data === null ? 404 : 200)
  return { key: targetKey(target), locale: target.locale, route, Page: module.default, messages, data, status }
}
