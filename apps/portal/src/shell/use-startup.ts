import { useEffect } from 'react'
import { useTranslations } from 'use-intl'
import { useSearch } from 'wouter'
import { loadSessionInfo, refreshBalance } from '../lib/api.ts'
import { calibrate } from '../lib/clock.ts'
import { dropParams } from '../lib/nav.ts'
import { useSession } from '../lib/session.ts'
import { toast } from '../lib/toast.ts'
import { loginResultStore } from '../lib/visit.ts'

const PROVIDERS = ['appleId', 'wechat', 'facebook', 'google'] as const

/** Coming back from a third party's login: the parameter says how it went, and leaves the address. */
function useThirdPartyReturn(): void {
  const t = useTranslations('common')
  const search = useSearch()
  useEffect(() => {
    const query = new URLSearchParams(search)
    const back = PROVIDERS.filter((name) => query.has(name))
    if (back.length === 0) return
    const failed = back.some((name) => query.get(name) === 'false')
    const type = query.has('appleId') ? 'apple' : query.has('wechat') ? 'wechat' : null
    if (type) loginResultStore.set({ type, result: failed ? 'fail' : 'success' })
    if (failed) toast(t('thirdParty.notFound'), 'bad')
    else toast(t('thirdParty.success'), 'good')
    dropParams(back)
  }, [search, t])
}

/** Once a session stands: who it is, then what they hold. */
export function useStartup(): void {
  const { status, info } = useSession()
  const userId = info?.gameAccountId
  useThirdPartyReturn()
  useEffect(() => {
    if (status === 'player' && !userId) void Promise.all([loadSessionInfo(), calibrate()])
  }, [status, userId])
  useEffect(() => { if (userId) void refreshBalance() }, [userId])
}

