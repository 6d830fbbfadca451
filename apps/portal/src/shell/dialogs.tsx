import { Button } from '@hc/ui/button'
import { Dialog } from '@hc/ui/dialog'
import { useTranslations } from 'use-intl'
import { logout } from '../lib/api.ts'
import { currentUrl, loginUrl, navigate } from '../lib/nav.ts'
import { expiredStore } from '../lib/session.ts'
import { closeDialog, type ShellDialog } from './dialog-store.ts'
import { MarketDialog } from '../features/market/market-dialog.tsx'
import { HelpDialog } from './help-dialog.tsx'
import { MenuDialog } from './menu-dialog.tsx'
import { RegionDialog } from './region-dialog.tsx'
import { WithMessages } from './with-messages.tsx'

function LogoutDialog() {
  const t = useTranslations('common')
  const confirm = () => {
    closeDialog()
    void logout()
    navigate('/main/logout?id=23')
  }
  return (
    <Dialog
      open
      name="logout"
      title={t('session.logoutTitle')}
      closeLabel={t('action.close')}
      onClose={closeDialog}
      actions={
        <>
          <Button kind="quiet" onClick={closeDialog}>
            {t('action.cancel')}
          </Button>
          <Button onClick={confirm}>{t('session.logoutTitle')}</Button>
        </>
      }
    >
      <p>{t('session.logoutText')}</p>
    </Dialog>
  )
}

/** The session has expired, or another device has taken it over. Many calls may find out; the player is told once. */
function ExpiredDialog({ from }: { from: string }) {
  const t = useTranslations('common')
  const te = useTranslations('error')
  const close = () => {
    expiredStore.set(null)
    if (!currentUrl().startsWith('/login')) navigate(loginUrl(from), { replace: true })
  }
  return (
    <Dialog
      open
      plain
      name="session_expired"
      title={t('session.expiredTitle')}
      closeLabel={t('action.close')}
      onClose={close}
      actions={<Button onClick={close}>{t('action.ok')}</Button>}
    >
      <p>{te('key.tokenFail')}</p>
    </Dialog>
  )
}

export default function Dialogs({ dialog, expired }: { dialog: ShellDialog | null; expired: string | null }) {
  if (expired !== null)
    return (
      <WithMessages namespaces={['error']}>
        <ExpiredDialog from={expired} />
      </WithMessages>
    )
  switch (dialog) {
    case 'logout':
      return <LogoutDialog />
    case 'help':
      return (
        <WithMessages namespaces={['help']}>
          <HelpDialog />
        </WithMessages>
      )
    case 'region':
      return (
        <WithMessages namespaces={['home']}>
          <RegionDialog />
        </WithMessages>
      )
    case 'market':
      return (
        <WithMessages namespaces={['market', 'error']}>
          <MarketDialog />
        </WithMessages>
      )
    case 'menu':
      return <MenuDialog />
    case null:
      return null
  }
}
