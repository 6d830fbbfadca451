import type { CampaignRow } from '@hc/contract/desk/campaigns'
import { useTranslations } from 'use-intl'
import { Badge, type Tone } from '../../kit/badge.tsx'

const tones: Readonly<Record<CampaignRow['state'], Tone>> = {
  draft: 'neutral',
  ready: 'warn',
  running: 'good',
  over: 'neutral',
  stopped: 'bad',
}
export function State({ state }: { state: CampaignRow['state'] }) {
  const t = useTranslations('desk')
  return <Badge tone={tones[state]}>{t(`campaigns.states.${state}`)}</Badge>
}
export const pathOf = ({ kind, id }: Pick<CampaignRow, 'kind' | 'id'>): string =>
  `/campaigns/${kind}/${encodeURIComponent(id)}`
