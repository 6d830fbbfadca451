import type { DeskBody } from '@hc/contract/desk/calls'
import type { LocalTime } from '@hc/contract/desk/editing'
import { Button } from '@hc/ui/button'
import { Dialog } from '@hc/ui/dialog'
import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Notice } from '@hc/ui/notice'
import type { Locale } from '@hc/contract/locales'
import { joinWords } from './facts.tsx'
import { languageName } from './languages.tsx'
import { FormError } from './form-error.tsx'
import { useCommand } from './use-command.ts'
import { atOnce, comesTwice, localTime, WhenField } from './when-field.tsx'

type Name = 'article/publish' | 'home/publish'
type Props<N extends Name> = {
  name: N
  body: (when: LocalTime | null) => DeskBody<N>
  /** Languages whose text is older than its source, and those without one. */
  outdated?: readonly Locale[]
  lacking?: readonly Locale[]
  /** Publishes the source's text alone, at once. */
  sourceOnly?: () => DeskBody<N>
}

/** Publishes a saved version, at once or at a moment. */
export function PublishButton<N extends Name>({ quiet, ...props }: Props<N> & { quiet: boolean }) {
  const t = useTranslations('desk')
  const [open, setOpen] = useState(false)
  const close = (): void => setOpen(false)
  return (
    <>
      <Button size="small" kind={quiet ? 'quiet' : 'primary'} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {t('articles.publish')}
      </Button>
      <Dialog open={open} title={t('articles.publish')} closeLabel={t('close')} onClose={close}>
        <PublishForm {...props} close={close} />
      </Dialog>
    </>
  )
}

function PublishForm<N extends Name>({
  name,
  body,
  outdated = [],
  lacking = [],
  sourceOnly,
  close,
}: Props<N> & { close: () => void }) {
  const t = useTranslations('desk')
  const [when, setWhen] = useState(atOnce)
  const [twice, setTwice] = useState(false)
  const { form, busy, errors, run } = useCommand(name, {
    done: ({ plan }) => t(plan ? 'revisions.isPlanned' : 'articles.published'),
    onDone: close,
    meets: (error) => {
      if (comesTwice(error)) setTwice(true)
      return false
    },
  })
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    void run(body(localTime(when)))
  }
  return (
    <form ref={form} noValidate className="form" onSubmit={submit}>
      <p>{t('articles.publishText')}</p>
      {outdated.length > 0 && (
        <Notice tone="warn">
          {t('articles.outdated', { n: outdated.length, names: joinWords(outdated.map(languageName)) })}
        </Notice>
      )}
      {lacking.length > 0 && (
        <Notice tone="info">
          {t('articles.lacking', { n: lacking.length, names: joinWords(lacking.map(languageName)) })}
        </Notice>
      )}
      <FormError text={errors.form} />
      <WhenField value={when} set={setWhen} twice={twice} errors={errors} />
      <div className="actions">
        <Button type="submit" busy={busy}>
          {t(
            when.at !== '' ? 'revisions.plan' : outdated.length > 0 ? 'articles.publishAnyway' : 'articles.publishNow',
          )}
        </Button>
        {sourceOnly && outdated.length > 0 && when.at === '' && (
          <Button kind="quiet" busy={busy} onClick={() => void run(sourceOnly())}>
            {t('articles.publishEnglish')}
          </Button>
        )}
        <Button kind="quiet" onClick={close}>
          {t('cancel')}
        </Button>
      </div>
    </form>
  )
}
