import type { DeskChannel } from '@hc/contract/desk/channels'
import type { Me } from '@hc/contract/desk/calls'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { ActionDialog } from '../../kit/action-dialog.tsx'
import { channelName } from '../../kit/channel-name.ts'
import { Badge } from '../../kit/badge.tsx'
import { count, joinWords, money, percent, When } from '../../kit/facts.tsx'
import { type Column, List } from '../../kit/list/list.tsx'
import { may } from '../../kit/permission.ts'
import { Requests } from '../../kit/open-requests.tsx'
import { Page } from '../../kit/page.tsx'
import type { DeskTexts } from '../../kit/use-action.ts'
import { useCall } from '../../kit/use-call.ts'
import type { PageProps } from '../../kit/menu.ts'
import { ChannelMethods } from './channel-methods.tsx'
import { ChannelHistory, ChannelRules, TryChannel } from './channel-rules.tsx'

const LIVE_MS = 15_000
const share = ({ made, paid }: DeskChannel['hour']): ReactNode =>
  made === 0 ? (
    '–'
  ) : (
    <span className="one-line">{`${percent(Math.round((paid / made) * 100))} (${count(paid)}/${count(made)})`}</span>
  )

function ruleOf(t: DeskTexts, { countries, currencies, min_cents: min, max_cents: max }: DeskChannel): string {
  const parts = [
    countries?.join(' '),
    currencies?.join(' '),
    min === null ? null : t('channels.from', { amount: money(min) }),
    max === null ? null : t('channels.to', { amount: money(max) }),
  ]
  return joinWords(parts.filter((part) => part !== null && part !== undefined)) || t('channels.always')
}

/** The name of a channel. One that is not configured has only its code. */
const nameOf = (t: DeskTexts, code: string, name: string): string => (name === code ? channelName(t, code) : name)

function Turn({ channel }: { channel: DeskChannel }) {
  const t = useTranslations('desk')
  const { code, version, enabled, name } = channel
  const label = t(enabled ? 'channels.off' : 'channels.on')
  return (
    <ActionDialog
      name={enabled ? 'channel/off' : 'channel/on'}
      label={label}
      about={`${label}: ${name}`}
      kind={enabled ? 'danger' : 'quiet'}
      title={`${label}: ${name}`}
      confirm={label}
      done={t(enabled ? 'channels.isOff' : 'channels.isOn', { name })}
      body={(reason) => ({ code, version, reason })}
    >
      <p>{t(enabled ? 'channels.offText' : 'channels.onText')}</p>
    </ActionDialog>
  )
}

const columns = (t: DeskTexts, me: Me): readonly Column<DeskChannel>[] => [
  { key: 'name', label: t('channels.name'), cell: ({ code, name }) => nameOf(t, code, name), text: ({ code }) => code },
  {
    key: 'state',
    label: t('channels.state'),
    cell: ({ enabled, configured, mode, requests, rests_until: rests }) => (
      <>
        <Badge tone={!enabled || !configured ? 'neutral' : rests > 0 ? 'bad' : 'good'}>
          {t(!configured ? 'channels.bare' : enabled ? 'channels.isOffered' : 'channels.isNot')}
        </Badge>
        {mode && (
          <>
            {' '}
            <Badge tone={mode === 'live' ? 'good' : 'warn'}>{t(`channels.mode.${mode}`)}</Badge>
          </>
        )}
        <Requests requests={requests} />
        {rests > 0 && (
          <span className="soft">
            {t('channels.rests')} <When at={rests} />
          </span>
        )}
      </>
    ),
  },
  { key: 'hour', label: t('channels.hour'), cell: ({ hour }) => share(hour) },
  { key: 'day', label: t('channels.day'), cell: ({ day }) => share(day) },
  { key: 'rule', label: t('channels.rule'), cell: (row) => ruleOf(t, row) },
  {
    key: 'disputes',
    label: t('channels.disputes'),
    numeric: true,
    cell: ({ code, disputes }) =>
      disputes === 0 ? (
        '0'
      ) : (
        <Link className="link" href={`/disputes?stage=opened&channel=${encodeURIComponent(code)}`}>
          {count(disputes)}
        </Link>
      ),
    text: ({ disputes }) => disputes,
  },
  {
    key: 'secrets',
    label: t('channels.secrets'),
    cell: ({ secrets }) =>
      secrets.length === 0
        ? t('channels.none')
        : secrets.map(({ name, fingerprint, seen_at: seenAt }) => (
            <div key={name} className="secret">
              {t(/webhook|hmac/i.test(name) ? 'channels.secret.hooks' : 'channels.secret.calls')}
              <span className="soft">
                <code>{name}</code> <code>{fingerprint}</code>
                {seenAt > 0 && (
                  <>
                    {' '}
                    {t('channels.since')} <When at={seenAt} />
                  </>
                )}
              </span>
            </div>
          )),
  },
  {
    key: 'do',
    label: t('channels.action'),
    cell: (row) => (
      <span className="actions">
        {row.configured && may(me, row.enabled ? 'channel.switch_off' : 'channel.switch_on') && <Turn channel={row} />}
        {may(me, 'channel.rules') && <ChannelRules key={row.version} channel={row} />}
        {row.configured && may(me, 'reconcile.run') && <TryChannel channel={row} />}
      </span>
    ),
  },
]

/** Payment channels: their rules and their health. The red button stops all sales. */
export default function Channels({ me }: PageProps) {
  const t = useTranslations('desk')
  const list = useCall('channel/list', {}, { everyMs: LIVE_MS })
  const sales = useCall('sales/state', {}, { everyMs: LIVE_MS })
  const now = sales.result
  return (
    <Page
      actions={
        now &&
        may(me, 'sales.pause') && (
          <ActionDialog
            name="sales/pause"
            byAddress
            label={t(now.paused ? 'channels.resume' : 'channels.pause')}
            kind={now.paused ? 'primary' : 'danger'}
            title={t(now.paused ? 'channels.resume' : 'channels.pause')}
            confirm={t(now.paused ? 'channels.resumeNow' : 'channels.pauseNow')}
            done={t(now.paused ? 'channels.resumed' : 'channels.paused')}
            body={(reason) => ({ paused: !now.paused, version: now.version, reason })}
          >
            <p>{t(now.paused ? 'channels.resumeText' : 'channels.pauseText')}</p>
          </ActionDialog>
        )
      }
    >
      {now?.paused && (
        <output>
          <Badge tone="bad">{t('channels.paused')}</Badge> {now.by}, <When at={now.at} />
        </output>
      )}
      <List
        name="channels"
        caption={t('channels.title')}
        rows={list.result}
        error={list.error}
        reload={list.reload}
        columns={columns(t, me)}
        id={({ code }) => code}
        empty={{ title: t('channels.empty'), text: t('channels.emptyText') }}
      />
      {list.result && (
        <ChannelMethods
          me={me}
          channels={new Set(list.result.filter(({ configured }) => configured).map(({ code }) => code))}
        />
      )}
      {list.result && list.result.length > 0 && <ChannelHistory channels={list.result} />}
    </Page>
  )
}
