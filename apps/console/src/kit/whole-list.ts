import { EXPORT_PAGE, EXPORT_ROWS } from '@hc/contract/desk/paging'

export type Pages<Row> = (after: string, size: number) => Promise<{ rows: readonly Row[]; next: string | null }>

/** Every row of a list, page by page from the newest; null if there are more than a file may have. */
export async function wholeList<Row>(pages: Pages<Row>, onRows: (rows: number) => void): Promise<Row[] | null> {
  const all: Row[] = []
  for (let after: string | null = ''; after !== null;) {
    const page: Awaited<ReturnType<Pages<Row>>> = await pages(after, EXPORT_PAGE)
    all.push(...page.rows)
    if (all.length > EXPORT_ROWS) return null
    onRows(all.length)
    after = page.next
  }
  return all
}
