import type { DeskBody, DeskCallName, DeskResult } from '@hc/contract/desk/calls'
import { Button, type ButtonKind, type ButtonSize } from '@hc/ui/button'
import { Dialog } from '@hc/ui/dialog'
import type { FormEvent, ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { FormError } from './form-error.tsx'
import type { Errors } from './use-action.ts'
import { useCommand } from './use-command.ts'
import { both, type FormFields, useFields } from './use-fields.ts'
import { useOpened } from './use-dialog-open.ts'
import { ReasonField } from './reason-field.tsx'

type Common<N extends DeskCallName> = {
  name: N
  /** The button's label. */
  label: ReactNode
  /** The button's accessible name, if the visible label does not name its target. */
  about?: string
  kind?: ButtonKind
  size?: ButtonSize
  done?: string | ((result: DeskResult<N>) => string)
  onDone?: () => void
}

/** A button that acts at once. */
export function ActionButton<N extends DeskCallName>({
  name,
  label,
  about,
  kind = 'quiet',
  size = 'small',
  body,
  done,
  onDone,
}: Common<N> & { body: DeskBody<N> }) {
  const { busy, errors, run } = useCommand(name, {
    ...(done === undefined ? {} : { done }),
    ...(onDone ? { onDone } : {}),
  })
  return (
    <span className="action">
      <Button kind={kind} size={size} busy={busy} aria-label={about} onClick={() => void run(body)}>
        {label}
      </Button>
      <FormError text={errors.form} />
    </span>
  )
}

export type DialogProps<N extends DeskCallName> = Common<N> & {
  title: string
  /** The effect, shown before the confirmation. */
  children: ReactNode
  /** The label of the confirming button. */
  confirm: string
  /** Without it the dialog asks for no reason. */
  reason?: boolean
  body: (reason: string) => DeskBody<N>
  /** What the form's fields hold. They begin anew after the action, and when somebody cancels. */
  form?: FormFields
  fields?: ReactNode | ((errors: Errors) => ReactNode)
  /** Problems of those fields before the call is sent, beside those that the contract names. */
  check?: () => Readonly<Record<string, string | undefined>>
  /** Gets each refusal. True: the caller shows it itself. */
  meets?: (error: unknown) => boolean
  /**
   * An address with `do` and the call's name opens the dialog. The page has only one dialog for that call, or this is
   * its name and that of its row.
   */
  byAddress?: boolean | string
}

/** A button whose dialog shows the effect, asks for a reason, and then acts. */
export function ActionDialog<N extends DeskCallName>(props: DialogProps<N>) {
  const { label, about, kind = 'quiet', size = 'small', title, name, form, byAddress = false } = props
  const t = useTranslations('desk')
  const [open, setOpen] = useOpened(byAddress === true ? name : byAddress || null)
  const close = (): void => {
    setOpen(false)
    // What was typed is there again when the dialog opens; the errors of the last try are not.
    form?.show({})
  }
  return (
    <>
      <Button
        // The coloured button is in the dialog: in a list it would appear in every row.
        kind={kind === 'danger' && size === 'small' ? 'quiet' : kind}
        size={size}
        aria-label={about}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        {label}
      </Button>
      <Dialog open={open} title={title} closeLabel={t('close')} onClose={close}>
        <ActionForm {...props} close={close} />
      </Dialog>
    </>
  )
}

/** The form of an action's dialog, where a dialog has more than it. */
export function ActionForm<N extends DeskCallName>({
  name,
  title,
  about = '',
  kind,
  children,
  confirm,
  reason: asksWhy = true,
  body,
  form: values,
  fields,
  check,
  meets,
  done,
  onDone,
  close,
}: DialogProps<N> & { close: () => void }) {
  const t = useTranslations('desk')
  const why = useFields(name, { reason: '' }, { keep: `${name} ${title} ${about}` })
  const reason = why.values.reason.trim()
  const leave = (): void => {
    why.reset()
    values?.reset()
    close()
  }
  const { form, busy, errors, tell, run } = useCommand(name, {
    fields: both(why, values),
    ...(done === undefined ? {} : { done }),
    ...(meets ? { meets } : {}),
    onDone: () => {
      leave()
      onDone?.()
    },
  })
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (!tell(check?.())) void run(body(reason))
  }
  return (
    <form ref={form} noValidate className="form" onSubmit={submit}>
      <div className="prose">{children}</div>
      <FormError text={errors.form} />
      {typeof fields === 'function' ? fields(errors) : fields}
      {asksWhy && <ReasonField of={why} />}
      <div className="actions">
        <Button type="submit" kind={kind === 'danger' ? 'danger' : 'primary'} busy={busy}>
          {confirm}
        </Button>
        <Button kind="quiet" onClick={leave}>
          {t('cancel')}
        </Button>
      </div>
    </form>
  )
}
