import { mailLook } from '../brand/palette.ts'
import type { Brand } from '../brand/brand.ts'

/** The brand's colours of a letter, for light and for dark mail programs. A letter with them shows the brand's icon. */
export type MailLook = ReturnType<typeof mailLook>
/** The shop's name, address and look in letters. */
export type Site = { name: string; url: string; look?: MailLook }
type Names = { publicUrl: string; game: { name: string }; brand?: Pick<Brand, 'scheme' | 'palette'> }

/** The only source of the shop's name in mail and SMS. */
export const siteOf = ({ publicUrl, game, brand }: Names): Site => ({
  name: game.name,
  url: publicUrl,
  ...(brand && { look: mailLook(brand) }),
})
