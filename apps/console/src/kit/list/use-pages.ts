import type { DeskBody, DeskCallName, DeskResult } from '@hc/contract/desk/calls'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import type { Pages } from '../whole-list.ts'

type Answer = { next: string | number | null }
/** The calls that answer with a page of rows and the cursor of the next page. */
export type PagedName = { [N in DeskCallName]: DeskResult<N> extends Answer ? N : never }[DeskCallName]
export type RowOf<N extends PagedName> = DeskResult<N> extends { rows: readonly (infer Row)[] } ? Row : never

/** The rows of a call that does not name them `rows`, and the body's cursor of one that counts. */
export type Naming<N extends PagedName, Row> = {
  rows: (answer: DeskResult<N>) => readonly Row[]
  cursor: (after: number) => Partial<DeskBody<N>>
}
type Options<N extends PagedName, Row> = {
  naming?: Naming<N, Row> | undefined
  /** The cursor of the first page, from an address; '' for the newest page. */
  start?: string
  everyMs?: number | undefined
}

/** A call's rows, page after page below each other. `list`: what a list takes of them. */
export function usePages<N extends PagedName, Row = RowOf<N>>(
  name: N,
  body: object,
  { naming, start = '', everyMs }: Options<N, Row> = {},
) {
  const rowsOf = (answer: DeskResult<N>): readonly Row[] =>
    naming ? naming.rows(answer) : (answer as unknown as { rows: readonly Row[] }).rows
  const nextOf = (answer: DeskResult<N>): string | null => {
    const { next } = answer as Answer
    return next === null ? null : String(next)
  }
  // The contract's body is checked by the server; the names of filters are its keys.
  const read = async (after: string, size?: number): Promise<DeskResult<N>> =>
    await call(name, {
      ...body,
      ...(after === '' ? {} : naming ? naming.cursor(Number(after) || 0) : { after }),
      ...(size === undefined ? {} : { size }),
    } as unknown as DeskBody<N>)
  const query = useInfiniteQuery({
    queryKey: [name, 'pages', body, start],
    queryFn: ({ pageParam }) => read(pageParam),
    initialPageParam: start,
    getNextPageParam: nextOf,
    placeholderData: keepPreviousData,
    refetchInterval: everyMs ?? false,
  })
  const answers = query.data?.pages
  const pages: Pages<Row> = async (after, size) => {
    const answer = await read(after, size)
    return { rows: rowsOf(answer), next: nextOf(answer) }
  }
  return {
    first: answers?.[0],
    /** Whether the rows are those of other filters, or there are none yet. */
    isOld: query.isPending || query.isPlaceholderData,
    list: {
      rows: answers ? answers.flatMap((answer) => [...rowsOf(answer)]) : null,
      error: query.error,
      reload: async () => void (await query.refetch()),
      more: query.hasNextPage ? { load: () => void query.fetchNextPage(), busy: query.isFetchingNextPage } : null,
      pages,
    },
  }
}
