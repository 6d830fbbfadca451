import { type Locale, locales } from '@hc/contract/locales'
import type { Messages } from '@hc/i18n/messages'

export type Letter = { subject: string; text: string; html: string; /** In the demo's outbox alone; null where there is none. */ code: string | null }

type Texts = Messages['mail']
const texts = new Map(await Promise.all(locales.map(async (locale) =>
  [locale, ((await import(`@hc/i18n/locales/${locale}/mail`)) as { default: Texts }).default] as const)))

const textsOf = (locale: Locale): Texts => {
  const t = texts.get(locale)
  if (!t) throw new Error(`no mail texts for ${locale}`)
  return t
}

const fill = (text: string, values: Record<string, string | number>): string => text.replace(/\{(\w+)\}/g, (all, name: string) => String(values[name] ?? all))
const escape = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

/** The colours of a brand's mail; mail programs know neither variables nor classes. */
export type MailLook = { head: string; onHead: string; button: string; onButton: string }
const plain: MailLook = { head: '#1b2140', onHead: '#ffffff', button: '#1b2140', onButton: '#ffffff' }

type Shop = { name: string; url: string; look?: MailLook }
type Paragraph = { kind: 'text' | 'small' | 'code'; text: string }

/** One look for all mail: tables and inline styles, for that is what mail programs agree on. No picture, no tracking. */
function html(locale: Locale, shop: Shop, subject: string, open: string, footer: string, paragraphs: readonly Paragraph[]): string {
  const look = shop.look ?? plain
  const style = {
    text: 'margin:0 0 16px;font-size:16px;line-height:1.6;color:#1b2140',
    small: 'margin:0 0 16px;font-size:14px;line-height:1.6;color:#505a86',
    code: 'margin:8px 0 24px;padding:18px 0;border-radius:12px;background:#f1f3ff;text-align:center;font-size:34px;font-weight:700;letter-spacing:8px;color:#0b1020;font-family:ui-monospace,Menlo,Consolas,monospace',
  }
  return `<!doctype html><html lang="${locale}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escape(subject)}</title></head>
<body style="margin:0;background:#e9ecfb;font-family:-apple-system,'Segoe UI',Roboto,'Noto Sans',sans-serif">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:520px;background:#ffffff;border-radius:16px;overflow:hidden">
<tr><td style="padding:20px 28px;background:${look.head};color:${look.onHead};font-size:18px;font-weight:700">${escape(shop.name)}</td></tr>
<tr><td style="padding:28px">${paragraphs.map(({ kind, text }) => `<p style="${style[kind]}">${escape(text)}</p>`).join('\n')}
<p style="margin:8px 0 0"><a href="${escape(shop.url)}" style="display:inline-block;padding:12px 22px;border-radius:10px;background:${look.button};color:${look.onButton};font-weight:700;text-decoration:none">${escape(open)}</a></p></td></tr>
<tr><td style="padding:18px 28px;background:#f6f7ff;color:#505a86;font-size:12px;line-height:1.5">${escape(footer)}</td></tr>
</table></td></tr></table></body></html>`
}

function letter(locale: Locale, shop: Shop, subject: string, paragraphs: readonly Paragraph[], code: string | null): Letter {
  const t = textsOf(locale)
  const footer = fill(t.frame.footer, { shop: shop.name })
  return {
    subject, code, html: html(locale, shop, subject, t.frame.open, footer, paragraphs),
    text: [...paragraphs.map((one) => one.text), `${t.frame.open}: ${shop.url}`, `-- \n${footer}`].join('\n\n'),
  }
}

/** The mail with a code; `minutes` is how long it is good. */
export function codeMail(locale: Locale, shop: Shop, purpose: 'login' | 'reset', code: string, minutes: number): Letter {
  const t = textsOf(locale).code
  const subject = fill(purpose === 'login' ? t.subjectLogin : t.subjectReset, { code, shop: shop.name })
  return letter(locale, shop, subject, [
    { kind: 'text', text: t.hello }, { kind: 'text', text: t[purpose] }, { kind: 'code', text: code },
    { kind: 'text', text: fill(t.valid, { minutes }) }, { kind: 'small', text: t.ignore },
  ], code)
}

/** The SMS with a code: `text` alone. */
export function codeSms(locale: Locale, shop: Shop, purpose: 'login' | 'reset', code: string, minutes: number): Letter {
  return { subject: '', text: fill(textsOf(locale).sms[purpose], { shop: shop.name, code, minutes }), html: '', code }
}

export function passwordChangedMail(locale: Locale, shop: Shop, account: string): Letter {
  const { code, changed } = textsOf(locale)
  return letter(locale, shop, fill(changed.subject, { shop: shop.name }), [
    { kind: 'text', text: code.hello }, { kind: 'text', text: fill(changed.text, { account }) }, { kind: 'small', text: changed.notYou },
  ], null)
}
