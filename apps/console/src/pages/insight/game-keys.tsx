import type { DeskResult, Me } from '@hc/contract/desk/calls'
import { Button } from '@hc/ui/button'
import { Dialog } from '@hc/ui/dialog'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ActionDialog } from '../../kit/action-dialog.tsx'
import { CopyButton } from '../../kit/copy-button.tsx'
import { dateTime } from '../../kit/date-time.ts'
import { Facts, When } from '../../kit/facts.tsx'
import { type Column, List } from '../../kit/list.tsx'
import { may } from '../../kit/may.ts'
import { FormError } from '../../kit/page.tsx'
import type { DeskTexts } from '../../kit/use-action.ts'
import { useAction } from '../../kit/use-action.ts'
import { useCall } from '../../kit/use-call.ts'
import { call } from '../../lib/api.ts'
import { queries } from '../../lib/queries.ts'

type Key = DeskResult<'gamekey/list'>['keys'][number]
type Taken = DeskResult<'gamekey/take'>

const columnsOf = (t: DeskTexts, ends: boolean): Column<Key>[] => [
  { key: 'id', label: t('gameKey.key'), cell: (row) => <code>{row.key_id}</code>, text: (row) => row.key_id },
  { key: 'made', label: t('gameKey.made'), cell: (row) => <When at={row.made_at} />, text: (row) => row.made_at },
  {
    key: 'used',
    label: t('gameKey.used'),
    cell: (row) => (row.used_at === null ? t('gameKey.never') : <When at={row.used_at} />),
    text: (row) => row.used_at,
  },
  ...(ends
    ? [
        {
          key: 'end',
          label: t('gameKey.end'),
          cell: ({ key_id }: Key) => (
            <ActionDialog
              name="gamekey/revoke"
              kind="danger"
              label={t('gameKey.end')}
              about={t('gameKey.endName', { id: key_id })}
              title={t('gameKey.endName', { id: key_id })}
              confirm={t('gameKey.confirm')}
              body={(reason) => ({ key_id, reason })}
            >
              <p>{t('gameKey.endText')}</p>
            </ActionDialog>
          ),
        },
      ]
    : []),
]

/** A key that two people agreed on: taken once, and its secret shown until the dialog is closed. */
function Take({ grant_no, until }: { grant_no: number; until: number }) {
  const t = useTranslations('desk')
  const { busy, errors, run } = useAction()
  const [taken, setTaken] = useState<Taken | null>(null)
  return (
    <span className="action">
      <Button
        kind="primary"
        size="small"
        busy={busy}
        onClick={() => {
          void run(async () => {
            setTaken(await call('gamekey/take', { grant_no }))
          })
        }}
      >
        {t('gameKey.take')}
      </Button>{' '}
      <span className="soft">{t('gameKey.takeUntil', { at: dateTime(until) })}</span>
      <FormError text={errors.form} />
      <Dialog
        open={taken !== null}
        title={t('gameKey.takenTitle')}
        closeLabel={t('close')}
        onClose={() => {
          setTaken(null)
          void queries.invalidateQueries()
        }}
      >
        {taken && (
          <>
            <p>{t('gameKey.takenText')}</p>
            <Facts
              facts={[
                [t('gameKey.key'), <code key="id">{taken.key_id}</code>],
                [
                  t('gameKey.secret'),
                  <code key="secret" className="breakable">
                    {taken.secret}
                  </code>,
                ],
              ]}
            />
            <CopyButton text={taken.secret} label={t('gameKey.copy')} />
          </>
        )}
      </Dialog>
    </span>
  )
}

/** The game's keys: how old they are, a new one, and the end of an old one. */
export function GameKeys({ me }: { me: Me }) {
  const t = useTranslations('desk')
  const keys = useCall('gamekey/list', {})
  const asks = may(me, 'gamekey.rotate')
  const live = keys.result?.keys ?? []
  return (
    <section aria-label={t('gameKey.title')}>
      <h2>{t('gameKey.title')}</h2>
      <p className="soft">{t('gameKey.lead')}</p>
      {asks && (
        <div className="actions">
          <ActionDialog
            name="gamekey/rotate"
            label={t('gameKey.rotate')}
            title={t('gameKey.rotate')}
            confirm={t('gameKey.confirm')}
            body={(reason) => ({ reason })}
          >
            <p>{t('gameKey.rotateText')}</p>
          </ActionDialog>
          {(keys.result?.ready ?? []).map((one) => (
            <Take key={one.grant_no} {...one} />
          ))}
        </div>
      )}
      <List
        name="game-keys"
        caption={t('gameKey.title')}
        rows={keys.result?.keys ?? null}
        error={keys.error}
        reload={keys.reload}
        columns={columnsOf(t, asks && live.length > 1)}
        id={({ key_id }) => key_id}
        empty={{ title: t('gameKey.empty'), text: t('gameKey.emptyText') }}
      />
    </section>
  )
}
