import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { AccountFrame } from '../features/account/account-frame.tsx'
import { PrivacyCard } from '../features/account/privacy-card.tsx'
import { ReceiptsCard } from '../features/account/receipts-card.tsx'
import { PointsCard, ProfileCard, RolesCard } from '../features/account/user-cards.tsx'
import { AgainRow, useBuyAgain } from '../features/orders/buy-again.tsx'
import { MarketCard } from '../features/market/market-card.tsx'
import { RedemptionsCard } from '../features/redeem/redemptions-card.tsx'

export default function AccountUserPage() {
  const t = useTranslations('account')
  const again = useBuyAgain()
  const [areGiftsKnown, setGiftsKnown] = useState(false)
  const isKnown = areGiftsKnown && again.items !== null
  return (
    <AccountFrame title={t('user.title')}>
      <RolesCard onKnown={() => setGiftsKnown(true)} />
      {/* What stands below the characters would move until their gifts, and what to buy again, are known. */}
      <div className={isKnown ? undefined : 'invisible'}>
        <AgainRow again={again} className="mt-5" />
        <div className="mt-5 grid gap-5 md:grid-cols-2">
          <PointsCard />
          <ProfileCard />
        </div>
        <RedemptionsCard />
        <MarketCard />
        <ReceiptsCard />
        <PrivacyCard />
      </div>
    </AccountFrame>
  )
}
