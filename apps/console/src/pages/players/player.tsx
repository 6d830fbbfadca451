import type { DeskResult, Me } from '@hc/contract/desk/calls'
import { Tabs } from '@hc/ui/tabs'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Badge } from '../../kit/badge.tsx'
import { count, Facts, joinWords, money, When } from '../../kit/facts.tsx'
import { may } from '../../kit/permission.ts'
import { word } from '../../kit/code-text.ts'
import { apart } from '../../kit/breakable.ts'
import { CopyNumber } from '../../kit/list/long-number.tsx'
import { Failed } from '../../kit/failed.tsx'
import { Page } from '../../kit/page.tsx'
import { Initial } from '../../kit/picture.tsx'
import { useCall } from '../../kit/use-call.ts'
import type { PageProps } from '../../kit/menu.ts'
import { PlayerMarket } from './player-market.tsx'
import { PlayerCampaigns } from '../campaigns/explain-grant.tsx'
import { Note } from '../remarks/note.tsx'
import { Notes } from '../remarks/notes.tsx'
import { PlayerActions } from './player-actions.tsx'
import { Deliveries, Orders, Points, Redeemed, Sessions } from './player-lists.tsx'
import { Revealed } from './reveal.tsx'

type Player = DeskResult<'player/read'>
const tabs = [
  'overview',
  'orders',
  'points',
  'deliveries',
  'redeemed',
  'campaigns',
  'sessions',
  'limits',
  'notes',
] as const
type Tab = (typeof tabs)[number]

/** One player, with addresses masked. */
export default function Player({ me, params }: PageProps) {
  const t = useTranslations('desk')
  const uid = params.uid ?? ''
  const { result: player, error, reload } = useCall('player/read', { uid }, { ofPage: true })
  const [tab, setTab] = useState<Tab>('overview')
  const visible = tabs.filter((candidate) => candidate !== 'notes' || may(me, 'note.write'))
  const [main] = player?.roles ?? []
  return (
    <Page
      title={t('players.one.title', { uid })}
      marks={
        player && (
          <>
            <Badge tone={player.disabled ? 'bad' : 'good'}>
              {t(player.disabled ? 'players.one.disabled' : 'players.one.active')}
            </Badge>
            {main && (
              <span className="player-mark">
                <Initial name={main.name} /> <bdi>{apart(main.name)}</bdi>
              </span>
            )}
            <CopyNumber number={uid} />
          </>
        )
      }
      actions={
        player && (
          <>
            <PlayerActions me={me} player={player} />
            {may(me, 'note.write') && <Note kind="player" target={uid} />}
          </>
        )
      }
    >
      {error !== null && <Failed error={error} again={reload} />}
      {!player && error === null && <output className="state">{t('loading')}</output>}
      {player && (
        <Tabs
          label={t('players.one.title', { uid })}
          tabs={visible.map((key) => ({ key, label: t(`players.one.tabs.${key}`) }))}
          active={tab}
          onChange={setTab}
        >
          <Panel tab={tab} me={me} player={player} />
        </Tabs>
      )}
    </Page>
  )
}

function Panel({ tab, me, player }: { tab: Tab; me: Me; player: Player }) {
  const { uid } = player
  switch (tab) {
    case 'overview':
      return <Overview me={me} player={player} />
    case 'orders':
      return <Orders uid={uid} />
    case 'points':
      return <Points uid={uid} />
    case 'deliveries':
      return <Deliveries uid={uid} />
    case 'redeemed':
      return <Redeemed uid={uid} />
    case 'campaigns':
      return <PlayerCampaigns player={player} />
    case 'sessions':
      return <Sessions uid={uid} />
    case 'limits':
      return <Limits player={player} />
    case 'notes':
      return <Notes kind="player" target={uid} />
  }
}

/** The money of each currency separately, US dollars first. */
const ofEach = ({ paid_cents, refunded_cents, others }: Player, what: 'paid' | 'refunded'): string =>
  [
    money(what === 'paid' ? paid_cents : refunded_cents),
    ...others.map((other) => money(what === 'paid' ? other.paid_minor : other.refunded_minor, other.currency)),
  ].join(' · ')

function Overview({ me, player }: { me: Me; player: Player }) {
  const t = useTranslations('desk')
  const { uid, email, phone, deleted_at, seen_at, points, roles, leaving_waits } = player
  const masked = (field: 'email' | 'phone', value: string) =>
    value === '' ? t('players.one.none') : <Revealed me={me} uid={uid} field={field} masked={value} />
  return (
    <div className="player-cards">
      <section className="card part">
        <h2>{t('players.one.account')}</h2>
        <Facts
          facts={[
            deleted_at === null ? null : [t('players.one.deleted'), <When key="deleted" at={deleted_at} />],
            [t('players.one.email'), masked('email', email)],
            [t('players.one.phone'), masked('phone', phone)],
            [
              t('players.one.signIn'),
              joinWords(player.sign_in.map((way) => word(t, 'signIn', way))) || t('players.one.none'),
            ],
            [t('players.one.made'), <When key="made" at={player.created_at} />],
            [t('players.one.seen'), seen_at === null ? t('players.one.never') : <When key="seen" at={seen_at} />],
            leaving_waits === '' ? null : [t('players.one.leaving'), word(t, 'leaving', leaving_waits)],
          ]}
        />
      </section>
      <section className="card part">
        <h2>{t('players.one.purchases')}</h2>
        <Facts
          facts={[
            [t('players.one.in'), ofEach(player, 'paid')],
            [t('players.one.back'), ofEach(player, 'refunded')],
            [t('players.one.disputes'), count(player.disputes)],
            [t('players.one.points'), `${count(points.basic)}, ${count(points.present)}`],
            [t('players.one.debt'), count(points.debt)],
          ]}
        />
      </section>
      <section className="card part">
        <h2>{t('players.characters')}</h2>
        {roles.length === 0 ? (
          <p className="soft">{t('players.one.none')}</p>
        ) : (
          <ul className="names player-roles">
            {roles.map(({ server_id, role_id, name, level }) => (
              <li key={`${server_id} ${role_id}`}>
                <Initial name={name} />
                <span>
                  {t('players.one.roleLine', {
                    name: apart(name),
                    id: role_id,
                    server: server_id,
                    level: count(level),
                  })}
                </span>
              </li>
            ))}
          </ul>
        )}
      </section>
      <PlayerMarket me={me} uid={uid} />
    </div>
  )
}

function Limits({ player: { limits } }: { player: Player }) {
  const t = useTranslations('desk')
  return (
    <Facts
      facts={[
        [t('players.one.unpaid'), count(limits.unpaid)],
        [t('players.one.lastHour'), count(limits.last_hour)],
        [t('players.one.failures'), count(limits.redeem_failures)],
      ]}
    />
  )
}
