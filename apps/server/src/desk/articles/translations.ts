import { type Locale, locales } from '@hc/contract/locales'
import { z } from 'zod'

const text = z.strictObject({
  title: z.string().trim().max(200),
  summary: z.string().trim().max(500),
  html: z.string().max(60_000),
})
const line = z.strictObject({
  id: z.string().min(1).max(64),
  version: z.number().int().min(1),
  locale: z.enum(locales),
  source: z.looseObject({}).optional(),
  text: text.nullable(),
})
type Text = z.output<typeof text>
type Source = { title: string; summary: string; html: string }

/** One line of the file: the source text, and the present translation. */
export const toLine = (row: { id: string; version: number; locale: Locale; source: Source; text: Source | null }) => {
  const plain = ({ title, summary, html }: Source): Source => ({ title, summary, html })
  return `${JSON.stringify({ ...row, source: plain(row.source), text: row.text ? plain(row.text) : null })}\n`
}

export type Translated = { line: number; id: string; version: number; locale: Locale; text: Text }

/** The lines of a file with a text, and the errors of wrong lines. A line without a text is skipped. */
export function readLines(jsonl: string): { lines: Translated[]; errors: { line: number; message: string }[] } {
  const lines: Translated[] = []
  const errors: { line: number; message: string }[] = []
  for (const [index, raw] of jsonl
    .replace(/^\uFEFF/, '')
    .split('\n')
    .entries()) {
    if (raw.trim() === '') continue
    const number = index + 1
    let json: unknown
    try {
      json = JSON.parse(raw)
    } catch {
      errors.push({ line: number, message: 'this is no JSON' })
      continue
    }
    const parsed = line.safeParse(json)
    if (!parsed.success) {
      const [issue] = parsed.error.issues
      errors.push({ line: number, message: `${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}` })
      continue
    }
    const { id, version, locale, text: texts } = parsed.data
    if (texts && texts.title !== '') lines.push({ line: number, id, version, locale, text: texts })
  }
  return { lines, errors }
}
