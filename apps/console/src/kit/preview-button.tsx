import type { DeskBody } from '@hc/contract/desk/calls'
import { defaultLocale, type Locale } from '@hc/contract/locales'
import { Button } from '@hc/ui/button'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { CopyButton } from './copy-button.tsx'
import { FormError } from './page.tsx'
import { useCommand } from './use-command.ts'

type Props = Pick<DeskBody<'preview/make'>, 'path' | 'drafts' | 'product'> & { moment: number | null; locale?: Locale }

/** Makes a link to the real page as it will be, for a phone or a colleague beside; it is good for 30 minutes. */
export function PreviewButton({ path, drafts, moment, product = null, locale = defaultLocale }: Props) {
  const t = useTranslations('desk')
  const [url, setUrl] = useState('')
  const { busy, errors, run } = useCommand('preview/make', {
    onDone: (done) => {
      if (done.did) setUrl(done.result.url)
    },
  })
  return (
    <span className="action">
      {url === '' ? (
        <Button
          kind="quiet"
          size="small"
          busy={busy}
          onClick={() => {
            void run({ path, drafts, moment, product, locale })
          }}
        >
          {t('editing.preview')}
        </Button>
      ) : (
        <span className="actions">
          <a className="link" href={url} target="_blank" rel="noopener noreferrer">
            {t('editing.openPreview')}
          </a>
          <CopyButton text={url} label={t('editing.copyPreview')} />
        </span>
      )}
      <FormError text={errors.form} />
    </span>
  )
}
