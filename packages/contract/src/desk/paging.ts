/** Rows of a page of an export; pages of a screen have 50. */
export const EXPORT_PAGE = 1_000
/** Rows that a file of a list has at most. */
export const EXPORT_ROWS = 100_000
