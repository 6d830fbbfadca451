import type { Locale } from '@hc/contract/locales'
import type { Messages } from '@hc/i18n/messages'
import { shopTexts } from '@hc/i18n/texts'
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

const style = {
  text: 'margin:0 0 16px;font-size:16px;line-height:1.6;color:#1b2140',
  small: 'margin:0 0 16px;font-size:14px;line-height:1.6;color:#505a86',
  code: 'margin:8px 0 24px;padding:18px 0;border-radius:12px;background:#f1f3ff;text-align:center;font-size:34px;font-weight:700;letter-spacing:8px;color:#0b1020;font-family:ui-monospace,Menlo,Consolas,monospace',
  quote:
    'margin:0 0 16px;padding:12px 16px;border-left:3px solid #ffc857;font-size:16px;line-height:1.6;color:#1b2140;white-space:pre-line;overflow-wrap:anywhere',
  label:
    'padding:9px 12px 9px 0;border-bottom:1px solid #dfe3f6;font-size:14px;line-height:1.5;color:#505a86;text-align:left;font-weight:400;vertical-align:top;white-space:nowrap',
  value:
    'padding:9px 0;border-bottom:1px solid #dfe3f6;font-size:15px;line-height:1.5;color:#1b2140;text-align:right;font-weight:600;vertical-align:top;overflow-wrap:anywhere',
  link: 'color:#3b46b8;font-weight:600',
  button: 'display:inline-block;padding:12px 22px;border-radius:10px;font-weight:700;text-decoration:none',
  title: 'margin:0 0 18px;font-size:21px;line-height:1.35;font-weight:700;color:#0b1020;overflow-wrap:anywhere',
}

/** Styles for mail programs in dark mode. Programs that ignore the rule show the light styles. */
const dark = `@media (prefers-color-scheme: dark) {
body, .ground { background: #05070f !important }
.card { background: #151b36 !important }
.title, .text, .value, .quote { color: #eef0ff !important }
.small, .label, .foot { color: #b4bce6 !important }
.label, .value { border-color: #2b3362 !important }
.code { background: #0b1020 !important; color: #ffc857 !important }
.foot { background: #10152c !important }
.link { color: #a9b4ff !important }
}`

/** The colours without a brand. */
const plain: MailLook = { head: '#0b1020', onHead: '#ffc857', button: '#ffc857', onButton: '#1a1300' }

function htmlOf(block: Block, look: MailLook): string {
  if (block.kind === 'button') {
    const colours = `;background:${look.button};color:${look.onButton}`
    return (
      `<p style="margin:8px 0 24px"><a href="${escape(block.url)}" style="${style.button}${colours}">` +
      `${escape(block.text)}</a></p>`
    )
  }
  if (block.kind === 'link') {
    return `<p style="${style.small}"><a class="link" href="${escape(block.url)}" style="${style.link}">${escape(block.text)}</a></p>`
  }
  if (block.kind !== 'rows') return `<p class="${block.kind}" style="${style[block.kind]}">${escape(block.text)}</p>`
  const rows = block.rows.map(
    ([label, value]) =>
      `<tr><th class="label" scope="row" style="${style.label}">${escape(label)}</th>` +
      `<td class="value" style="${style.value}">${escape(value)}</td></tr>`,
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
 * which all mail programs support. It has no pictures, no external resources and no tracking: each link leads to the
 * address that it shows.
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
  const html = `<!doctype html><html lang="${locale}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${escape(subject)}</title><style>${dark}</style></head>
<body style="margin:0;background:#e9ecfb;font-family:-apple-system,'Segoe UI',Roboto,'Noto Sans',sans-serif">
<table class="ground" role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:#e9ecfb"><tr><td role="main" align="center" style="padding:24px 12px">
<table class="card" role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:520px;background:#ffffff;border-radius:16px;overflow:hidden">
<tr><td style="padding:20px 28px;background:${look.head};color:${look.onHead};font-size:18px;font-weight:700">${escape(site.name)}</td></tr>
<tr><td style="padding:28px 28px 12px"><h1 class="title" style="${style.title}">${escape(subject)}</h1>
${blocks.map((block) => htmlOf(block, look)).join('\n')}</td></tr>
<tr><td class="foot" style="padding:18px 28px;background:#f6f7ff;color:#505a86;font-size:12px;line-height:1.5">${escape(footer)}</td></tr>
</table></td></tr></table></body></html>`
  return {
    subject,
    code: code ?? null,
    html,
    ...(replyTo === undefined ? {} : { replyTo }),
    text: [...blocks.map(plainOf), `-- \n${footer}`].join('\n\n'),
  }
}
