import { campaignKinds, type DraftedKindName } from '@hc/contract/desk/kinds'
import { defaultLocale, type Locale } from '@hc/contract/locales'
import { buttonClass } from '@hc/ui/button'
import { TextField } from '@hc/ui/field'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Me } from '@hc/contract/desk/calls'
import { Link, useSearch } from 'wouter'
import { ActionDialog } from '../../kit/action-dialog.tsx'
import { count, Facts, money, percent, When } from '../../kit/facts.tsx'
import { History } from '../../kit/history.tsx'
import { MoreMenu } from '../../kit/more-menu.tsx'
import { may } from '../../kit/permission.ts'
import { ItemPicture } from '../../kit/picture.tsx'
import { NoSuch } from '../../kit/no-such.ts'
import { Failed } from '../../kit/failed.tsx'
import { Page } from '../../kit/page.tsx'
import { Presence } from '../../kit/presence.tsx'
import { Requests } from '../../kit/open-requests.tsx'
import { useCall } from '../../kit/use-call.ts'
import { useFields } from '../../kit/use-fields.ts'
import { zone } from '../../lib/zone.ts'
import type { PageProps } from '../../kit/menu.ts'
import { fieldsOf, type Read, wordsAndDates, wrongDates, wrongWords } from './campaign-draft.ts'
import { CampaignWords, wrongLocale, wrongText } from './campaign-words.tsx'
import { CopyLink, ExportCodes, StopButton } from './campaign-actions.tsx'
import { givesText } from './campaign-card.tsx'
import { State } from './campaign-state.tsx'
import { productsById } from './known-products.ts'
import { DryRuns } from './dry-run.tsx'
import { AskWhy } from './explain-grant.tsx'

/** One campaign: its gifts, its results, a dry run, and why a player got something or not. */
export default function Campaign({ me, params }: PageProps) {
  const t = useTranslations('desk')
  const days = new URLSearchParams(useSearch()).get('days') ?? ''
  const kind = campaignKinds.find((candidate) => candidate === params.kind)
  if (!kind) throw new NoSuch()
  const { result: read, error, reload } = useCall('campaign/read', { kind, id: params.id ?? '' }, { ofPage: true })
  const requests = useCall('campaign/requests', { kind, id: params.id ?? '' })
  return (
    <Page
      title={read?.name ?? t('campaigns.title')}
      marks={
        read && (
          <>
            <State state={read.state} />
            <span className="soft">{t(`campaigns.kinds.${kind}`)}</span>
          </>
        )
      }
      actions={read && <Actions me={me} read={read} waits={(requests.result ?? []).length > 0} />}
    >
      {error !== null && <Failed error={error} again={reload} />}
      {!read && error === null && <output className="state">{t('loading')}</output>}
      {read && (
        <>
          <Requests requests={requests.result ?? []} />
          <Content read={read} />
          {may(me, 'campaign.dry_run') && <DryRuns of={read} first={days} me={me} />}
          {may(me, 'player.read') && <AskWhy of={read} />}
          {kind !== 'reset' && (
            <History key={read.version} kind={kind} target={read.id} live={read.state === 'draft' ? 0 : read.version} />
          )}
        </>
      )}
    </Page>
  )
}

function Content({ read }: { read: Read }) {
  const t = useTranslations('desk')
  const { id, kind, starts_at, ends_at, used, total, given, forecast_cents: high, codes, items, tiers } = read
  const products = productsById(useCall('product/list', {}).result ?? [])
  const gives = givesText(t, read, products)
  const pictured = [
    ...items.map(({ cp_goods_id: goods }) => goods),
    ...tiers.flatMap(({ gift_goods_id: gift }) => gift ?? []),
  ]
  return (
    <section className="card part">
      <Facts
        facts={[
          gives.length === 0
            ? null
            : [
                t('campaigns.gives'),
                <span key="gives" className="campaign-gives">
                  {[...new Set(pictured)].map((goods) => (
                    <ItemPicture key={goods} icon={products.get(goods)?.icon ?? ''} />
                  ))}
                  {gives.join(' · ')}
                </span>,
              ],
          [t('campaigns.id'), id],
          [t('campaigns.starts'), <When key="starts" at={starts_at} />],
          ends_at === null ? null : [t('campaigns.ends'), <When key="ends" at={ends_at} />],
          total === null
            ? null
            : [t('campaigns.used'), t('campaigns.usedOf', { used: count(used ?? 0), total: count(total) })],
          given && [
            t('campaigns.given'),
            t('campaigns.givenText', {
              grants: count(given.grants),
              points: count(given.points),
              value: money(given.value_cents),
            }),
          ],
          !given || high === null || high === 0
            ? null
            : [
                t('campaigns.spent'),
                t('campaigns.spentText', {
                  share: percent(Math.round((1000 * given.value_cents) / high) / 10),
                  high: money(high),
                }),
              ],
          kind === 'redeem'
            ? [
                t('campaigns.codes'),
                t('campaigns.codesText', {
                  made: count(codes.made),
                  used: count(codes.used),
                  toExport: count(codes.to_export),
                }),
              ]
            : null,
        ]}
      />
    </section>
  )
}

/** `waits`: a request about the campaign is open, so nothing invites to ask once more. */
function Actions({ me, read, waits }: { me: Me; read: Read; waits: boolean }) {
  const t = useTranslations('desk')
  const { kind, id, version, state } = read
  if (kind === 'reset')
    return (
      state === 'ready' &&
      may(me, 'campaign.stop') && (
        <ActionDialog
          name="bonus/withdraw"
          kind="danger"
          label={t('campaigns.withdraw')}
          title={t('campaigns.withdraw')}
          confirm={t('campaigns.withdraw')}
          done={t('campaigns.withdrawn')}
          body={(reason) => ({ id, reason })}
        >
          <p>{t('campaigns.withdrawText')}</p>
        </ActionDialog>
      )
    )
  const edit = may(me, 'campaign.edit')
  const stops = (state === 'ready' || state === 'running') && may(me, 'campaign.stop')
  const makes = kind === 'redeem' && state !== 'stopped' && state !== 'over' && may(me, 'code.make')
  return (
    <>
      {state === 'draft' && may(me, 'campaign.start') && (
        <ActionDialog
          name="campaign/start"
          kind={waits ? 'quiet' : 'primary'}
          label={t('campaigns.start')}
          title={t('campaigns.start')}
          confirm={t('campaigns.start')}
          done={t('campaigns.started')}
          body={(reason) => ({ kind, id, version, reason })}
        >
          <p>{t('campaigns.startText')}</p>
        </ActionDialog>
      )}
      {edit && state === 'draft' && (
        <Link href={`/campaigns/${kind}/new?of=${encodeURIComponent(id)}`} className={buttonClass('quiet', 'small')}>
          {t('campaigns.edit')}
        </Link>
      )}
      {edit && <CopyLink kind={kind} id={id} />}
      {makes && <MakeCodes id={id} />}
      {kind === 'redeem' && read.codes.to_export > 0 && may(me, 'code.export') && <ExportCodes id={id} />}
      {stops && <StopButton kind={kind} id={id} version={version} name={read.name} />}
      {(makes || stops) && (
        <MoreMenu>
          {makes && (
            <Link
              href={`/imports?kind=codes&campaign=${encodeURIComponent(id)}`}
              className={buttonClass('quiet', 'small')}
            >
              {t('imports.importCodes')}
            </Link>
          )}
          {stops && <ChangeStarted key={version} read={read} kind={kind} />}
        </MoreMenu>
      )}
    </>
  )
}

/** Changes the texts and dates of a campaign that players know. */
function ChangeStarted({ read, kind }: { read: Read; kind: DraftedKindName }) {
  const t = useTranslations('desk')
  const fields = useFields('campaign/change', fieldsOf(read, false))
  const { values } = fields
  const { id, version } = read
  const [locale, setLocale] = useState<Locale>(defaultLocale)
  const label = t('campaigns.change')
  return (
    <ActionDialog
      name="campaign/change"
      label={label}
      title={label}
      confirm={t('kit.save')}
      done={t('campaigns.changed')}
      check={() => {
        const errors = { ...wrongWords(values), ...wrongDates(values) }
        setLocale(wrongLocale(errors) ?? locale)
        return Object.fromEntries(
          Object.entries(errors).flatMap(([name, why]) => (why === false ? [] : [[name, wrongText(t, why)]])),
        )
      }}
      body={(reason) => ({ kind, id, version, reason, ...wordsAndDates(values) })}
      form={fields}
      fields={
        <>
          <CampaignWords
            fields={values}
            errors={fields.errors}
            locale={locale}
            choose={setLocale}
            set={(name, value) => fields.set({ [name]: value })}
          />
          {(['starts', 'ends'] as const).map((name) => (
            <TextField
              key={name}
              label={t(`campaigns.${name}`)}
              hint={t('campaigns.dateHint', { zone: zone() })}
              type="datetime-local"
              step={1}
              readOnly={name === 'starts' && read.state === 'running'}
              {...fields(name)}
            />
          ))}
        </>
      }
    >
      <p>{t('campaigns.changeText')}</p>
      <Presence kind={kind} target={id} writes />
    </ActionDialog>
  )
}

function MakeCodes({ id }: { id: string }) {
  const t = useTranslations('desk')
  const fields = useFields('code/make', { count: '', uses: '1' })
  const { count: n, uses } = fields.values
  const whole = (value: string): boolean => /^[1-9]\d{0,5}$/.test(value)
  return (
    <ActionDialog
      name="code/make"
      label={t('campaigns.make')}
      title={t('campaigns.make')}
      confirm={t('campaigns.make')}
      reason={false}
      done={({ made }) => t('campaigns.made', { n: count(made) })}
      check={() => ({
        count: whole(n) && Number(n) <= 100_000 ? undefined : t('field.invalid'),
        uses: uses === '' || whole(uses) ? undefined : t('field.invalid'),
      })}
      body={() => ({ id, count: Number(n), uses: uses === '' ? null : Number(uses) })}
      form={fields}
      fields={
        <>
          <TextField label={t('campaigns.count')} inputMode="numeric" {...fields('count')} />
          <TextField
            label={t('campaigns.uses')}
            hint={t('campaigns.usesHint')}
            inputMode="numeric"
            {...fields('uses')}
          />
        </>
      }
    >
      <p>{t('campaigns.makeText')}</p>
    </ActionDialog>
  )
}
