import { CallError } from '@hc/contract/client'
import type { DeskBody, DeskCallName } from '@hc/contract/desk/calls'
import { Button } from '@hc/ui/button'
import { Dialog } from '@hc/ui/dialog'
import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { FormError } from '../../kit/form-error.tsx'
import { useAction } from '../../kit/use-action.ts'
import { call } from '../../lib/api.ts'
import { queries } from '../../lib/queries.ts'
import { notice } from '../../lib/outcome.ts'
import { ReasonField } from '../../kit/reason-field.tsx'
import { useFields } from '../../kit/use-fields.ts'

type Props<N extends DeskCallName> = {
  name: N
  label: string
  bodies: (reason: string) => readonly DeskBody<N>[]
  n: number
  onDone: () => void
}

/** One call for each chosen row, one after the other; a refusal does not stop the others. */
export function Bulk<N extends DeskCallName>({ name, label, bodies, n, onDone }: Props<N>) {
  const t = useTranslations('desk')
  const [open, setOpen] = useState(false)
  const fields = useFields(name, { reason: '' }, { keep: `${name} ${label}` })
  const { form, busy, errors, tell, run } = useAction({ fields })
  const close = (): void => setOpen(false)
  const work = async (): Promise<void> => {
    let count = 0
    let refused = 0
    for (const body of bodies(fields.values.reason.trim())) {
      try {
        await call(name, body)
        count++
      } catch (error) {
        if (!(error instanceof CallError) || !['NotPossible', 'RowNotFound'].includes(error.msg)) throw error
        refused++
      }
    }
    fields.reset()
    close()
    onDone()
    notice.set({ text: t('waiting.bulkDone', { done: String(count), refused: String(refused) }), tone: 'good' })
    await queries.invalidateQueries()
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (!tell()) void run(work)
  }
  return (
    <>
      <Button size="small" kind="quiet" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {label}
      </Button>
      <Dialog open={open} title={label} closeLabel={t('close')} onClose={close}>
        <form ref={form} noValidate className="form" onSubmit={submit}>
          <p>{t('waiting.bulkDoes', { n })}</p>
          <FormError text={errors.form} />
          <ReasonField of={fields} />
          <div className="actions">
            <Button type="submit" busy={busy}>
              {label}
            </Button>
            <Button
              kind="quiet"
              onClick={() => {
                fields.reset()
                close()
              }}
            >
              {t('cancel')}
            </Button>
          </div>
        </form>
      </Dialog>
    </>
  )
}
