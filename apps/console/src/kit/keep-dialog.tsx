import type { DeskBody, DeskCallName } from '@hc/contract/desk/calls'
import { TextField } from '@hc/ui/field'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { ActionDialog } from './action-dialog.tsx'
import { useFields } from './use-fields.ts'

type Props<N extends DeskCallName> = {
  name: N
  label: string
  confirm: string
  done: string
  kind?: 'quiet' | 'ghost'
  /** A check box beside the name. */
  option: string
  body: (name: string, ticked: boolean) => DeskBody<N>
  children?: ReactNode
}

/** Saves the present view under a name: a list's filters, or a report. */
export function KeepDialog<N extends DeskCallName>({ label, option, body, children, ...rest }: Props<N>) {
  const t = useTranslations('desk')
  const fields = useFields(rest.name, { name: '', ticked: false })
  return (
    <ActionDialog
      {...rest}
      label={label}
      title={label}
      reason={false}
      body={() => body(fields.values.name.trim(), fields.values.ticked)}
      form={fields}
      fields={
        <>
          <TextField label={t('views.name')} {...fields('name')} />
          <label className="choice">
            <input type="checkbox" {...fields.box('ticked')} />
            {option}
          </label>
        </>
      }
    >
      {children}
    </ActionDialog>
  )
}
