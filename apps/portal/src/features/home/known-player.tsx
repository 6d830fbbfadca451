import { useEffect } from 'react'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { keys, writeText } from '../../lib/storage.ts'
import { paths } from '../../paths.ts'
import { WithMessages } from '../../shell/with-messages.tsx'
import { type AgainRole, AgainRow, useBuyAgain } from '../orders/buy-again.tsx'
import { UnpaidOrder, useUnpaidOrders } from '../orders/open-order.tsx'
import { GiftSection, giftTexts, useNextGift } from '../recharge/next-gift.tsx'

/** The chosen character as one row, as on the top-up page. */
function RoleRow({ role }: { role: AgainRole | null }) {
  const t = useTranslations('again')
  return (
    <section className="known-role known-card" aria-label={t('who')}>
      {role ? (
        <>
          <span className="role-avatar" aria-hidden="true">
            {role.role_name.slice(0, 1)}
          </span>
          <p className="min-w-0 flex-1">
            <span className="block font-bold">
              {role.role_name}
              {role.level > 0 && (
                <span className="font-normal text-soft"> · {t('level', { level: String(role.level) })}</span>
              )}
            </span>
            <span className="block text-sm text-soft">{role.server_name}</span>
          </p>
          <Link href={paths.recharge} className="link inline-flex min-h-11 items-center font-semibold">
            {t('change')}
          </Link>
        </>
      ) : (
        <Link href={paths.recharge} className="link inline-flex min-h-11 items-center font-semibold">
          {t('choose')}
        </Link>
      )}
    </section>
  )
}

/** All parts come at once, each in its place, so that none pushes another. */
function Parts() {
  const again = useBuyAgain()
  const { unpaid, isKnown, reload } = useUnpaidOrders()
  const { role, items } = again
  const target = role && { server_id: role.server_id, role_id: role.role_id }
  const gift = useNextGift(target)
  const [newest] = unpaid
  const hasAgain = items !== null && items.length > 0
  const isSettled = items !== null && isKnown && (target === null || gift !== undefined)
  const parts = [hasAgain && 'again', gift && 'gift'].filter(Boolean).join(' ')
  useEffect(() => {
    if (isSettled) writeText(keys.home, parts)
  }, [isSettled, parts])
  return (
    <>
      <RoleRow role={role} />
      {isSettled ? (
        <>
          {newest && <UnpaidOrder record={newest} className="known-open" onPaid={() => void reload()} />}
          <AgainRow again={again} className="known-again" />
          {gift && role && (
            <div className="known-gift known-card">
              <GiftSection gift={gift} role={role.role_name} />
            </div>
          )}
        </>
      ) : (
        ['again', 'gift'].map((part) => <div key={part} className={`skeleton known-${part}`} aria-hidden="true" />)
      )}
    </>
  )
}

/** What a returning player looks for: their character, an order that waits, what they bought, and the next gift. */
export default function KnownPlayer() {
  return (
    <WithMessages namespaces={['again', ...giftTexts]}>
      <Parts />
    </WithMessages>
  )
}
