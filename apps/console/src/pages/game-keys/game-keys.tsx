import type { DeskResult, Me } from '@hc/contract/desk/calls'
import { Button } from '@hc/ui/button'
import { Dialog } from '@hc/ui/dialog'
import { TextField } from '@hc/ui/field'
import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { utc } from '../../kit/csv.ts'
import { ActionDialog } from '../../kit/action-dialog.tsx'
import { CopyButton } from '../../kit/copy-button.tsx'
import { dateTime } from '../../kit/date-time.ts'
import { Facts, When } from '../../kit/facts.tsx'
import { type Column, List } from '../../kit/list/list.tsx'
import { may } from '../../kit/permission.ts'
import { FormError } from '../../kit/form-error.tsx'
import type { DeskTexts } from '../../kit/use-action.ts'
import { useAction } from '../../kit/use-action.ts'
import { useCall } from '../../kit/use-call.ts'
import { useFields } from '../../kit/use-fields.ts'
import { call } from '../../lib/api.ts'
import { queries } from '../../lib/queries.ts'

type Key = DeskResult<'gamekey/list'>['keys'][number]
type TakenKey = DeskResult<'gamekey/take'>

const columnsOf = (t: DeskTexts, ends: boolean): Column<Key>[] => [
  {
    key: 'id',
    label: t('gameKeys.key'),
    cell: (row) => (
      <>
        <code>{row.key_id}</code>
        {row.kind === 'ed25519' && <span className="soft"> {row.kind}</span>}
      </>
    ),
    text: (row) => row.key_id,
  },
  { key: 'made', label: t('gameKeys.made'), cell: (row) => <When at={row.made_at} />, text: (row) => utc(row.made_at) },
  {
    key: 'used',
    label: t('gameKeys.used'),
    cell: (row) => (row.used_at === null ? t('gameKeys.never') : <When at={row.used_at} />),
    text: (row) => utc(row.used_at),
  },
  ...(ends
    ? [
        {
          key: 'end',
          label: t('gameKeys.end'),
          cell: ({ key_id }: Key) => (
            <ActionDialog
              name="gamekey/revoke"
              kind="danger"
              label={t('gameKeys.end')}
              about={t('gameKeys.endName', { id: key_id })}
              title={t('gameKeys.endName', { id: key_id })}
              confirm={t('gameKeys.confirm')}
              body={(reason) => ({ key_id, reason })}
            >
              <p>{t('gameKeys.endText')}</p>
            </ActionDialog>
          ),
        },
      ]
    : []),
]

/** A key that was just taken: its id, and its secret if the shop made one, shown until the dialog is closed. */
function TakenDialog({ taken, onClose }: { taken: TakenKey | null; onClose: () => void }) {
  const t = useTranslations('desk')
  return (
    <Dialog open={taken !== null} title={t('gameKeys.takenTitle')} closeLabel={t('close')} onClose={onClose}>
      {taken && (
        <>
          <p>{t(taken.secret ? 'gameKeys.takenText' : 'gameKeys.publicTaken')}</p>
          <Facts
            facts={[
              [t('gameKeys.key'), <code key="id">{taken.key_id}</code>],
              ...(taken.secret
                ? [
                    [
                      t('gameKeys.secret'),
                      <code key="secret" className="breakable">
                        {taken.secret}
                      </code>,
                    ] as const,
                  ]
                : []),
            ]}
          />
          {taken.secret && <CopyButton text={taken.secret} label={t('gameKeys.copy')} />}
        </>
      )}
    </Dialog>
  )
}

/** The game has a private key of its own: the person enters its public half, and the shop has no secret. */
function PublicDialog({ grant_no, onTaken }: { grant_no: number; onTaken: (key: TakenKey) => void }) {
  const t = useTranslations('desk')
  const [open, setOpen] = useState(false)
  const fields = useFields(null, { public_key: '' })
  const { form, busy, errors, run } = useAction({ fields })
  const close = () => setOpen(false)
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    void run(async () => {
      const answer = await call('gamekey/take', { grant_no, public_key: fields.values.public_key.trim() })
      close()
      onTaken(answer)
    })
  }
  return (
    <>
      <Button kind="quiet" size="small" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {t('gameKeys.takePublic')}
      </Button>{' '}
      <Dialog open={open} title={t('gameKeys.takePublic')} closeLabel={t('close')} onClose={close}>
        <form ref={form} noValidate className="form" onSubmit={submit}>
          <FormError text={errors.form} />
          <TextField
            label={t('gameKeys.publicKey')}
            hint={t('gameKeys.publicHint')}
            {...fields('public_key')}
            spellCheck={false}
            maxLength={100}
          />
          <div className="actions">
            <Button type="submit" busy={busy}>
              {t('gameKeys.publicConfirm')}
            </Button>
          </div>
        </form>
      </Dialog>
    </>
  )
}

/** Takes a key that two people agreed on, once: the shop makes a secret, or stores the game's public key. */
function Take({ grant_no, until }: { grant_no: number; until: number }) {
  const t = useTranslations('desk')
  const { busy, errors, run } = useAction()
  const [answer, setTaken] = useState<TakenKey | null>(null)
  return (
    <span className="action">
      <Button
        kind="primary"
        size="small"
        busy={busy}
        onClick={() =>
          void run(async () => {
            setTaken(await call('gamekey/take', { grant_no }))
          })
        }
      >
        {t('gameKeys.take')}
      </Button>{' '}
      <PublicDialog grant_no={grant_no} onTaken={setTaken} />
      <span className="soft">{t('gameKeys.takeUntil', { at: dateTime(until) })}</span>
      <FormError text={errors.form} />
      <TakenDialog
        taken={answer}
        onClose={() => {
          setTaken(null)
          void queries.invalidateQueries()
        }}
      />
    </span>
  )
}

/** The game's keys: their age, a request for a new one, and the end of an old one. */
export function GameKeys({ me }: { me: Me }) {
  const t = useTranslations('desk')
  const keys = useCall('gamekey/list', {})
  const asks = may(me, 'gamekey.rotate')
  const live = keys.result?.keys ?? []
  return (
    <section aria-label={t('gameKeys.title')}>
      <h2>{t('gameKeys.title')}</h2>
      <p className="soft">{t('gameKeys.lead')}</p>
      {asks && (
        <div className="actions">
          <ActionDialog
            name="gamekey/rotate"
            label={t('gameKeys.rotate')}
            title={t('gameKeys.rotate')}
            confirm={t('gameKeys.confirm')}
            body={(reason) => ({ reason })}
          >
            <p>{t('gameKeys.rotateText')}</p>
          </ActionDialog>
          {(keys.result?.ready ?? []).map((grant) => (
            <Take key={grant.grant_no} {...grant} />
          ))}
        </div>
      )}
      <List
        name="game-keys"
        caption={t('gameKeys.title')}
        rows={keys.result?.keys ?? null}
        error={keys.error}
        reload={keys.reload}
        columns={columnsOf(t, asks && live.length > 1)}
        id={({ key_id }) => key_id}
        empty={{ title: t('gameKeys.empty'), text: t('gameKeys.emptyText') }}
      />
    </section>
  )
}
