import type { DeskBody, DeskCallName, DeskResult } from '@hc/contract/desk/calls'
import { Button, type ButtonKind, type ButtonSize } from '@hc/ui/button'
import { Dialog } from '@hc/ui/dialog'
import type { FormEvent, ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { FormError } from './form-error.tsx'
import { useCommand } from './use-command.ts'
import { useOpened } from './use-dialog-open.ts'
import { useKeptWords } from './use-kept.ts'
import { ReasonField } from './reason-field.tsx'

const REASON_LENGTH = 3

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

/** Fields of a dialog, with their errors. */
export type FormFields = (errors: Readonly<Record<string, string | undefined>>) => ReactNode

export type DialogProps<N extends DeskCallName> = Common<N> & {
  title: string
  /** The effect, shown before the confirmation. */
  children: ReactNode
  /** The label of the confirming button. */
  confirm: string
  /** Without it the dialog asks for no reason. */
  reason?: boolean
  body: (reason: string) => DeskBody<N>
  /** More fields of the form, with the errors that the server names. */
  fields?: FormFields
  fieldNames?: readonly string[]
  /** Errors of those fields before the call is sent. */
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
  const { label, about, kind = 'quiet', size = 'small', title, name, byAddress = false } = props
  const t = useTranslations('desk')
  const [open, setOpen] = useOpened(byAddress === true ? name : byAddress || null)
  const close = (): void => setOpen(false)
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
  fields,
  fieldNames = [],
  check,
  meets,
  done,
  onDone,
  close,
}: DialogProps<N> & { close: () => void }) {
  const t = useTranslations('desk')
  const { words, back, set, forget } = useKeptWords(`${name} ${title} ${about}`, { reason: '' })
  const { reason } = words
  const leave = (): void => {
    forget()
    close()
  }
  const { form, busy, errors, tell, run } = useCommand<N, string>(name, {
    fields: [...fieldNames, 'reason'],
    ...(done === undefined ? {} : { done }),
    ...(meets ? { meets } : {}),
    onDone: () => {
      leave()
      onDone?.()
    },
  })
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    const why = asksWhy && reason.trim().length < REASON_LENGTH ? { reason: t('field.reason') } : {}
    if (!tell({ ...check?.(), ...why })) void run(body(reason.trim()))
  }
  return (
    <form ref={form} noValidate className="form" onSubmit={submit}>
      <div className="prose">{children}</div>
      <FormError text={errors.form} />
      {fields?.(errors)}
      {asksWhy && <ReasonField value={reason} back={back} set={(text) => set('reason', text)} error={errors.reason} />}
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
