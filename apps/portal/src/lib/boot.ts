import type { SettingInit } from '@hc/contract/calls'
import type { Locale } from '@hc/contract/locales'
import type { Messages } from '@hc/i18n/messages'
import type { PageData } from '../router/route.ts'

/** The data that the server puts into the page. It is the same for every visitor of that address and language. */
export type Boot = {
  locale: Locale
  path: string
  /** The part of the query that changes the server's rendering. */
  search: string
  status: 200 | 404
  init: SettingInit
  data: PageData | null | undefined
  /** The browser sent `hc_known`: a player was logged in here. */
  known: boolean
  /** The page contains the hero's picture inline. */
  art: boolean
  /** The page's texts, compiled. */
  messages: Partial<Messages>
  /** The address of the texts of other pages, if they are not beside the scripts. */
  catalogs: string | undefined
  /** The shop has a service worker. */
  worker: boolean
}

export function readBoot(): Boot {
  return JSON.parse(document.getElementById('boot')?.textContent ?? 'null') as Boot
}
