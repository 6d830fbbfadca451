import type { Locale } from '@hc/contract/locales'
import { keysOf } from '@hc/domain/record'
import type { Messages } from '@hc/i18n/messages'
import { shopTexts } from '@hc/i18n/texts'
import type { MailColours } from '../brand/palette.ts'
import type { MailLook, Site } from './site.ts'

/**
 * `code`: for the demo's outbox alone; null without a code. `replyTo`: the address for answers. `help`: the page that
 * says what to do about an alert.
 */
export type Letter = {
  subject: string
  text: string
  html: string
  code: string | null
  replyTo?: string
  files?: readonly MailFile[]
  help?: string
}
/** A file that goes with a letter; `base64` is its content. */
export type MailFile = { name: string; type: string; base64: string }
export type Block =
  | { kind: 'text' | 'small' | 'code' | 'quote'; text: string }
  | { kind: 'rows'; rows: readonly (readonly [label: string, value: string])[] }
  | { kind: 'link' | 'button'; text: string; url: string }
/**
 * A letter before its layout. Without a button of its own it gets one to the shop. `code`, `replyTo`: as in a letter.
 */
export type Draft = { subject: string; blocks: readonly Block[]; code?: string; replyTo?: string; footer?: string }

export const textsOf = (locale: Locale): Messages['mail'] => shopTexts(locale).mail

/** Replaces each `{name}` by its value; a name without a value stays. */
export const fill = (text: string, values: Record<string, string | number>): string =>
  text.replace(/\{(\w+)\}/g, (all, name: string) => String(values[name] ?? all))
const escape = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

/** The content id of the brand's icon, which `smtpTransport` sends along. */
export const ICON = 'brand-icon'

const style = {
  text: 'margin:0 0 16px;font-size:16px;line-height:1.6',
  small: 'margin:0 0 16px;font-size:14px;line-height:1.6',
  code: 'margin:8px 0 24px;padding:18px 0;border-radius:12px;text-align:center;font-size:34px;font-weight:700;letter-spacing:8px;font-family:ui-monospace,Menlo,Consolas,monospace',
  quote:
    'margin:0 0 16px;padding:12px 16px;border-left-width:3px;border-left-style:solid;font-size:16px;line-height:1.6;white-space:pre-line;overflow-wrap:anywhere',
  label:
    'padding:9px 12px 9px 0;border-bottom-width:1px;border-bottom-style:solid;font-size:14px;line-height:1.5;text-align:left;font-weight:400;vertical-align:top;white-space:nowrap',
  value:
    'padding:9px 0;border-bottom-width:1px;border-bottom-style:solid;font-size:15px;line-height:1.5;text-align:right;font-weight:600;vertical-align:top;overflow-wrap:break-word',
  link: 'font-weight:600',
  button: 'display:inline-block;padding:12px 22px;border-radius:10px;font-weight:700;text-decoration:none',
  title: 'margin:0 0 18px;font-size:21px;line-height:1.35;font-weight:700;overflow-wrap:anywhere',
  ground: '',
  card: 'max-width:520px;border-radius:16px;overflow:hidden',
  head: 'padding:16px 28px;font-size:18px;font-weight:700',
  foot: 'padding:18px 28px;font-size:12px;line-height:1.5',
}
type Class = keyof typeof style

/** The colours of each class. */
const coloursOf = (c: MailColours): Record<Class, Record<string, string>> => ({
  text: { color: c.ink },
  small: { color: c.soft },
  code: { background: c.well, color: c.title },
  quote: { color: c.ink, 'border-left-color': c.mark },
  label: { color: c.soft, 'border-bottom-color': c.line },
  value: { color: c.ink, 'border-bottom-color': c.line },
  link: { color: c.link },
  button: { background: c.button, color: c.onButton },
  title: { color: c.title },
  ground: { background: c.ground },
  card: { background: c.card },
  head: { background: c.head, color: c.onHead },
  foot: { background: c.foot, color: c.soft },
})
const declarations = (of: Record<string, string>, end = ''): string =>
  keysOf(of)
    .map((property) => `${property}:${of[property]}${end}`)
    .join(';')

/** Styles for mail programs in dark mode. Programs that ignore the rule show the light styles. */
function darkRules({ dark }: MailLook): string {
  const colours = coloursOf(dark)
  const rules = keysOf(colours).map((name) => `.${name} { ${declarations(colours[name], ' !important')} }`)
  return `:root { color-scheme: light dark }\n@media (prefers-color-scheme: dark) {\n${rules.join('\n')}\n}`
}

/** The colours without a brand. */
const plain: MailLook = {
  light: {
    ground: '#e9ecfb',
    card: '#ffffff',
    head: '#0b1020',
    onHead: '#ffc857',
    well: '#f1f3ff',
    foot: '#f6f7ff',
    title: '#0b1020',
    ink: '#1b2140',
    soft: '#505a86',
    line: '#dfe3f6',
    link: '#3b46b8',
    mark: '#ffc857',
    button: '#ffc857',
    onButton: '#1a1300',
  },
  dark: {
    ground: '#05070f',
    card: '#151b36',
    head: '#0b1020',
    onHead: '#ffc857',
    well: '#0b1020',
    foot: '#10152c',
    title: '#eef0ff',
    ink: '#eef0ff',
    soft: '#b4bce6',
    line: '#2b3362',
    link: '#a9b4ff',
    mark: '#ffc857',
    button: '#ffc857',
    onButton: '#1a1300',
  },
}

/** A value as HTML. A long address breaks at its @ and dots alone, and only if its line is too short. */
const valueHtml = (text: string): string =>
  escape(text).replace(/\S+@\S+/g, (address) => address.replace(/[@.]/g, '$&<wbr>'))

/** Class and style of an element; programs that know no style sheets read the light style. */
const attributes = (name: Class, look: MailLook): string =>
  `class="${name}" style="${[style[name], declarations(coloursOf(look.light)[name])].filter(Boolean).join(';')}"`

function htmlOf(block: Block, look: MailLook): string {
  if (block.kind === 'button') {
    return (
      `<p style="margin:8px 0 24px"><a href="${escape(block.url)}" ${attributes('button', look)}>` +
      `${escape(block.text)}</a></p>`
    )
  }
  if (block.kind === 'link') {
    return `<p style="${style.small}"><a href="${escape(block.url)}" ${attributes('link', look)}>${escape(block.text)}</a></p>`
  }
  if (block.kind !== 'rows') return `<p ${attributes(block.kind, look)}>${escape(block.text)}</p>`
  const rows = block.rows.map(
    ([label, value]) =>
      `<tr><th ${attributes('label', look)} scope="row">${escape(label)}</th>` +
      `<td ${attributes('value', look)}>${valueHtml(value)}</td></tr>`,
  )
  return `<table width="100%" cellpadding="0" cellspacing="0" style="margin:4px 0 22px;border-collapse:collapse">${rows.join('')}</table>`
}

const plainOf = (block: Block): string =>
  block.kind === 'rows'
    ? block.rows.map(([label, value]) => `${label}: ${value}`).join('\n')
    : block.kind === 'link' || block.kind === 'button'
      ? `${block.text}: ${block.url}`
      : block.text

/**
 * Lays out a letter in the shop's look, as text and as HTML, for light and dark mode. It uses tables and inline styles,
 * which all mail programs support. Its one picture, the brand's icon, travels with the mail. It has no external
 * resources and no tracking: each link leads to the address that it shows.
 */
export function frame(
  locale: Locale,
  site: Site,
  { subject, blocks: content, code, replyTo, footer: footerText }: Draft,
): Letter {
  const t = textsOf(locale).frame
  const look = site.look ?? plain
  const blocks: readonly Block[] = content.some(({ kind }) => kind === 'button')
    ? content
    : [...content, { kind: 'button', text: t.open, url: site.url }]
  const footer = footerText ?? fill(t.footer, { shop: site.name })
  const at = (name: Class): string => attributes(name, look)
  const icon = site.look
    ? `<img src="cid:${ICON}" alt="" width="32" height="32" style="width:32px;height:32px;border-radius:8px;vertical-align:middle;margin-right:12px">`
    : ''
  const html = `<!doctype html><html lang="${locale}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${escape(subject)}</title><style>${darkRules(look)}</style></head>
<body class="ground" style="margin:0;background:${look.light.ground};font-family:-apple-system,'Segoe UI',Roboto,'Noto Sans',sans-serif">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" ${at('ground')}><tr><td role="main" align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" ${at('card')}>
<tr><td ${at('head')}>${icon}<span style="vertical-align:middle">${escape(site.name)}</span></td></tr>
<tr><td style="padding:28px 28px 12px"><h1 ${at('title')}>${escape(subject)}</h1>
${blocks.map((block) => htmlOf(block, look)).join('\n')}</td></tr>
<tr><td ${at('foot')}>${escape(footer)}</td></tr>
</table></td></tr></table></body></html>`
  return {
    subject,
    code: code ?? null,
    html,
    ...(replyTo === undefined ? {} : { replyTo }),
    text: [...blocks.map(plainOf), `-- \n${footer}`].join('\n\n'),
  }
}
