import type { SettingInit } from '@hc/contract/calls'
import type { Locale } from '@hc/contract/locales'
import type { Messages } from '@hc/i18n/messages'
import type { PageData } from '../router/route.ts'

/** What the server tells the page at its start. The same for every visitor of that address and language. */
export type Boot = {
  locale: Locale
  path: string
  /** The part of the query that changes what the server renders. */
  search: string
  status: 200 | 404
  init: SettingInit
  data: PageData | null | undefined
  /** The hero's picture stands in the page. */
  art: boolean
  /** The page's texts, compiled. */
  messages: Partial<Messages>
  /** Where the texts of other pages are, if not beside the scripts. */
  catalogs: string | undefined
}

export function readBoot(): Boot {
  return JSON.parse(document.getElementById('boot')?.textContent ?? 'null') as Boot
}
