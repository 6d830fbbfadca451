import type { DeskBody, DeskCallName, DeskResult, Me } from '@hc/contract/desk/calls'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@hc/ui/button'
import { call } from '../../lib/api.ts'
import { Newer } from '../newer-rows.tsx'
import { HalfOfPage } from '../failed.tsx'
import { useFilters } from '../use-filters.ts'
import { useSteady } from '../use-steady-rows.ts'
import type { Column } from './column.tsx'
import { bodyOf, type Chip, type Field, namesOf } from './field.ts'
import { FilterBar } from './filter-bar.tsx'
import { type Choice, type Empty, List } from './list.tsx'
import { Views } from './views.tsx'

type Listed = { rows: readonly unknown[]; next: string | null }
/** The calls that answer with a page of rows and the cursor of the next page. */
export type ListName = { [N in DeskCallName]: DeskResult<N> extends Listed ? N : never }[DeskCallName]
export type RowOf<N extends ListName> = DeskResult<N>['rows'][number]

type Id = string | number
type Selection = { choice?: Choice<Id>; bulk: ReactNode }
type Props<N extends ListName> = {
  me: Me
  /** The list's call. The filters of the address are its body. */
  call: N
  /** What of the body no filter changes. */
  fixed?: Partial<DeskBody<N>>
  /** The page's address, for its views. */
  page: string
  /** The table's name, which is also its file's. */
  name: string
  caption: string
  columns: readonly Column<RowOf<N>>[]
  id: (row: RowOf<N>) => Id
  href?: (row: RowOf<N>) => string
  empty: Empty
  fields?: readonly Field[]
  chips?: readonly Chip[]
  /** The placeholder of the search box; its text is the body's `q`. */
  search?: string
  /** Reads the list again after this many milliseconds; rows that are new wait until the person asks for them. */
  everyMs?: number
  /** The line below the heading, from the first page. */
  summary?: (first: DeskResult<N>) => ReactNode
  /** The choice of rows and their actions, for the visibleRows rows. */
  bulk?: (rows: readonly RowOf<N>[]) => { choice?: Choice<string>; bulk: ReactNode }
  raw?: (row: RowOf<N>) => object
  /** No file for this person. */
  noFile?: boolean
}

/** A list of a call: its views, its filters in the address, its table with everything that a list has. */
export function CallList<N extends ListName>(props: Props<N>) {
  const { me, call: name, page, fields = [], chips = [], search, everyMs, summary, empty } = props
  const t = useTranslations('desk')
  const filters = useFilters([...namesOf(fields), ...(search === undefined ? [] : ['q'])])
  const body = {
    ...bodyOf(fields, filters.values),
    ...(search === undefined || !filters.values.q ? {} : { q: filters.values.q }),
    ...props.fixed,
  }
  // The contract's body is checked by the server; the names of fields are its keys.
  const read = async (after: string, size?: number): Promise<DeskResult<N>> =>
    await call(name, { ...body, after, ...(size === undefined ? {} : { size }) } as unknown as DeskBody<N>)
  const query = useInfiniteQuery({
    queryKey: [name, 'pages', body],
    queryFn: ({ pageParam }) => read(pageParam),
    initialPageParam: '',
    getNextPageParam: (last) => (last as Listed).next,
    placeholderData: keepPreviousData,
    refetchInterval: everyMs ?? false,
  })
  const pages = query.data?.pages ?? []
  const [first] = pages
  const rows = first ? pages.flatMap((part) => (part as unknown as { rows: RowOf<N>[] }).rows) : null
  const isOld = query.isPending || query.isPlaceholderData
  const steady = useSteady(filters.key, isOld ? null : rows, props.id)
  const visibleRows = everyMs === undefined ? rows : steady.rows
  // A row that can be chosen has a word as its id.
  const selection = props.bulk?.(visibleRows ?? []) as Selection | undefined
  const none: Empty = filters.any
    ? {
        title: t('list.noMatch'),
        action: (
          <Button kind="quiet" onClick={() => filters.clear()}>
            {t('list.clearFilters')}
          </Button>
        ),
      }
    : empty
  return (
    <HalfOfPage value={filters.half}>
      <List
        name={props.name}
        caption={props.caption}
        rows={visibleRows}
        error={query.error}
        reload={async () => void (await query.refetch())}
        columns={props.columns}
        id={props.id}
        {...(props.href ? { href: props.href } : {})}
        empty={none}
        total={(first as { total?: { n: number; exact: boolean } } | undefined)?.total}
        summary={first && summary?.(first)}
        more={query.hasNextPage ? { load: () => void query.fetchNextPage(), busy: query.isFetchingNextPage } : null}
        pages={props.noFile ? null : async (after, size) => await read(after, size)}
        {...(props.raw ? { raw: props.raw } : {})}
        {...selection}
        head={(tools) => (
          <>
            <Views me={me} page={page} />
            <FilterBar filters={filters} fields={fields} chips={chips} search={search}>
              {tools}
            </FilterBar>
            {everyMs !== undefined && <Newer n={steady.newer} show={steady.show} />}
          </>
        )}
      />
    </HalfOfPage>
  )
}
