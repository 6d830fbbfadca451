import type { DeskBody, DeskCallName } from '@hc/contract/desk/calls'
import { TextField } from '@hc/ui/field'
import { type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'
import { ActionDialog } from './action-dialog.tsx'

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
  const [name, setName] = useState('')
  const [ticked, setTicked] = useState(false)
  return (
    <ActionDialog
      {...rest}
      label={label}
      title={label}
      reason={false}
      check={() => (name.trim() === '' ? { name: t('field.needed') } : {})}
      body={() => body(name.trim(), ticked)}
      onDone={() => {
        setName('')
        setTicked(false)
      }}
      fields={(errors) => (
        <>
          <TextField
            label={t('views.name')}
            name="name"
            maxLength={60}
            autoComplete="off"
            value={name}
            error={errors.name}
            onChange={(event) => setName(event.target.value)}
          />
          <label className="choice">
            <input type="checkbox" checked={ticked} onChange={(event) => setTicked(event.target.checked)} />
            {option}
          </label>
        </>
      )}
    >
      {children}
    </ActionDialog>
  )
}
