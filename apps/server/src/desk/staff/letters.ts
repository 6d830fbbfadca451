import type { Locale } from '@hc/contract/locales'
import { deskTexts } from '@hc/i18n/texts'
import type { Query } from '../../platform/db.ts'
import type { Seal } from '../../platform/seal.ts'
import { fill, frame } from '../../shop/message/frame.ts'
import { queueLetter, queueToOwners } from '../../shop/message/queue-letter.ts'
import type { Site } from '../../shop/message/site.ts'

/** Letters about the ways into the desk. */
export type StaffLetters = {
  /** To every owner: a person signed in by a recovery code. */
  recovered(q: Query, staffId: number): Promise<void>
  /** To a person whom two people invited; nobody else has seen the link. */
  invited(q: Query, to: { email: string; name: string; url: string; expiresAt: Date }): Promise<void>
}

export const staffLetters = (seal: Seal, site: Site, desk: string, locale: Locale): StaffLetters => ({
  async recovered(q, staffId) {
    const [person] = await q<{ name: string }>({ text: 'select name from desk.staff where staff_id = $1' }, [staffId])
    const words = deskTexts(locale).staff.mail.recovery
    const letter = frame(locale, site, {
      subject: fill(words.subject, { name: person?.name ?? '' }),
      blocks: [
        { kind: 'text', text: words.text },
        { kind: 'button', text: words.open, url: `${desk}/staff` },
        { kind: 'small', text: words.why },
      ],
    })
    await queueToOwners(q, seal, { kind: 'desk_recovery', locale, letter })
  },
  async invited(q, { email, name, url, expiresAt }) {
    const words = deskTexts(locale).staff.mail.invitation
    const letter = frame(locale, site, {
      subject: words.subject,
      blocks: [
        { kind: 'text', text: fill(words.text, { name, at: expiresAt.toISOString().slice(0, 16).replace('T', ' ') }) },
        { kind: 'button', text: words.open, url },
        { kind: 'small', text: words.why },
      ],
    })
    await queueLetter(q, seal, { to: email, kind: 'desk_invitation', locale, letter })
  },
})
