import { Icon } from '@hc/ui/icon'
import { iconExit } from '@hc/ui/more-icons'
import { Skeleton } from '@hc/ui/skeleton'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { useFormat } from '../lib/locale.ts'
import { ePointNum, useBalance, useSession } from '../lib/session.ts'
import { paths } from '../paths.ts'
import { openDialog } from './dialog-store.ts'

function BalanceChip() {
  const t = useTranslations('common')
  const balance = useBalance()
  const format = useFormat()
  const { info } = useSession()
  const points = balance
    ? t('session.balance', { points: format.number(ePointNum(balance)) })
    : t('session.balanceLabel')
  return (
    <Link href={paths.points} className="balance-chip">
      <span className="coin" aria-hidden="true">
        <Icon name="currency" className="size-4" />
      </span>
      <span className="min-w-0">
        <span className="balance-name">{info?.account ?? '\u00A0'}</span>
        <span className="sr-only">{points}</span>
        {balance ? (
          <span className="block leading-tight tabular-nums" aria-hidden="true">
            {format.number(ePointNum(balance))}
          </span>
        ) : (
          <Skeleton className="h-4 w-10" />
        )}
      </span>
    </Link>
  )
}

/** The right end of the top bar for a signed-in player. */
export default function PlayerMenu() {
  const t = useTranslations('common')
  return (
    <>
      <BalanceChip />
      <button
        type="button"
        className="icon-btn max-lg:hidden"
        aria-label={t('nav.signOut')}
        title={t('nav.signOut')}
        onClick={() => openDialog('logout')}
      >
        <Icon name={iconExit} />
      </button>
    </>
  )
}
