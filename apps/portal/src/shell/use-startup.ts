import { useEffect } from 'react'
import { useTranslations } from 'use-intl'
import { loadSessionInfo, refreshBalance } from '../lib/api.ts'
import { calibrate } from '../lib/clock.ts'
import { loadMarket } from '../lib/market.ts'
import { useSearch } from '../lib/nav.ts'
import { useSession } from '../lib/session.ts'
import { useApp } from './app-context.ts'

/** Handles the return from a third party's login. It is rare, so its code is loaded when it happens. */
function useThirdPartyReturn(): void {
  const t = useTranslations('common')
  const search = useSearch()
  useEffect(() => {
    if (/appleId=|wechat=|facebook=|google=/.test(search))
      void import('../features/third-party-return.ts').then(
        (module) => module.thirdPartyReturn(search, t),
        () => undefined,
      )
  }, [search, t])
}

/** Once there is a session, loads the player, then their balance. */
export function useStartup(): void {
  const { status, info } = useSession()
  const userId = info?.gameAccountId
  const { markets } = useApp().init
  useThirdPartyReturn()
  useEffect(() => {
    if (status === 'player' && !userId) void Promise.all([loadSessionInfo(), calibrate()])
  }, [status, userId])
  useEffect(() => {
    if (!userId) return undefined
    void refreshBalance()
    const leave = new AbortController()
    // A guest has no balance, and needs none of its code.
    void import('../lib/shared-balance.ts').then(
      ({ shareBalance }) => {
        if (!leave.signal.aborted) leave.signal.addEventListener('abort', shareBalance())
      },
      () => undefined,
    )
    return () => leave.abort()
  }, [userId])
  useEffect(() => {
    if (markets && status !== 'unknown') void loadMarket()
  }, [markets, status])
}
