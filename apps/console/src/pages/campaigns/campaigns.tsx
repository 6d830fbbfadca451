import { campaignKinds, draftedKinds } from '@hc/contract/desk/kinds'
import type { CampaignRow } from '@hc/contract/desk/campaigns'
import { buttonClass } from '@hc/ui/button'
import { useTranslations } from 'use-intl'
import { Link, useSearch } from 'wouter'
import { ActionDialog } from '../../kit/action-dialog.tsx'
import { ChoiceField } from '../../kit/choice-field.tsx'
import { count } from '../../kit/facts.tsx'
import { CallList } from '../../kit/list/call-list.tsx'
import { type Column, columnsOf } from '../../kit/list/column.tsx'
import { choice } from '../../kit/list/field.ts'
import { may } from '../../kit/permission.ts'
import { Page } from '../../kit/page.tsx'
import { Pop } from '../../kit/pop.tsx'
import type { DeskTexts } from '../../kit/use-action.ts'
import { useCall } from '../../kit/use-call.ts'
import { useFields } from '../../kit/use-fields.ts'
import { atOnce, comesTwice, localTime, WhenField } from '../../kit/when-field.tsx'
import type { PageProps } from '../../kit/menu.ts'
import { ExportButton } from '../imports/export-button.tsx'
import { CampaignCard } from './campaign-card.tsx'
import { campaignStates } from './campaign-draft.ts'
import { pathOf, State } from './campaign-state.tsx'

function columns(t: DeskTexts): readonly Column<CampaignRow>[] {
  const c = columnsOf<CampaignRow>(t)
  return [
    c.text('name', t('campaigns.name'), { phone: 'title' }),
    c.word('kind', t('campaigns.kind'), (kind) => t(`campaigns.kinds.${kind}`), { code: true, phone: 'under' }),
    { ...c.text('state', t('campaigns.state'), { phone: 'badge' }), cell: ({ state }) => <State state={state} /> },
    { ...c.when('starts_at', t('campaigns.starts')), key: 'starts' },
    { ...c.when('ends_at', t('campaigns.ends'), { phone: 'age' }), key: 'ends' },
    {
      ...c.text('used', t('campaigns.used'), { phone: 'acts' }),
      cell: ({ kind, used, total }) =>
        total === null
          ? kind === 'redeem' && t('campaigns.boundless')
          : t('campaigns.usedOf', { used: count(used ?? 0), total: count(total) }),
    },
  ]
}

/** Cards of a page: each reads its own figures. */
const CARDS = 24

/** Every campaign, the latest start first. */
export default function Campaigns({ me }: PageProps) {
  const t = useTranslations('desk')
  const edits = may(me, 'campaign.edit')
  // The tab of resets has its own task at hand.
  const ofResets = new URLSearchParams(useSearch()).get('kind') === 'reset'
  const products = useCall('product/list', {}).result ?? []
  return (
    <Page
      actions={
        <>
          <ExportButton kind="campaigns" label={t('imports.exportCampaigns')} />
          {ofResets && may(me, 'campaign.start') && <ResetButton />}
          {(edits || may(me, 'campaign.start')) && (
            <Pop label={t('campaigns.create')} icon="down" className="btn btn-primary btn-small" end>
              {() => (
                <div className="drop-list drop-actions">
                  {edits &&
                    draftedKinds.map((name) => (
                      <Link key={name} href={`/campaigns/${name}/new`} className={buttonClass('quiet', 'small')}>
                        {t(`campaigns.new.${name}`)}
                      </Link>
                    ))}
                  {may(me, 'campaign.start') && !ofResets && <ResetButton />}
                </div>
              )}
            </Pop>
          )}
        </>
      }
    >
      <CallList
        me={me}
        call="campaign/list"
        page="/campaigns"
        name="campaigns"
        caption={t('campaigns.title')}
        chips={(['running', 'ready', 'draft'] as const).map((state) => ({
          label: t(`campaigns.states.${state}`),
          query: { state },
        }))}
        fields={[
          choice(
            'kind',
            t('campaigns.kind'),
            campaignKinds.map((kind) => [kind, t(`campaigns.kinds.${kind}`)]),
          ),
          choice(
            'state',
            t('campaigns.state'),
            campaignStates.map((state) => [state, t(`campaigns.states.${state}`)]),
          ),
        ]}
        columns={columns(t)}
        id={({ kind, id }) => `${kind}/${id}`}
        href={pathOf}
        card={(row) => <CampaignCard row={row} me={me} products={products} />}
        fixed={{ size: CARDS }}
        empty={{
          title: t('campaigns.empty'),
          text: t('campaigns.emptyText'),
          action: edits && (
            <span className="actions">
              {draftedKinds.map((name, place) => (
                <Link
                  key={name}
                  href={`/campaigns/${name}/new`}
                  className={buttonClass(place === 0 ? 'primary' : 'quiet', 'small')}
                >
                  {t(`campaigns.firstOf.${name}`)}
                </Link>
              ))}
            </span>
          ),
        }}
      />
    </Page>
  )
}

/** Resets the first-top-up bonus of an item, now or from a moment on. */
function ResetButton() {
  const t = useTranslations('desk')
  const { result } = useCall('product/list', {})
  const fields = useFields('bonus/reset', { id: '', when: atOnce, twice: false })
  const { id, when, twice } = fields.values
  const label = t('campaigns.reset')
  const items = (result ?? []).filter(({ kind, bonus_pct: bonus }) => kind === 'item' && bonus > 0)
  return (
    <ActionDialog
      name="bonus/reset"
      label={label}
      title={label}
      confirm={label}
      done={t('campaigns.resetDone')}
      meets={(error) => {
        if (comesTwice(error)) fields.set({ twice: true })
        return false
      }}
      body={(reason) => ({ id, when: localTime(when), reason })}
      form={fields}
      fields={
        <>
          <ChoiceField
            label={t('campaigns.resetItem')}
            {...fields.choice('id')}
            options={[
              ['', t('campaigns.choose')],
              ...items.map(({ id: productId, texts }) => [productId, texts['en-US']?.name ?? productId] as const),
            ]}
          />
          <WhenField value={when} set={(to) => fields.set({ when: to })} twice={twice} errors={fields.errors} />
        </>
      }
    >
      <p>{t('campaigns.resetText')}</p>
    </ActionDialog>
  )
}
