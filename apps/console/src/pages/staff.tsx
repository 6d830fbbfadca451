import type { DeskResult, Me } from '@hc/contract/desk/calls'
import { Button } from '@hc/ui/button'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { dateTime } from '../kit/date-time.ts'
import { listed } from '../kit/facts.tsx'
import { Failed, Page } from '../kit/page.tsx'
import { roleName } from '../kit/role-name.ts'
import type { DeskTexts } from '../kit/use-action.ts'
import { useCall } from '../kit/use-call.ts'
import { may } from '../kit/may.ts'
import { GiveRole } from './give-role.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import { PersonDialog, type PersonAction } from './person-dialog.tsx'

export type Person = DeskResult<'staff/list'>[number]

const rolesOf = (t: DeskTexts, { roles }: Person): string =>
  listed(
    roles.map(({ role, until }) =>
      until === null ? roleName(t, role) : `${roleName(t, role)} (${t('staff.until', { at: dateTime(until) })})`,
    ),
  )
const factorsOf = (t: DeskTexts, { passkeys, totp }: Person): string =>
  listed([...(passkeys > 0 ? [t('staff.passkeys', { n: passkeys })] : []), ...(totp ? [t('staff.app')] : [])]) ||
  t('staff.none')

/** The people of the desk: who has what, since when nobody saw them, and what can be done about it. */
export function Staff({ me }: { me: Me }) {
  const t = useTranslations('desk')
  const people = useCall('staff/list', {})
  const [inviting, setInviting] = useState(false)
  const [acting, setActing] = useState<PersonAction | null>(null)
  const [told, setTold] = useState('')
  const maySuspend = may(me, 'staff.suspend')
  return (
    <Page
      title={t('staff.title')}
      actions={
        may(me, 'staff.invite') && (
          <Button
            aria-haspopup="dialog"
            onClick={() => {
              setInviting(true)
            }}
          >
            {t('staff.invite')}
          </Button>
        )
      }
    >
      <output>{told}</output>
      {people.error !== null && <Failed error={people.error} again={people.reload} />}
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
                  <span className={person.suspended ? 'badge badge-rose' : 'badge badge-mint'}>
                    {t(person.suspended ? 'staff.suspended' : 'staff.active')}
                  </span>
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
      <InviteDialog
        open={inviting}
        onClose={() => {
          setInviting(false)
        }}
      />
      <PersonDialog
        action={acting}
        onClose={() => {
          setActing(null)
        }}
        onDone={async (text) => {
          setActing(null)
          setTold(text)
          await people.reload()
        }}
      />
    </Page>
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
        onClick={() => {
          onAct({ what, person })
        }}
      >
        {t(`staff.${what}`)}
      </Button>
      {may(me, 'staff.role') && <GiveRole person={person} />}
      {sessions > 0 && (
        <Button
          kind="ghost"
          size="small"
          aria-label={t('staff.endName', { name })}
          aria-haspopup="dialog"
          onClick={() => {
            onAct({ what: 'end', person })
          }}
        >
          {t('staff.end')}
        </Button>
      )}
    </div>
  )
}
