import type { DeskResult, Me } from '@hc/contract/desk/calls'
import { Button } from '@hc/ui/button'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ActionDialog } from '../../kit/action-dialog.tsx'
import { dateTime, dayText } from '../../kit/date-time.ts'
import { Badge } from '../../kit/badge.tsx'
import { joinWords } from '../../kit/facts.tsx'
import { dayOf } from '../../kit/local-time.ts'
import { may } from '../../kit/permission.ts'
import { useOpened } from '../../kit/use-dialog-open.ts'
import { Failed } from '../../kit/failed.tsx'
import { Page } from '../../kit/page.tsx'
import { roleName } from '../../kit/role-name.ts'
import type { DeskTexts } from '../../kit/use-action.ts'
import { useCall } from '../../kit/use-call.ts'
import { zone } from '../../lib/zone.ts'
import { GiveRole } from './give-role.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import { PersonDialog, type PersonAction } from './person-dialog.tsx'

type Person = DeskResult<'staff/list'>[number]

const rolesOf = (t: DeskTexts, { roles }: Person): string =>
  joinWords(
    roles.map(({ role, until }) =>
      until === null ? roleName(t, role) : `${roleName(t, role)} (${t('staff.until', { at: dateTime(until) })})`,
    ),
  )
const factorsOf = (t: DeskTexts, { passkeys, totp }: Person): string =>
  joinWords([...(passkeys > 0 ? [t('staff.passkeys', { n: passkeys })] : []), ...(totp ? [t('staff.app')] : [])]) ||
  t('staff.none')

/** The people of the desk: their roles, their last activity, and the actions on them. */
export default function Staff({ me }: { me: Me }) {
  const t = useTranslations('desk')
  const people = useCall('staff/list', {})
  const [inviting, setInviting] = useOpened('staff/invite')
  const [acting, setActing] = useState<PersonAction | null>(null)
  const [announcement, setTold] = useState('')
  const maySuspend = may(me, 'staff.suspend')
  return (
    <Page
      actions={
        may(me, 'staff.invite') && (
          <Button aria-haspopup="dialog" onClick={() => setInviting(true)}>
            {t('staff.invite')}
          </Button>
        )
      }
    >
      <output>{announcement}</output>
      {people.error !== null && <Failed error={people.error} again={people.reload} />}
      {!people.result && people.error === null && <output className="state">{t('loading')}</output>}
      {people.result && (
        <table className="list">
          <thead>
            <tr>
              <th scope="col">{t('staff.name')}</th>
              <th scope="col">{t('staff.roles')}</th>
              <th scope="col">{t('staff.factors')}</th>
              <th scope="col">{t('staff.seen')}</th>
              <th scope="col">{t('staff.state')}</th>
              {maySuspend && <th scope="col">{t('staff.actions')}</th>}
            </tr>
          </thead>
          <tbody>
            {people.result.map((person) => (
              <tr key={person.staff_id}>
                <th scope="row">
                  {person.name}
                  <span className="soft">{person.email}</span>
                </th>
                <td data-label={t('staff.roles')}>{rolesOf(t, person)}</td>
                <td data-label={t('staff.factors')}>{factorsOf(t, person)}</td>
                <td data-label={t('staff.seen')}>
                  {person.seen_at === null ? t('staff.never') : dateTime(person.seen_at)}
                  <span className="soft">{t('staff.sessions', { n: person.sessions })}</span>
                </td>
                <td data-label={t('staff.state')}>
                  <Badge tone={person.suspended ? 'bad' : 'good'}>
                    {t(person.suspended ? 'staff.suspended' : 'staff.active')}
                  </Badge>
                  {person.review && <Review due={person.review.due_at} />}
                </td>
                {maySuspend && (
                  <td data-label={t('staff.actions')}>
                    <Actions me={me} person={person} onAct={setActing} />
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <Invitations me={me} />
      <InviteDialog open={inviting} onClose={() => setInviting(false)} />
      <PersonDialog
        action={acting}
        onClose={() => setActing(null)}
        onDone={async (text) => {
          setActing(null)
          setTold(text)
          await people.reload()
        }}
      />
    </Page>
  )
}

/** Invitations that nobody has accepted yet. */
function Invitations({ me }: { me: Me }) {
  const t = useTranslations('desk')
  const { result } = useCall('staff/invitations', {})
  if (!result || result.length === 0) return null
  return (
    <section className="card part" aria-labelledby="invitations">
      <h2 id="invitations">{t('roles.invitations.open')}</h2>
      <ul className="rows">
        {result.map(({ email, name, roles, expires_at }) => (
          <li key={`${email} ${expires_at}`}>
            <span>
              <b>{name}</b>{' '}
              <span className="soft">
                {email}, {joinWords(roles.map((role) => roleName(t, role)))},{' '}
                {t('roles.invitations.until', { at: dateTime(expires_at) })}
              </span>
            </span>
            {may(me, 'staff.invite') && (
              <ActionDialog
                name="staff/takeBackInvitation"
                kind="danger"
                size="small"
                label={t('roles.invitations.take')}
                about={t('roles.invitations.takeName', { name })}
                title={t('roles.invitations.takeName', { name })}
                confirm={t('roles.invitations.take')}
                done={t('roles.invitations.taken')}
                body={(reason) => ({ email, reason })}
              >
                <p>{t('roles.invitations.takeText')}</p>
              </ActionDialog>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

const isDue = (dueAt: number): boolean => dueAt * 1000 <= Date.now()

/** The date by which this person's access must be reviewed. */
function Review({ due }: { due: number }) {
  const t = useTranslations('desk')
  const text = t(isDue(due) ? 'staff.reviewDue' : 'staff.reviewUntil', { at: dayText(dayOf(due, zone())) })
  return isDue(due) ? <Badge tone="bad">{text}</Badge> : <span className="soft">{text}</span>
}

function Confirm({ person }: { person: Person }) {
  const t = useTranslations('desk')
  const { staff_id, name, roles } = person
  return (
    <ActionDialog
      name="staff/review"
      label={t('staff.review')}
      about={t('staff.reviewName', { name })}
      title={t('staff.reviewName', { name })}
      confirm={t('staff.review')}
      reason={false}
      done={t('staff.reviewed', { name })}
      body={() => ({ staff_id, roles: roles.map(({ role }) => role) })}
    >
      <p>{t('staff.reviewText', { name, roles: rolesOf(t, person) })}</p>
    </ActionDialog>
  )
}

function Actions({ me, person, onAct }: { me: Me; person: Person; onAct: (action: PersonAction) => void }) {
  const t = useTranslations('desk')
  const { name, suspended, sessions } = person
  const what = suspended ? 'restore' : 'suspend'
  return (
    <div className="actions">
      <Button
        kind="quiet"
        size="small"
        aria-label={t(suspended ? 'staff.restoreName' : 'staff.suspendName', { name })}
        aria-haspopup="dialog"
        onClick={() => onAct({ what, person })}
      >
        {t(`staff.${what}`)}
      </Button>
      {may(me, 'staff.role') && <GiveRole person={person} />}
      {person.review && isDue(person.review.due_at) && person.staff_id !== me.staff_id && <Confirm person={person} />}
      {sessions > 0 && (
        <Button
          kind="ghost"
          size="small"
          aria-label={t('staff.endName', { name })}
          aria-haspopup="dialog"
          onClick={() => onAct({ what: 'end', person })}
        >
          {t('staff.end')}
        </Button>
      )}
    </div>
  )
}
