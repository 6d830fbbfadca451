import { mailLook } from '../brand/palette.ts'
import type { Brand } from '../brand/brand.ts'

/** The brand's colours of a letter's head and button; mail programs know neither variables nor classes. */
export type MailLook = ReturnType<typeof mailLook>
/** What letters call the shop, where it is, and how it looks. */
export type Site = { name: string; url: string; look?: MailLook }
type Names = { publicUrl: string; game: { name: string }; brand?: Pick<Brand, 'scheme' | 'palette'> }

/** The one place that says what players know the shop as: in mail and SMS. */
export const siteOf = ({ publicUrl, game, brand }: Names): Site => ({
  name: game.name,
  url: publicUrl,
  ...(brand && { look: mailLook(brand) }),
})
