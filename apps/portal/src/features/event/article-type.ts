/** The tabs of the news page with the type codes of the specification; plain news shows up under "all". */
export const articleTypes = { all: 0, event: 2, strategy: 3 } as const
export type ArticleTypeName = keyof typeof articleTypes

export const articleTypeOf = (code: number): ArticleTypeName =>
  code === articleTypes.event ? 'event' : code === articleTypes.strategy ? 'strategy' : 'all'

export const EVENTS_PER_PAGE = 9
