/// <reference types="vite/client" />
import type { Locale } from '@hc/contract/locales'
import type { DeskMessages } from './messages.ts'

/** One file for each language; only the shown language is fetched. */
const files = import.meta.glob<DeskMessages>('../texts/*/desk.json', { import: 'default' })

/** The desk's texts in a language, which need not be the one on the screen. */
export async function loadDesk(locale: Locale): Promise<DeskMessages> {
  const texts = files[`../texts/${locale}/desk.json`]
  if (!texts) throw new Error(`no texts of the desk in ${locale}`)
  return await texts()
}
