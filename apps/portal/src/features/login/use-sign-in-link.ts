import { errorText } from '@hc/i18n/error-text'
import { CallError } from '@hc/contract/client'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { api, logout } from '../../lib/api.ts'
import { useSearch } from '../../lib/nav.ts'
import { arrivedStore, expiredStore, openSession, token, useSession } from '../../lib/session.ts'
import { useStore } from '../../lib/store.ts'
import { toast } from '../../lib/toast.ts'
import { loginResultStore } from '../../lib/visit.ts'
import { type Arrival, type ArrivalSource, arrivalStore, takeArrival } from './sign-in-link.ts'

export type ArrivalProblem = { title?: string; text: string }

/** Reports the outcome of the two sign-ins that are counted (product specification, section 7). */
function logResult(from: ArrivalSource, result: 'success' | 'fail'): void {
  if (from === 'apple' || from === 'wechat') loginResultStore.set({ type: from, result })
}

/**
 * A sign-in that came with the address. Its token is exchanged at once, unless another account is signed in here: then
 * the player is asked first.
 */
export function useArrival() {
  const t = useTranslations('login')
  const tc = useTranslations('common')
  const te = useTranslations('error')
  const arrival = useStore(arrivalStore)
  const { status, info } = useSession()
  const search = useSearch()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<ArrivalProblem | null>(null)

  const nameOf = (from: ArrivalSource): string => (from === 'game' ? '' : t(`provider.${from}`))

  function fail(from: ArrivalSource, match: ArrivalProblem): void {
    logResult(from, 'fail')
    // A player who is signed in already moves on to the next page, and a toast tells them there.
    if (token()) toast(match.text, 'bad')
    else setProblem(match)
  }

  async function exchange(candidate: Arrival): Promise<void> {
    // Exchanges the token once, even if two effects ask for it.
    if (arrivalStore.get() !== candidate) return
    arrivalStore.set(null)
    const { from, token: code } = candidate
    if (code === null) {
      fail(from, { title: tc('thirdParty.notFound'), text: t('arrival.notLinked', { provider: nameOf(from) }) })
      return
    }
    setBusy(true)
    try {
      const info = await api.call('user/tmpWebTokenLogin', { token: code })
      // Signs out the player who was signed in here before, so that nothing of theirs stays.
      if (token()) await logout()
      openSession(info)
      arrivedStore.set(info.account)
      logResult(from, 'success')
      toast(t('success'), 'good')
    } catch (error) {
      const refused = error instanceof CallError && (error.msg === 'AuthFail' || error.msg === 'InvalidParams')
      fail(
        from,
        refused
          ? { text: from === 'game' ? t('arrival.gameFailed') : t('arrival.otherFailed', { provider: nameOf(from) }) }
          : { text: errorText(te, error, 'login') },
      )
    } finally {
      setBusy(false)
    }
  }

  useEffect(() => {
    takeArrival()
  }, [search])
  // The player of the game's link is signed in already: no token is exchanged, and no question is asked. The uid is
  // only compared, so a forged one changes nothing.
  const here = Boolean(arrival?.uid) && info?.uid === arrival?.uid
  useEffect(() => {
    if (here) arrivalStore.set(null)
  }, [here])
  useEffect(() => {
    if (!arrival || status === 'unknown' || (status === 'player' && arrival.token !== null)) return
    // The old session has just turned out to be over: there is nothing to ask, and no dialog tells of it.
    expiredStore.set(null)
    void exchange(arrival)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each arrival
  }, [arrival, status])

  // If the link names a player, the present session is loaded first.
  const isReady = !arrival?.uid || (info !== null && !here)
  const asking = arrival?.token && status === 'player' && isReady ? arrival : null
  return {
    /** Not null: the player must be asked first. */
    asking: asking && {
      text: asking.from === 'game' ? t('arrival.game') : t('arrival.other', { provider: nameOf(asking.from) }),
    },
    /** While true, nothing may navigate away from the page. */
    pending: arrival !== null || busy,
    busy,
    problem,
    accept: () => {
      if (arrival) void exchange(arrival)
    },
    decline: () => arrivalStore.set(null),
  }
}
