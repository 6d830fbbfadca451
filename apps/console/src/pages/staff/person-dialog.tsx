import type { DeskResult } from '@hc/contract/desk/calls'
import { Button } from '@hc/ui/button'
import { Dialog } from '@hc/ui/dialog'
import type { FormEvent } from 'react'
import { useTranslations } from 'use-intl'
import { FormError } from '../../kit/form-error.tsx'
import { useAction } from '../../kit/use-action.ts'
import { ReasonField } from '../../kit/reason-field.tsx'
import { useFields } from '../../kit/use-fields.ts'
import { call } from '../../lib/api.ts'

type Person = DeskResult<'staff/list'>[number]
export type PersonAction = { what: 'suspend' | 'restore' | 'end'; person: Person }
type Props = { action: PersonAction | null; onClose: () => void; onDone: (text: string) => Promise<void> }

/** The effect on a person, and the reason for the audit. */
export function PersonDialog({ action, onClose, onDone }: Props) {
  const t = useTranslations('desk')
  const title = action ? t(`staff.${action.what}Name`, { name: action.person.name }) : ''
  return (
    <Dialog open={action !== null} title={title} closeLabel={t('close')} onClose={onClose}>
      {action && <ReasonForm action={action} onClose={onClose} onDone={onDone} />}
    </Dialog>
  )
}

function ReasonForm({ action: { what, person }, onClose, onDone }: Props & { action: PersonAction }) {
  const t = useTranslations('desk')
  const { staff_id, name } = person
  const fields = useFields(
    what === 'end' ? 'staff/endSessions' : 'staff/suspend',
    { reason: '' },
    {
      keep: `staff/${what} ${staff_id}`,
    },
  )
  const { reason } = fields.values
  const { form, busy, errors, tell, run } = useAction({ fields })
  const act = async (): Promise<string> => {
    if (what === 'end') return t('staff.ended', { n: (await call('staff/endSessions', { staff_id, reason })).ended })
    await call('staff/suspend', { staff_id, suspended: what === 'suspend', reason })
    return `${name}: ${t(what === 'suspend' ? 'staff.suspended' : 'staff.active')}`
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (tell()) return
    void run(async () => {
      const did = await act()
      fields.reset()
      await onDone(did)
    })
  }
  return (
    <form ref={form} noValidate className="form" onSubmit={submit}>
      <p>{t(`staff.${what}Text`, { name })}</p>
      <FormError text={errors.form} />
      <ReasonField of={fields} />
      <div className="actions">
        <Button type="submit" kind={what === 'restore' ? 'primary' : 'danger'} busy={busy}>
          {t(what === 'end' ? 'staff.end' : `staff.${what}`)}
        </Button>
        <Button
          kind="quiet"
          onClick={() => {
            fields.reset()
            onClose()
          }}
        >
          {t('cancel')}
        </Button>
      </div>
    </form>
  )
}
