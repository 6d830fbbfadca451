import type { DeskTexts } from './use-action.ts'
import { tOf } from './text-of.ts'

type Kind = 'waits' | 'signIn' | 'process' | 'leaving' | 'rules'

/** The word for a code of the server; the code itself if it has no word. */
export const word = (t: DeskTexts, kind: Kind, code: string): string => tOf(t, `words.${kind}`, code) ?? code
