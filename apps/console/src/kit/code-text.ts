import type { DeskTexts } from './use-action.ts'

type Kind = 'waits' | 'signIn' | 'process' | 'leaving' | 'rules'

/** The word for a code of the server; the code itself if it has no word. */
export function word(t: DeskTexts, kind: Kind, code: string): string {
  const key = `words.${kind}.${code}` as 'words.waits.note'
  return t.has(key) ? t(key) : code
}
