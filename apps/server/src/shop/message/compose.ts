import type { Locale } from '@hc/contract/locales'
import { fill, frame, type Letter, textsOf } from './frame.ts'
import type { Site } from './site.ts'

/** The mail with a code; `minutes` is how long it is valid. */
export function codeMail(
  locale: Locale,
  site: Site,
  purpose: 'login' | 'reset',
  code: string,
  minutes: number,
): Letter {
  const t = textsOf(locale).code
  const subject = fill(purpose === 'login' ? t.subjectLogin : t.subjectReset, { code, shop: site.name })
  return frame(locale, site, {
    subject,
    code,
    blocks: [
      { kind: 'text', text: t.hello },
      { kind: 'text', text: t[purpose] },
      { kind: 'code', text: code },
      { kind: 'text', text: fill(t.valid, { minutes }) },
      { kind: 'small', text: t.ignore },
    ],
  })
}

/** The SMS with a code: `text` alone. */
export function codeSms(locale: Locale, site: Site, purpose: 'login' | 'reset', code: string, minutes: number): Letter {
  return { subject: '', text: fill(textsOf(locale).sms[purpose], { shop: site.name, code, minutes }), html: '', code }
}

export function passwordChangedMail(locale: Locale, site: Site, account: string): Letter {
  const { code, changed } = textsOf(locale)
  return frame(locale, site, {
    subject: fill(changed.subject, { shop: site.name }),
    blocks: [
      { kind: 'text', text: code.hello },
      { kind: 'text', text: fill(changed.text, { account }) },
      { kind: 'small', text: changed.notYou },
    ],
  })
}
