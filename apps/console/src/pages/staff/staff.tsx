import type { DeskResult, Me } from '@hc/contract/desk/calls'
import { Button } from '@hc/ui/button'
import { Icon } from '@hc/ui/icon'
import { type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'
import { ActionDialog } from '../../kit/action-dialog.tsx'
import { dateTime, dayText } from '../../kit/date-time.ts'
import { Badge } from '../../kit/badge.tsx'
import { joinWords } from '../../kit/facts.tsx'
import { dayOf } from '../../kit/local-time.ts'
import { may } from '../../kit/permission.ts'
import { useOpened } from '../../kit/use-dialog-open.ts'
import { type Column, List } from '../../kit/list/list.tsx'
import { menuIcons } from '../../kit/menu-icons.ts'
import { Moment } from '../../kit/moment.tsx'
import { Person } from '../../kit/picture.tsx'
import { Pop } from '../../kit/pop.tsx'
import { Page } from '../../kit/page.tsx'
import { roleName } from '../../kit/role-name.ts'
import type { DeskTexts } from '../../kit/use-action.ts'
import { useCall } from '../../kit/use-call.ts'
import { zone } from '../../lib/zone.ts'
import { GiveRole } from './give-role.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import { PersonDialog, type PersonAction } from './person-dialog.tsx'

type Member = DeskResult<'staff/list'>[number]

const roleText = (t: DeskTexts, { role, until }: Member['roles'][number]): string =>
  until === null ? roleName(t, role) : `${roleName(t, role)} (${t('staff.until', { at: dateTime(until) })})`
const rolesOf = (t: DeskTexts, { roles }: Member): string => joinWords(roles.map((role) => roleText(t, role)))

/** Outlines of a key and of a phone. */
const factorIcons = {
  passkeys: menuIcons.me,
  app: 'M7.5 3h9v18h-9V3Zm3 15.3h3',
} as const

/** The ways in which a person can sign in, each with its icon. */
function Factors({ person: { passkeys, totp } }: { person: Member }) {
  const t = useTranslations('desk')
  if (passkeys === 0 && !totp) return <span className="soft">{t('staff.none')}</span>
  return (
    <span className="factors">
      {passkeys > 0 && (
        <span>
          <Icon name={factorIcons.passkeys} className="size-4" />
          {t('staff.passkeys', { n: passkeys })}
        </span>
      )}
      {totp && (
        <span>
          <Icon name={factorIcons.app} className="size-4" />
          {t('staff.app')}
        </span>
      )}
    </span>
  )
}

const columns = (t: DeskTexts, acts: ((person: Member) => ReactNode) | undefined): readonly Column<Member>[] => [
  {
    key: 'name',
    label: t('staff.name'),
    cell: ({ name, email }) => (
      <span className="member">
        <Person name={name} />
        <span className="soft">{email}</span>
      </span>
    ),
    text: ({ name }) => name,
  },
  {
    key: 'roles',
    label: t('staff.roles'),
    cell: (person) => (
      <span className="role-chips">
        {person.roles.map((role) => (
          <Badge key={role.role} tone="info">
            {roleText(t, role)}
          </Badge>
        ))}
      </span>
    ),
    text: (person) => rolesOf(t, person),
  },
  {
    key: 'factors',
    label: t('staff.factors'),
    cell: (person) => <Factors person={person} />,
    text: ({ passkeys, totp }) => `${passkeys} ${totp}`,
  },
  {
    key: 'seen',
    label: t('staff.lastSeen'),
    cell: ({ seen_at: at, sessions }) => (
      <>
        {at === null ? t('staff.never') : <Moment at={at} />}
        <span className="soft">{t('staff.sessions', { n: sessions })}</span>
      </>
    ),
    text: ({ seen_at: at }) => at ?? '',
  },
  {
    key: 'state',
    label: t('staff.state'),
    cell: ({ suspended, review }) => (
      <>
        <Badge tone={suspended ? 'bad' : 'good'}>{t(suspended ? 'staff.suspended' : 'staff.active')}</Badge>
        {review && <Review due={review.due_at} />}
      </>
    ),
    text: ({ suspended }) => String(suspended),
  },
  ...(acts ? [{ key: 'do', label: t('staff.actions'), cell: acts }] : []),
]

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
      <List
        name="team"
        caption={t('menu.members')}
        rows={people.result}
        error={people.error}
        reload={people.reload}
        columns={columns(t, maySuspend ? (person) => <Actions me={me} person={person} onAct={setActing} /> : undefined)}
        id={({ staff_id }) => staff_id}
        empty={{ title: t('menu.members'), text: t('staff.invite') }}
      />
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

function Confirm({ person }: { person: Member }) {
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

function Actions({ me, person, onAct }: { me: Me; person: Member; onAct: (action: PersonAction) => void }) {
  const t = useTranslations('desk')
  const { name, suspended, sessions } = person
  const what = suspended ? 'restore' : 'suspend'
  return (
    <div className="actions">
      {person.review && isDue(person.review.due_at) && person.staff_id !== me.staff_id && <Confirm person={person} />}
      <span className="member-acts">
        <Button
          kind="quiet"
          size="small"
          aria-label={t(suspended ? 'staff.restoreName' : 'staff.suspendName', { name })}
          aria-haspopup="dialog"
          onClick={() => onAct({ what, person })}
        >
          {t(`staff.${what}`)}
        </Button>
        <Pop label="⋯" about={t('staff.more', { name })} end>
          {(close) => (
            <div className="drop-list drop-actions">
              {may(me, 'staff.role') && <GiveRole person={person} />}
              {sessions > 0 && (
                <Button
                  kind="ghost"
                  size="small"
                  aria-label={t('staff.endName', { name })}
                  aria-haspopup="dialog"
                  onClick={() => {
                    close()
                    onAct({ what: 'end', person })
                  }}
                >
                  {t('staff.end')}
                </Button>
              )}
            </div>
          )}
        </Pop>
      </span>
    </div>
  )
}
