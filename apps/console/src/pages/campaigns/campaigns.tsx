import { campaignKinds, draftedKinds } from '@hc/contract/desk/kinds'
import type { CampaignRow } from '@hc/contract/desk/campaigns'
import { buttonClass } from '@hc/ui/button'
import { useState } from 'react'
import { SelectField } from '@hc/ui/field'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { ActionDialog } from '../../kit/action-dialog.tsx'
import { utc } from '../../kit/csv.ts'
import { Badge, type Tone } from '../../kit/badge.tsx'
import { count, When } from '../../kit/facts.tsx'
import { FilterBar } from '../../kit/filter-bar.tsx'
import { type Column, List } from '../../kit/list/list.tsx'
import { may } from '../../kit/permission.ts'
import { Page } from '../../kit/page.tsx'
import type { DeskTexts } from '../../kit/use-action.ts'
import { useCall } from '../../kit/use-call.ts'
import { useFilters } from '../../kit/use-filters.ts'
import { atOnce, comesTwice, localTime, WhenField } from '../../kit/when-field.tsx'
import { Views } from '../../kit/list/views.tsx'
import { call } from '../../lib/api.ts'
import type { PageProps } from '../../kit/menu.ts'
import { ExportButton } from '../imports/export-button.tsx'
import { campaignStates } from './campaign-draft.ts'

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

const columns = (t: DeskTexts): readonly Column<CampaignRow>[] => [
  { key: 'name', label: t('campaigns.name'), cell: ({ name }) => name, text: ({ name }) => name },
  {
    key: 'kind',
    label: t('campaigns.kind'),
    cell: ({ kind }) => t(`campaigns.kinds.${kind}`),
    text: ({ kind }) => kind,
  },
  {
    key: 'state',
    label: t('campaigns.state'),
    cell: ({ state }) => <State state={state} />,
    text: ({ state }) => state,
  },
  {
    key: 'starts',
    label: t('campaigns.starts'),
    cell: ({ starts_at: at }) => <When at={at} />,
    text: ({ starts_at: at }) => utc(at),
  },
  {
    key: 'ends',
    label: t('campaigns.ends'),
    cell: ({ ends_at: at }) => at !== null && <When at={at} />,
    text: ({ ends_at: at }) => (at === null ? '' : utc(at)),
  },
  {
    key: 'used',
    label: t('campaigns.used'),
    cell: ({ kind, used, total }) =>
      total === null
        ? kind === 'redeem' && t('campaigns.boundless')
        : t('campaigns.usedOf', { used: count(used ?? 0), total: count(total) }),
    text: ({ used }) => used,
  },
]

/** Every campaign, the latest start first. */
export default function Campaigns({ me }: PageProps) {
  const t = useTranslations('desk')
  const filters = useFilters(['kind', 'state'])
  const { kind, state } = filters.values
  const filter = {
    kind: campaignKinds.find((candidate) => candidate === kind) ?? '',
    state: campaignStates.find((candidate) => candidate === state) ?? '',
  } as const
  const list = useCall('campaign/list', { ...filter, after: filters.after })
  return (
    <Page
      actions={
        <>
          {may(me, 'campaign.edit') &&
            draftedKinds.map((name, place) => (
              <Link
                key={name}
                href={`/campaigns/${name}/new`}
                className={buttonClass(place === 0 ? 'primary' : 'quiet', 'small')}
              >
                {t(`campaigns.new.${name}`)}
              </Link>
            ))}
          {may(me, 'campaign.start') && <ResetButton />}
          <ExportButton kind="campaigns" label={t('imports.exportCampaigns')} />
        </>
      }
    >
      <Views me={me} page="/campaigns" />
      <FilterBar
        filters={filters}
        fields={[
          {
            name: 'kind',
            label: t('campaigns.kind'),
            options: campaignKinds.map((option) => [option, t(`campaigns.kinds.${option}`)] as const),
          },
          {
            name: 'state',
            label: t('campaigns.state'),
            options: campaignStates.map((option) => [option, t(`campaigns.states.${option}`)] as const),
          },
        ]}
      />
      <List
        name="campaigns"
        caption={t('campaigns.title')}
        rows={list.result?.rows ?? null}
        error={list.error}
        reload={list.reload}
        columns={columns(t)}
        id={({ kind: of, id }) => `${of}/${id}`}
        href={pathOf}
        empty={{ title: t('campaigns.empty'), text: t('campaigns.emptyText') }}
        next={list.result?.next ?? null}
        after={filters.after}
        turn={filters.turn}
        pages={(from, size) => call('campaign/list', { ...filter, after: from, size })}
      />
    </Page>
  )
}

/** Resets the first-top-up bonus of an item, now or from a moment on. */
function ResetButton() {
  const t = useTranslations('desk')
  const { result } = useCall('product/list', {})
  const [id, setId] = useState('')
  const [when, setWhen] = useState(atOnce)
  const [twice, setTwice] = useState(false)
  const label = t('campaigns.reset')
  const items = (result ?? []).filter(({ kind, bonus_pct: bonus }) => kind === 'item' && bonus > 0)
  return (
    <ActionDialog
      name="bonus/reset"
      label={label}
      title={label}
      confirm={label}
      done={t('campaigns.resetDone')}
      fieldNames={['id', 'when']}
      meets={(error) => {
        if (comesTwice(error)) setTwice(true)
        return false
      }}
      check={() => ({ id: id === '' ? t('field.invalid') : undefined })}
      body={(reason) => ({ id, when: localTime(when), reason })}
      fields={(errors) => (
        <>
          <SelectField
            label={t('campaigns.resetItem')}
            name="id"
            value={id}
            error={errors.id}
            onChange={(event) => setId(event.target.value)}
          >
            <option value="">{t('campaigns.choose')}</option>
            {items.map(({ id: productId, texts }) => (
              <option key={productId} value={productId}>
                {texts['en-US']?.name ?? productId}
              </option>
            ))}
          </SelectField>
          <WhenField value={when} set={setWhen} twice={twice} errors={errors} />
        </>
      )}
    >
      <p>{t('campaigns.resetText')}</p>
    </ActionDialog>
  )
}
