import type { DeskBody, DeskResult, Me } from '@hc/contract/desk/calls'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@hc/ui/button'
import { Newer } from '../newer-rows.tsx'
import { HalfOfPage } from '../failed.tsx'
import { useFilters } from '../use-filters.ts'
import { useSteady } from '../use-steady-rows.ts'
import type { Column } from './column.tsx'
import { bodyOf, type Chip, type Field, namesOf } from './field.ts'
import { FilterBar } from './filter-bar.tsx'
import { type Choice, type Empty, List } from './list.tsx'
import { type Naming, type PagedName, type RowOf, usePages } from './use-pages.ts'
import { Views } from './views.tsx'

export type { RowOf } from './use-pages.ts'

type Id = string | number
type Selection = { choice?: Choice<Id>; bulk: ReactNode }
type Props<N extends PagedName, Row> = {
  me: Me
  /** The list's call. The filters of the address are its body. */
  call: N
  naming?: Naming<N, Row>
  /** What of the body no filter changes. */
  fixed?: Partial<DeskBody<N>>
  /** The page's address, for its views; without it there are none. */
  page?: string
  /** Parameters of the address that are no filters. */
  others?: readonly string[]
  /** The table's name, which is also its file's. */
  name: string
  caption: string
  columns: readonly Column<Row>[]
  id: (row: Row) => Id
  href?: (row: Row) => string
  empty: Empty
  fields?: readonly Field[]
  chips?: readonly Chip[]
  /** The placeholder of the search box; its text is the body's `q`. */
  search?: string
  /** Reads the list again after this many milliseconds; rows that are new wait until the person asks for them. */
  everyMs?: number
  /** The line below the heading, from the first page. */
  summary?: (first: DeskResult<N>) => ReactNode
  /** The choice of rows and their actions, for the shown rows. */
  bulk?: (rows: readonly Row[]) => { choice?: Choice<string>; bulk: ReactNode }
  raw?: (row: Row) => object
  card?: (row: Row) => ReactNode
  /** No file for this person. */
  noFile?: boolean
}

/** A list of a call: its views, its filters in the address, its table with everything that a list has. */
export function CallList<N extends PagedName, Row = RowOf<N>>(props: Props<N, Row>) {
  const { me, call: name, page, fields = [], chips = [], search, everyMs, summary, empty } = props
  const t = useTranslations('desk')
  const filters = useFilters([...namesOf(fields), ...(search === undefined ? [] : ['q'])], props.others)
  const body = {
    ...bodyOf(fields, filters.values),
    ...(search === undefined || !filters.values.q ? {} : { q: filters.values.q }),
    ...props.fixed,
  }
  const { first, isOld, list } = usePages(name, body, { naming: props.naming, start: filters.after, everyMs })
  const steady = useSteady(filters.key, isOld ? null : list.rows, props.id)
  const visibleRows = everyMs === undefined ? list.rows : steady.rows
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
        {...list}
        name={props.name}
        caption={props.caption}
        rows={visibleRows}
        columns={props.columns}
        id={props.id}
        {...(props.href ? { href: props.href } : {})}
        empty={none}
        total={(first as { total?: { n: number; exact: boolean } } | undefined)?.total}
        summary={first && summary?.(first)}
        {...(props.noFile ? { pages: null } : {})}
        {...(props.raw ? { raw: props.raw } : {})}
        card={props.card}
        {...selection}
        head={(tools) => (
          <>
            {page !== undefined && <Views me={me} page={page} />}
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
