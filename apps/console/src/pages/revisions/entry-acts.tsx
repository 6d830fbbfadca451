import type { Me } from '@hc/contract/desk/calls'
import { Dialog } from '@hc/ui/dialog'
import { Icon } from '@hc/ui/icon'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ActionDialog, ActionForm, type DialogProps } from '../../kit/action-dialog.tsx'
import { Badge } from '../../kit/badge.tsx'
import { targetName } from '../../kit/codes.ts'
import { dateTime } from '../../kit/date-time.ts'
import { typedLocal } from '../../kit/local-time.ts'
import { TargetLink } from '../../kit/target-link.tsx'
import { comesTwice, localTime, type WhenDraft, WhenField } from '../../kit/when-field.tsx'
import { zone } from '../../lib/zone.ts'
import { type Entry, lookOf, movable } from './entries.ts'

type Replan = NonNullable<ReturnType<typeof movable>>
const aboutOf = ({ name, what }: Entry): string => `${name}: ${what}`

/** What the dialog needs that moves a plan to another moment, unless another person has moved it meanwhile. */
function useMove({ plan, name }: Replan, entry: Entry, day?: string): DialogProps<Replan['name']> {
  const t = useTranslations('desk')
  const local = typedLocal(plan.at, zone())
  const [when, setWhen] = useState<WhenDraft>({
    at: day === undefined ? local : `${day}${local.slice(day.length)}`,
    which: '',
  })
  const [twice, setTwice] = useState(false)
  const title = t('revisions.month.moveName', { what: aboutOf(entry) })
  return {
    name,
    label: t('revisions.month.move'),
    about: title,
    title,
    confirm: t('revisions.month.move'),
    done: t('revisions.month.moved'),
    reason: plan.kind === 'channel',
    meets: (error) => {
      if (comesTwice(error)) setTwice(true)
      return false
    },
    check: () => (when.at === '' ? { when: t('revisions.month.needed') } : {}),
    body: (reason) => ({ id: plan.id, when: localTime(when), seen_at: plan.at, reason }),
    fields: (errors) => (
      <WhenField
        value={when}
        set={setWhen}
        twice={twice}
        errors={errors}
        hint={t('campaigns.dateHint', { zone: zone() })}
      />
    ),
    children: <p>{t('revisions.month.moveText', { at: dateTime(plan.at) })}</p>,
  }
}

function MoveButton({ entry, of }: { entry: Entry; of: Replan }) {
  return <ActionDialog {...useMove(of, entry)} />
}

/** The dialog of a move whose day is chosen already: a drop, or keys. */
export function MoveDialog({
  me,
  entry,
  day,
  done,
  close,
}: {
  me: Me
  entry: Entry
  day: string
  done: () => void
  close: () => void
}) {
  const of = movable(me, entry)
  return of && <MoveTo of={of} entry={entry} day={day} done={done} close={close} />
}

function MoveTo({
  of,
  entry,
  day,
  done,
  close,
}: {
  of: Replan
  entry: Entry
  day: string
  done: () => void
  close: () => void
}) {
  const t = useTranslations('desk')
  const move = useMove(of, entry, day)
  return (
    <Dialog open title={move.title} closeLabel={t('close')} onClose={close}>
      <ActionForm {...move} onDone={done} close={close} />
    </Dialog>
  )
}

/** Moves or withdraws a plan. Withdrawn, the content that players see stays unchanged. */
export function Acts({ me, entry }: { me: Me; entry: Entry }) {
  const t = useTranslations('desk')
  const of = movable(me, entry)
  if (!of) return null
  const { plan, name } = of
  const about = `${t('revisions.withdraw')}: ${aboutOf(entry)}`
  return (
    <>
      <MoveButton key={plan.at} of={of} entry={entry} />
      <ActionDialog
        name={name}
        label={t('revisions.withdraw')}
        about={about}
        title={about}
        confirm={t('revisions.withdraw')}
        reason={plan.kind === 'channel'}
        body={(reason) => ({ id: plan.id, when: null, reason })}
      >
        <p>{t('revisions.withdrawText')}</p>
      </ActionDialog>
    </>
  )
}

export const MovedFrom = ({ entry: { plan } }: { entry: Entry }) => {
  const t = useTranslations('desk')
  return plan?.moved_from != null ? (
    <span className="soft"> {t('revisions.month.movedFrom', { at: dateTime(plan.moved_from) })}</span>
  ) : null
}

/** An entry as a whole: its type, its thing, what happens and when, and what may be done with it. */
export function EntryCard({ me, entry }: { me: Me; entry: Entry }) {
  const t = useTranslations('desk')
  const { icon, tone } = lookOf(entry)
  const { kind, target, name, what, at, state } = entry
  return (
    <div className="plan-card">
      <p className="plan-kind">
        <span className={`plan-mark plan-${tone}`}>
          <Icon name={icon} className="size-4" />
        </span>
        {targetName(t, kind)}
      </p>
      <p className="plan-title">
        <TargetLink kind={kind} target={target} name={name} />
      </p>
      <p>
        {what} {state !== '' && <Badge tone={tone === 'bad' ? 'bad' : 'neutral'}>{state}</Badge>}
      </p>
      <p className="soft">
        <time dateTime={new Date(at * 1000).toISOString()}>{dateTime(at)}</time> · {zone()}
        <MovedFrom entry={entry} />
      </p>
      {movable(me, entry) && (
        <div className="actions">
          <Acts me={me} entry={entry} />
        </div>
      )}
    </div>
  )
}
