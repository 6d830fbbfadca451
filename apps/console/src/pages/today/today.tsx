import type { Me } from '@hc/contract/desk/calls'
import { boardRanges } from '@hc/contract/desk/board-ranges'
import { Icon } from '@hc/ui/icon'
import { type ReactNode, Suspense } from 'react'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { useSettled } from '../../kit/use-settled.ts'
import type { PageProps } from '../../kit/menu.ts'
import { Page } from '../../kit/page.tsx'
import { may } from '../../kit/permission.ts'
import { useCall } from '../../kit/use-call.ts'
import { useFilters } from '../../kit/use-filters.ts'
import { lazyPart } from '../../lib/lazy-part.ts'
import { zone } from '../../lib/zone.ts'
import { Checkout, DeliveryTime, Items, Methods, Sales } from './board-cards.tsx'
import { DemoCard } from './demo-card.tsx'
import { Latest } from './latest.tsx'
import { Needs } from './needs.tsx'
import { rangeOf } from './range.ts'
import { SetupCard } from './setup-card.tsx'
import { Welcome } from './welcome.tsx'

const PULSE_MS = 15_000
const names = ['range'] as const
const MONTH = 30
const WEEK = 7

const ContentCards = lazyPart(() => import('./content-cards.tsx'), 'content', 'catalog')
const HealthCard = lazyPart(() => import('./health-card.tsx'), 'operations', 'settings')

/** What needs the person, and how the shop is doing. */
export default function Home({ me }: PageProps) {
  return may(me, 'order.read') ? (
    <ShopHome me={me} />
  ) : (
    <Page>
      <Cards me={me}>
        <Needs me={me} />
        <Suspense>
          <ContentCards />
        </Suspense>
      </Cards>
    </Page>
  )
}

/** Home of whoever works with orders. */
function ShopHome({ me }: { me: Me }) {
  const t = useTranslations('desk')
  const filters = useFilters(names)
  const range = rangeOf(filters.values.range)
  const state = useCall('today/board', { range, zone: zone() }, { everyMs: PULSE_MS })
  const isMoney = may(me, 'report.money')
  const rangeNames = {
    day: t('today.lastDay'),
    today: t('list.days.today'),
    yesterday: t('list.days.yesterday'),
    week: t('list.days.week'),
    month: t('list.days.month'),
  }
  const days = range === 'week' ? WEEK : range === 'month' ? MONTH : 0
  return (
    <Page
      actions={
        <>
          <span className="soft home-against">
            {days === 0 ? t('today.sameHours') : t('today.daysBefore', { n: String(days) })}
          </span>
          <span className="home-range">
            <select
              className="input select"
              aria-label={t('today.range')}
              value={range}
              onChange={(event) => filters.show({ range: event.target.value === 'day' ? '' : event.target.value })}
            >
              {boardRanges.map((value) => (
                <option key={value} value={value}>
                  {rangeNames[value]}
                </option>
              ))}
            </select>
            <Icon name="down" className="size-4" />
          </span>
        </>
      }
    >
      <Cards me={me}>
        <Needs me={me} />
        {may(me, 'setup.run') && <SetupCard />}
        {/* Who keeps the shop running looks at its health first, and never at its money. */}
        {!isMoney && may(me, 'alert.write') ? (
          <Suspense>
            <HealthCard />
          </Suspense>
        ) : (
          <Sales me={me} state={state} />
        )}
        <Checkout me={me} state={state} />
        <Items me={me} state={state} />
        <DeliveryTime me={me} state={state} />
        <Methods me={me} state={state} />
        <Latest state={state} />
        {me.mode === 'demo' && !me.visitor && <DemoCard />}
      </Cards>
    </Page>
  )
}

/** The cards of Home, below what a person is told once. */
function Cards({ me, children }: { me: Me; children: ReactNode }) {
  // What stands above the other cards. They are shown when its height is known, so that nothing moves.
  const above = [
    useCall('pulse/read', { form: null }),
    useCall('factor/list', {}),
    useCall('waiting/list', { kind: '', merged: true }),
  ]
  const isSettled = useSettled(above.every(({ result, error }) => result !== null || error !== null))
  return (
    <>
      <Welcome isVisitor={me.visitor === true} />
      {!me.visitor && <Thin />}
      <div className={isSettled ? 'home' : 'home waits'}>{children}</div>
    </>
  )
}

/** A person whose only factor is one phone is asked for a second one. */
function Thin() {
  const t = useTranslations('desk')
  const { result } = useCall('factor/list', {})
  if (!result || (result.passkeys.length !== 1 && result.recovery_left !== 0)) return null
  return (
    <p className="soft">
      {t('today.factors')}{' '}
      <Link className="link" href="/me">
        {t('today.factorsLink')}
      </Link>
    </p>
  )
}
