/** Rows on a page of an export; a page on the screen has 50. */
export const EXPORT_PAGE = 1_000
/** The maximum number of rows in a list's file. */
export const EXPORT_ROWS = 100_000
