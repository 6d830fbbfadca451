import type { Me } from '@hc/contract/desk/calls'
import { buttonClass } from '@hc/ui/button'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { ActionButton } from './action-dialog.tsx'
import { HelpLink } from './help-link.tsx'
import { may } from './permission.ts'
import { Pop } from './pop.tsx'
import { waitingActPath, type WaitingRow, waitingTitle } from './waiting.ts'

type Props = { me: Me; row: WaitingRow }

/** The button of a waiting row: it opens the dialog of its action. */
export function WaitingAct({ row }: Pick<Props, 'row'>) {
  const t = useTranslations('desk')
  const label = t(`waiting.act.${row.action ?? 'review'}`)
  return (
    <Link
      className={buttonClass('quiet', 'small')}
      href={waitingActPath(row)}
      aria-label={`${label}: ${waitingTitle(t, row)}`}
    >
      {label}
    </Link>
  )
}

/** Takes a row, with every kind of it, or gives it back. A request waits for all who may decide it. */
function Claim({ me, row }: Props) {
  const t = useTranslations('desk')
  const { kind, subject, claimed_by, also = [] } = row
  const on = claimed_by === ''
  if (!may(me, 'note.write') || kind === 'approval' || (on && !row.mine)) return null
  return (
    <ActionButton
      name="waiting/claim"
      kind="ghost"
      label={t(on ? 'waiting.claim' : 'waiting.unclaim')}
      about={t(on ? 'waiting.claimName' : 'waiting.unclaimName', { subject: waitingTitle(t, row) })}
      body={{ kind, subject, on, also: also.map((other) => ({ kind: other.kind, subject: other.subject })) }}
    />
  )
}

/** All that a person may do about a row: its action, whose work it is, and the rest in a menu; on a phone all of it. */
export function WaitingActs({ me, row }: Props) {
  const t = useTranslations('desk')
  const { remark_id, help } = row
  const title = waitingTitle(t, row)
  const more = (
    <>
      {remark_id !== undefined && (
        <ActionButton
          name="remark/done"
          kind="ghost"
          label={t('waiting.noteDone')}
          about={t('waiting.noteDoneName', { subject: title })}
          done={t('waiting.noteIsDone')}
          body={{ remark_id }}
        />
      )}
      <HelpLink to={help} about={title} />
    </>
  )
  return (
    <>
      <span className="only-wide todo-acts">
        <WaitingAct row={row} />
        <Claim me={me} row={row} />
        {(remark_id !== undefined || help !== '') && (
          <Pop label="⋯" about={t('waiting.more', { title })} end>
            {() => <div className="drop-list drop-actions">{more}</div>}
          </Pop>
        )}
      </span>
      <span className="only-phone todo-menu">
        <Pop label="⋯" about={t('waiting.more', { title })} end>
          {() => (
            <div className="drop-list drop-actions">
              <WaitingAct row={row} />
              <Claim me={me} row={row} />
              {more}
            </div>
          )}
        </Pop>
      </span>
    </>
  )
}
