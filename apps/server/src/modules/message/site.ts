/** What letters call the shop, and where it is. */
export type Site = { name: string; url: string }
type Names = { publicUrl: string; game: { name: string } }

/** The one place that says what players know the shop as: in mail and SMS. */
export const siteOf = ({ publicUrl, game }: Names): Site => ({ name: game.name, url: publicUrl })
