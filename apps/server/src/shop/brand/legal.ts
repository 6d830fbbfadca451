import { isOneOf } from '@hc/domain/record'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Locale, locales } from '@hc/contract/locales'
import { sanitizeArticle } from '../../platform/sanitize.ts'
import { ACCESSIBILITY, type BrandFile, type LegalPage, legalPages } from './brand-schema.ts'
import { faultOf } from './pictures.ts'

export type LegalText = { title: string; readonly html: string }
export type LegalTexts = Record<LegalPage, LegalText> & { readonly [ACCESSIBILITY]?: LegalText }
export type Legal = { texts: Partial<Record<Locale, LegalTexts>>; mistakes: string[] }

const escape = (text: string): string => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)

/** The values of {{…}} in a page, as HTML. */
function slots({ site, game, seller, support }: BrandFile): Map<string, string> {
  const placeholders = {
    site,
    game,
    'seller.name': seller.name,
    'seller.represented': seller.represented,
    'seller.register': seller.register,
    'seller.vat': seller.vat,
    'support.email': support.email,
    'support.hours': support.hours,
  }
  /** A person or company to write to, one line each. */
  const contacts = Object.entries({
    'seller.koreaAgent': seller.koreaAgent,
    'seller.indiaOfficer': seller.indiaOfficer,
  })
    .flatMap(([name, whom]) => (whom === undefined ? [] : [[name, whom] as const]))
    .map(([name, whom]) => {
      const lines = [whom.name, 'title' in whom ? whom.title : undefined, ...whom.address, whom.phone, whom.email]
      return [name, lines.flatMap((line) => (line === undefined ? [] : [escape(line)])).join('<br>')] as const
    })
  return new Map([
    ...contacts,
    ...Object.entries(placeholders).flatMap(([name, text]) =>
      text === undefined ? [] : [[name, escape(text)] as const],
    ),
    ['seller.address', seller.address.map(escape).join('<br>')] as const,
  ])
}

/** Makes a page from its text: the title is its heading, `html` is the rest. Returns the fault if it has one. */
function pageOf(text: string, fill: Map<string, string>): LegalText | string {
  const missing = [...text.matchAll(/\{\{([^{}]*)\}\}/g)]
    .map(([, name = '']) => name.trim())
    .filter((name) => !fill.has(name))
  if (missing.length > 0) return `{{${missing[0]}}} has no value in brand.json`
  const filled = text.replace(/\{\{([^{}]*)\}\}/g, (all, name: string) => fill.get(name.trim()) ?? all)
  const [, title = '', rest = ''] = /^\s*<h1>([^<]+)<\/h1>([\s\S]*)$/.exec(filled) ?? []
  if (title.trim() === '') return 'must begin with its heading, <h1>…</h1>'
  return isEmpty(rest)
    ? 'has no text under its heading'
    : cleanedLater(
        title.trim().replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code))),
        rest,
      )
}

/** True if the HTML has no readable text: the sanitizer removes these elements with their content. */
const isEmpty = (html: string): boolean =>
  html
    .replace(/<(script|style|textarea|option|noscript)\b[^]*?<\/\1\s*>/gi, '')
    .replace(/<[^>]*>/g, '')
    .trim() === ''

/** Sanitizes a page at its first use: to sanitize all thirty-six at the start made it 10 % longer. */
function cleanedLater(title: string, rest: string): LegalText {
  let html: string | undefined
  return {
    title,
    get html() {
      return (html ??= sanitizeArticle(rest).trim())
    },
  }
}

/**
 * Reads legal/{language}/{page}.html: all pages in the fallback; another language has all of them or none. The
 * statement about accessibility may be absent, and a language without it has the fallback's.
 */
export function readLegal(dir: string, file: BrandFile): Legal {
  const mistakes: string[] = []
  const root = join(dir, 'legal')
  const fill = slots(file)
  const texts: Legal['texts'] = {}
  const folders = existsSync(root) ? readdirSync(root) : []
  for (const name of folders) if (!isOneOf(locales, name)) mistakes.push(`legal/${name}: is no language of the shop`)
  for (const locale of locales) {
    if (!folders.includes(locale)) {
      if (locale === file.fallback)
        mistakes.push(
          ...legalPages.map((page) => `legal/${locale}/${page}.html: is missing, and ${locale} is the fallback`),
        )
      continue
    }
    const pages = [...legalPages, ACCESSIBILITY].flatMap((page) => {
      const name = `legal/${locale}/${page}.html`
      const path = join(dir, name)
      if (!existsSync(path)) {
        if (page !== ACCESSIBILITY) mistakes.push(`${name}: is missing`)
        return []
      }
      const body = readFileSync(path)
      const text = faultOf(name, body, ['html']) ?? pageOf(body.toString(), fill)
      if (typeof text === 'string') {
        mistakes.push(`${name}: ${text}`)
        return []
      }
      return [[page, text] as const]
    })
    texts[locale] = Object.fromEntries(pages) as LegalTexts
  }
  const { [ACCESSIBILITY]: statement } = texts[file.fallback] ?? {}
  if (statement)
    for (const locale of locales) {
      const pages = texts[locale]
      if (pages) texts[locale] = { [ACCESSIBILITY]: statement, ...pages }
    }
  return { texts, mistakes }
}
