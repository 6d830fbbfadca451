import type { DeskProduct } from '@hc/contract/desk/products'
import { defaultLocale } from '@hc/contract/locales'
import { Button } from '@hc/ui/button'
import { Icon } from '@hc/ui/icon'
import { type KeyboardEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { ActionDialog } from '../../kit/action-dialog.tsx'
import { iconUp, moved } from '../../kit/reorder.ts'

type Kind = DeskProduct['kind']
const nameOf = ({ id, texts }: DeskProduct): string => texts[defaultLocale]?.name ?? id

/** The order of all products of a kind, as players see them. Buttons, Alt and an arrow key, or dragging change it. */
export function Arrange({ kind, products }: { kind: Kind; products: readonly DeskProduct[] }) {
  const t = useTranslations('desk')
  const group = products.filter((product) => product.kind === kind)
  // The changed, unsaved sequence.
  const [order, setOrder] = useState<readonly string[] | null>(null)
  const byId = new Map(group.map((product) => [product.id, product]))
  const fits = order?.length === group.length && order.every((id) => byId.has(id))
  const rows = fits ? order.flatMap((id) => byId.get(id) ?? []) : group
  const label = t(kind === 'coin' ? 'products.arrangePacks' : 'products.arrange')
  return (
    group.length > 1 && (
      <ActionDialog
        name="product/arrange"
        label={label}
        title={label}
        confirm={t('kit.save')}
        reason={false}
        done={({ moved: n }) => t('products.arranged', { n })}
        onDone={() => setOrder(null)}
        body={() => ({ kind, products: rows.map(({ id, version }) => ({ id, version })) })}
        fields={() => <Places rows={rows} move={(from, to) => setOrder(moved(rows, from, to).map(({ id }) => id))} />}
      >
        <p>{t('products.arrangeText')}</p>
      </ActionDialog>
    )
  )
}

function Places({ rows, move }: { rows: readonly DeskProduct[]; move: (from: number, to: number) => void }) {
  const t = useTranslations('desk')
  const [announcement, setTold] = useState('')
  const [dragged, setDragged] = useState<number | null>(null)
  const step = (at: number, by: -1 | 1): void => {
    const row = rows[at]
    if (!row || at + by < 0 || at + by >= rows.length) return
    move(at, at + by)
    setTold(t('products.placeOf', { name: nameOf(row), n: String(at + by + 1), of: String(rows.length) }))
  }
  const keys =
    (at: number) =>
    (event: KeyboardEvent): void => {
      if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
      event.preventDefault()
      step(at, event.key === 'ArrowUp' ? -1 : 1)
    }
  return (
    <>
      <ol className="places">
        {rows.map((row, at) => (
          // For the keyboard, the line has buttons.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
          <li
            key={row.id}
            draggable
            className={dragged === at ? 'place place-held' : 'place'}
            onDragStart={(event) => {
              event.dataTransfer.effectAllowed = 'move'
              event.dataTransfer.setData('text/plain', row.id)
              setDragged(at)
            }}
            onDragOver={(event) => {
              if (dragged === null) return
              event.preventDefault()
              if (dragged !== at) {
                move(dragged, at)
                setDragged(at)
              }
            }}
            onDrop={(event) => event.preventDefault()}
            onDragEnd={() => setDragged(null)}
          >
            <span className="place-name">
              {nameOf(row)}
              {!row.active && <span className="soft"> {t('products.offSale')}</span>}
            </span>
            {([-1, 1] as const).map((by) => (
              <Button
                key={by}
                kind="ghost"
                size="small"
                aria-label={t(by < 0 ? 'products.up' : 'products.down', { name: nameOf(row) })}
                onKeyDown={keys(at)}
                onClick={() => step(at, by)}
              >
                <Icon name={by < 0 ? iconUp : 'down'} className="size-4" />
              </Button>
            ))}
          </li>
        ))}
      </ol>
      <output className="soft">{announcement}</output>
    </>
  )
}
