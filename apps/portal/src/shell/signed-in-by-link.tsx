import { useTranslations } from 'use-intl'
import { Button } from '@hc/ui/button'
import { Icon } from '@hc/ui/icon'
import { logout } from '../lib/api.ts'
import { navigate } from '../lib/nav.ts'
import { arrivedStore } from '../lib/session.ts'

/**
 * Names the account that a link has signed in: it may be somebody else's, and a payment would be for their character.
 */
export default function Arrived({ account }: { account: string }) {
  const t = useTranslations('common')
  const leave = () => {
    void logout()
    navigate('/login')
  }
  return (
    <section className="arrived" aria-label={t('session.signedInAs', { account })}>
      <div className="page flex min-h-12 flex-wrap items-center gap-x-4 gap-y-1 py-1.5">
        <Icon name="user" className="size-5 text-gold" />
        <output className="min-w-0 flex-[1_1_9rem] font-semibold">{t('session.signedInAs', { account })}</output>
        <Button kind="quiet" size="small" data-track="not_you" onClick={leave}>
          {t('session.notYou')}
        </Button>
        <button
          type="button"
          className="icon-btn"
          aria-label={t('action.close')}
          onClick={() => arrivedStore.set(null)}
        >
          <Icon name="close" />
        </button>
      </div>
    </section>
  )
}
