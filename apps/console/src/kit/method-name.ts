import { tOf } from './text-of.ts'
import type { DeskTexts } from './use-action.ts'

/** The name of a method: a brand's own, or its text, or its code. */
export const methodName = (t: DeskTexts, code: string, brand: string): string =>
  brand || (tOf(t, 'channels.methods.names', code) ?? code)
