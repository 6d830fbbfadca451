import english from '../locales/en-US/desk.ts'
import type { DeskMessages, WholeDesk } from '../messages.ts'
import { untranslated } from './untranslated.ts'

type Tree = { readonly [key: string]: string | Tree }

const waits: ReadonlySet<string> = new Set(untranslated)

function filled(source: Tree, texts: Tree, above: string): Tree {
  return Object.fromEntries(
    Object.entries(source).map(([key, text]) => {
      const own = texts[key]
      if (own === undefined && !waits.has(above + key)) throw new Error(`the desk lacks the text ${above}${key}`)
      if (own === undefined) return [key, text]
      return [key, typeof own === 'string' || typeof text === 'string' ? own : filled(text, own, `${above}${key}.`)]
    }),
  )
}

/** The desk's texts in one language, with the English ones for the keys of `untranslated.ts`. */
export const complete = (texts: DeskMessages): WholeDesk => filled(english, texts, '') as unknown as WholeDesk
