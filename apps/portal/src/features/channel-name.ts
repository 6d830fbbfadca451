import type { SourceMessages } from '@hc/i18n/messages'
import { useTranslations } from 'use-intl'

type ChannelText = { channel_code: string; name: string }
type Texts = SourceMessages['recharge']['channel']

/** HC Point and channels without a brand name have a name in each language; other channels keep their own name. */
export function useChannelNames(): (channel: ChannelText) => string {
  const t = useTranslations('recharge')
  const isNamed = (code: string): code is keyof Texts['name'] => t.has(`channel.name.${code as keyof Texts['name']}`)
  return ({ channel_code: code, name }) =>
    code === 'hcpoint' ? t('channel.points') : isNamed(code) ? t(`channel.name.${code}`) : name
}

/** The line below a channel's name. A channel with such a line has its own mark, too: public/art/channels. */
export function useChannelHints(): (code: string) => string | null {
  const t = useTranslations('recharge')
  const hasHint = (code: string): code is keyof Texts['hint'] => t.has(`channel.hint.${code as keyof Texts['hint']}`)
  return (code) => (hasHint(code) ? t(`channel.hint.${code}`) : null)
}
