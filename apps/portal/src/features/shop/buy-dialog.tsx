import { buttonClass } from '@hc/ui/button'
import { Dialog } from '@hc/ui/dialog'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { loginUrl } from '../../lib/nav.ts'
import { useApp } from '../../shell/app-context.ts'

/** Offers a visitor who wants to buy the ways to sign in. `to`: the page they go on to, with the item chosen. */
export default function BuyDialog({ name, to, onClose }: { name: string; to: string; onClose: () => void }) {
  const t = useTranslations('window')
  const tc = useTranslations('common')
  const { launchUrl } = useApp().init.gameInfo
  return (
    <Dialog open name="shop_doors" title={t('doors.title')} closeLabel={tc('action.close')} onClose={onClose}>
      <p>{t('doors.text', { name })}</p>
      <Link
        data-track="shop_sign_in"
        href={loginUrl(to)}
        className={buttonClass('gold', 'large', 'mt-4 w-full')}
        onClick={onClose}
      >
        {t('doors.signIn')}
      </Link>
      {launchUrl && (
        <div className="mt-5 border-t border-line pt-4">
          <p>{t('doors.gameText')}</p>
          <a data-track="shop_game" href={launchUrl} className={buttonClass('quiet', 'normal', 'mt-3 w-full')}>
            {t('doors.game')}
          </a>
        </div>
      )}
    </Dialog>
  )
}
