import { useTranslations } from 'use-intl'

type Named = { channel_code: string; name: string }

/** Our own currency and what a player knows no brand of have a name in each language; other channels keep their own. */
export function useChannelNames(): (channel: Named) => string {
  const t = useTranslations('recharge')
  return ({ channel_code: code, name }) =>
    code === 'hcpoint' ? t('channel.points') : code === 'stripe' || code === 'adyen' ? t(`channel.name.${code}`) : name
}
