import type { useTranslations } from 'use-intl'
import { dropParams } from '../lib/nav.ts'
import { toast } from '../lib/toast.ts'
import { loginResultStore } from '../lib/visit.ts'

const PROVIDERS = ['appleId', 'wechat', 'facebook', 'google']

/**
 * Reads the result of a third party's login from the address and removes the parameter. On /login the parameter is a
 * code, and the login page reads it.
 */
export function thirdPartyReturn(search: string, t: ReturnType<typeof useTranslations<'common'>>): void {
  const query = new URLSearchParams(search)
  const back = PROVIDERS.filter((name) => query.has(name))
  if (back.length === 0) return
  const failed = back.some((name) => query.get(name) === 'false')
  const type = query.has('appleId') ? 'apple' : query.has('wechat') ? 'wechat' : null
  if (type) loginResultStore.set({ type, result: failed ? 'fail' : 'success' })
  if (failed) toast(t('thirdParty.notFound'), 'bad')
  else toast(t('thirdParty.success'), 'good')
  dropParams(back)
}
