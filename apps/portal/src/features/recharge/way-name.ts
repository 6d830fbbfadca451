import type { SourceMessages } from '@hc/i18n/messages'
import { useTranslations } from 'use-intl'
import { useChannelNames } from '../channel-name.ts'
import type { Way } from './ways.ts'

type Names = SourceMessages['method']['name']

/** The name of a way to pay: that of its method, or of its channel where the gateway's page asks. */
export function useWayNames(): (way: Pick<Way, 'channel' | 'method'>) => string {
  const t = useTranslations('method')
  const channelName = useChannelNames()
  const isNamed = (code: string): code is keyof Names => t.has(`name.${code as keyof Names}`)
  return ({ channel, method }) => {
    if (!method) return channelName(channel)
    return isNamed(method.code) ? t(`name.${method.code}`) : method.name
  }
}
