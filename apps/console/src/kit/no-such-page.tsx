import type { CallError } from '@hc/contract/client'
import { Button } from '@hc/ui/button'
import { useTranslations } from 'use-intl'
import { useLocation } from 'wouter'
import { listAbove, nameOf, placeAt } from './menu.ts'
import { Page } from './page.tsx'
import { wordsOf } from './use-action.ts'

/** What stands at an address that names nothing, with the way to the list that it seems to be of. */
export function NoSuchPage({ reason = null, text }: { reason?: CallError | null; text?: string }) {
  const t = useTranslations('desk')
  const [path, go] = useLocation()
  const message =
    reason && !['InvalidParams', 'NotFound'].includes(reason.msg) ? wordsOf(t, reason) : t('notFound.text')
  const list = listAbove(path)
  const menu = list && placeAt(list, '')
  return (
    <Page title={t('notFound.title')}>
      <p>{text ?? message}</p>
      <div className="actions">
        {list && menu && (
          <Button kind="quiet" onClick={() => go(list)}>
            {t(nameOf(menu))}
          </Button>
        )}
        <Button kind="quiet" onClick={() => go('/')}>
          {t('notFound.home')}
        </Button>
      </div>
    </Page>
  )
}
