import { CallError } from '@hc/contract/client'
import { Button } from '@hc/ui/button'
import { Dialog } from '@hc/ui/dialog'
import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { ActionButton, ActionDialog } from '../../kit/action-dialog.tsx'
import { FormError } from '../../kit/page.tsx'
import { useCommand } from '../../kit/use-command.ts'
import { atOnce, localTime, WhenField } from '../../kit/when-field.tsx'

type Props = { id: string; version: number }

/** Publishes a saved version, at once or at a moment. */
export function PublishButton({ quiet, ...props }: Props & { quiet: boolean }) {
  const t = useTranslations('desk')
  const [open, setOpen] = useState(false)
  const close = (): void => {
    setOpen(false)
  }
  return (
    <>
      <Button
        size="small"
        kind={quiet ? 'quiet' : 'primary'}
        aria-haspopup="dialog"
        onClick={() => {
          setOpen(true)
        }}
      >
        {t('articles.publish')}
      </Button>
      <Dialog open={open} title={t('articles.publish')} closeLabel={t('close')} onClose={close}>
        <PublishForm {...props} close={close} />
      </Dialog>
    </>
  )
}

function PublishForm({ id, version, close }: Props & { close: () => void }) {
  const t = useTranslations('desk')
  const [when, setWhen] = useState(atOnce)
  const [twice, setTwice] = useState(false)
  const { form, busy, errors, run } = useCommand('article/publish', {
    done: ({ plan }) => t(plan ? 'editing.isPlanned' : 'articles.published'),
    onDone: close,
    meets: (error) => {
      if (error instanceof CallError && error.msg === 'TimeTwice') setTwice(true)
      return false
    },
  })
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    void run({ id, version, when: localTime(when) })
  }
  return (
    <form ref={form} noValidate className="form" onSubmit={submit}>
      <p>{t('articles.publishText')}</p>
      <FormError text={errors.form} />
      <WhenField value={when} set={setWhen} twice={twice} />
      <div className="actions">
        <Button type="submit" busy={busy}>
          {t(when.at === '' ? 'articles.publishNow' : 'editing.plan')}
        </Button>
        <Button kind="quiet" onClick={close}>
          {t('cancel')}
        </Button>
      </div>
    </form>
  )
}

/** Pins an article or marks it as hot at once, each with one press. */
export function MarkButtons({ id, version, pinned, hot }: Props & { pinned: boolean; hot: boolean }) {
  const t = useTranslations('desk')
  return (
    <>
      <ActionButton
        name="article/mark"
        label={t(pinned ? 'articles.unpin' : 'articles.pin')}
        done={t('articles.marked')}
        body={{ id, version, pinned: !pinned, hot }}
      />
      <ActionButton
        name="article/mark"
        label={t(hot ? 'articles.notHot' : 'articles.markHot')}
        done={t('articles.marked')}
        body={{ id, version, pinned, hot: !hot }}
      />
    </>
  )
}

/** Takes an article from the players' pages at once. */
export function TakeDownButton({ id, version }: Props) {
  const t = useTranslations('desk')
  return (
    <ActionDialog
      name="article/takeDown"
      label={t('articles.takeDown')}
      kind="danger"
      title={t('articles.takeDown')}
      confirm={t('articles.takeDownNow')}
      reason={false}
      done={t('articles.isDown')}
      body={() => ({ id, version })}
    >
      <p>{t('articles.takeDownText')}</p>
    </ActionDialog>
  )
}
