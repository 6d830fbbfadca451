import { CallError } from '@hc/contract/client'
import { errorText } from '@hc/i18n/error-text'
import { Notice } from '@hc/ui/notice'
import { Tabs } from '@hc/ui/tabs'
import { pointsForUsd } from '@hc/domain/money'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { PayDialog } from '../features/pay/pay-dialog.tsx'
import { PointsDialog, type PointsPurchase } from '../features/pay/points-dialog.tsx'
import { usePay } from '../features/pay/use-pay.ts'
import OpenOrder from '../features/orders/open-order.tsx'
import { ConsentBox } from '../features/recharge/consent-box.tsx'
import { useConsent } from '../features/recharge/use-consent.ts'
import { ChannelPicker, POINTS_CHANNEL } from '../features/recharge/channel-picker.tsx'
import { noteAfter } from '../features/recharge/after-points.ts'
import { ItemGrid } from '../features/recharge/item-grid.tsx'
import { OrderSummary, PayBar } from '../features/recharge/order-summary.tsx'
import { PendingBanner } from '../features/recharge/pending-banner.tsx'
import { makePending, mayExist, send } from '../features/recharge/pending-order.ts'
import { namedPrice, offerOf, usePrice } from '../features/recharge/price.ts'
import { RebateCard } from '../features/recharge/rebate-card.tsx'
import { TargetPicker } from '../features/recharge/target-picker.tsx'
import { Reasons } from '../features/recharge/reasons.tsx'
import { ContactLink } from '../features/support/contact-link.tsx'
import { type Missing, useRecharge } from '../features/recharge/use-recharge.ts'
import { offeredBonus, withBonus } from '../features/recharge/with-bonus.ts'
import { navigate } from '../lib/nav.ts'
import { loadMarket } from '../lib/market.ts'
import { useOnline } from '../lib/online.ts'
import { useSession } from '../lib/session.ts'
import { paths } from '../paths.ts'

function Step({ number, title, children }: { number: number; title: string; children: ReactNode }) {
  return (
    <section className="card p-3.5 md:p-6" aria-labelledby={`step-${number}`}>
      <h2 id={`step-${number}`} className="heading-3 mb-4 flex items-center gap-3">
        <span className="step-number" aria-hidden="true">
          {number}
        </span>
        {title}
      </h2>
      {children}
    </section>
  )
}

const stepOf: Record<Missing, number> = { both: 1, role: 1, item: 2, channel: 3 }

export default function RechargePage() {
  const t = useTranslations('recharge')
  const te = useTranslations('error')
  const { status, info } = useSession()
  const recharge = useRecharge()
  const { choice, tab, products, product, channels, channel, explained, gone, missing, loading } = recharge
  const consent = useConsent(product, tab === 'packs')
  const flow = usePay()
  const online = useOnline()
  const [problem, setProblem] = useState<ReactNode>(null)
  const [pressed, setPressed] = useState(false)
  const [purchase, setPurchase] = useState<PointsPurchase | null>(null)
  const pack = tab === 'packs'
  const price = usePrice()
  const [before, setBefore] = useState<string | null>(null)

  const create = async () => {
    const body = {
      server_id: choice.chosen.server_id,
      role_id: choice.chosen.role_id,
      cp_goods_id: product?.cp_goods_id ?? '',
      channel_code: channel?.channel_code ?? '',
      role_name: choice.role?.role_name ?? '',
      server_name: choice.server?.server_name ?? '',
      bonus: product ? offeredBonus(product) : 0,
      ...(consent.given && { consent: consent.given }),
      ...(product ? namedPrice(product) : {}),
    }
    const order = await send(makePending(body, product?.name ?? '', product?.price ?? 0))
    noteAfter(order.sdk_order_id, recharge.forItem)
    return order
  }
  /** The offer differs from the one that the player saw: the new one is shown, and no order was made. */
  const changed = (error: unknown): boolean => {
    if (!(error instanceof CallError && ['OfferChanged', 'PriceChanged'].includes(error.msg))) return false
    if (error.msg === 'PriceChanged') {
      if (product && offerOf(product)) setBefore(price(product))
      void loadMarket()
    }
    setProblem(errorText(te, error, 'payment'))
    void products.reload()
    return true
  }
  const pay = () => {
    // The lists still load and may choose by themselves. So the press waits for them, and no message asks for a choice.
    setPressed(loading)
    if (loading) return
    setProblem(missing && t(`missing.${missing}`))
    // The button is always in reach, but the missing choice may be far away.
    if (missing) document.getElementById(`step-${stepOf[missing]}`)?.scrollIntoView()
    if (missing || !product || !channel) return
    if (consent.missing) {
      setProblem(t('summary.consentMissing'))
      consent.show()
      return
    }
    if (channel.channel_code === POINTS_CHANNEL) {
      // One key for this dialog: a second click after a lost answer makes the same order.
      let creation: ReturnType<typeof create> | undefined
      const order = async () => {
        creation ??= create().catch((error: unknown) => {
          creation = undefined
          if (changed(error)) setPurchase(null)
          throw error
        })
        return (await creation).sdk_order_id
      }
      setPurchase({
        goods: product.cp_goods_id,
        name: product.name,
        role: choice.role?.role_name ?? '',
        server: choice.server?.server_name ?? '',
        total: offeredBonus(product) > 0 ? withBonus(product) : 0,
        points: pointsForUsd(product.price),
        worth: price(product),
        order,
      })
      return
    }
    flow.payInWindow(create).catch((error: unknown) => {
      void explained.reload()
      if (changed(error)) return
      // Without an answer the order may exist: the player is told at once that going on is safe.
      setProblem(
        <>
          {mayExist(error) ? t('pending.text', { name: product.name }) : errorText(te, error, 'payment')}{' '}
          <ContactLink />
        </>,
      )
    })
  }
  useEffect(() => {
    if (!pressed || loading) return undefined
    const timer = setTimeout(pay)
    return () => clearTimeout(timer)
  })
  const summary = {
    product,
    pack,
    channel,
    online,
    before,
    problem: online ? problem : t('missing.offline'),
    busy: flow.busy || pressed,
    onPay: pay,
    serverName: choice.server?.server_name,
    roleName: choice.role?.role_name,
    account: info?.account,
  }
  // A press was for the choice of that moment.
  const clear = () => {
    setPressed(false)
    setProblem(null)
    setBefore(null)
  }

  return (
    <div className="page py-8 md:py-10">
      <div className="recharge-head">
        <div>
          <h1 className="heading-2">{t('title')}</h1>
          <p className="section-lead max-md:hidden">{t('text')}</p>
        </div>
        {!flow.shown && <OpenOrder className="recharge-open" />}
      </div>
      <PendingBanner />
      <div className="recharge">
        <div className="flex min-w-0 flex-col gap-5">
          <Step number={1} title={t('step.target')}>
            <TargetPicker
              choice={{
                ...choice,
                choose(next) {
                  clear()
                  choice.choose(next)
                },
              }}
            />
          </Step>
          <Step number={2} title={t('step.item')}>
            <Tabs
              label={t('tab.label')}
              active={tab}
              onChange={(next) => {
                clear()
                recharge.setTab(next)
              }}
              tabs={[
                { key: 'items', label: t('tab.items') },
                { key: 'packs', label: t('tab.packs') },
              ]}
            >
              {gone && explained.result?.can === false && (
                <Notice tone="warn" className="mt-5">
                  <div aria-live="polite">
                    <Reasons reasons={explained.result.reasons} />
                  </div>
                </Notice>
              )}
              <ItemGrid
                // The reason for a missing item appears together with the list, so that nothing moves.
                products={gone && !explained.result && !explained.error ? null : products.result}
                error={products.error}
                onRetry={() => void products.reload()}
                pack={pack}
                ready={choice.chosen.role_id !== ''}
                waiting={status !== 'player' || (!choice.servers && !choice.call.error)}
                selected={product?.cp_goods_id ?? ''}
                stopped={explained.result?.can === false}
                target={choice.chosen}
                onSelect={(id) => {
                  clear()
                  recharge.selectProduct(id)
                }}
              />
            </Tabs>
          </Step>
          <Step number={3} title={t('step.channel')}>
            <ChannelPicker
              call={channels}
              hasItem={product !== undefined}
              selected={channel?.channel_code ?? ''}
              onSelect={(code) => {
                clear()
                recharge.selectChannel(code)
              }}
            />
            <ConsentBox consent={consent} onChange={clear} />
          </Step>
        </div>
        <aside className="recharge-side" aria-label={t('step.summary')}>
          <OrderSummary summary={summary} />
        </aside>
        <RebateCard choice={choice} />
      </div>
      <PayBar summary={summary} />
      <PayDialog
        forItem={recharge.forItem}
        flow={{
          ...flow,
          close() {
            flow.close()
            void products.reload()
            void explained.reload()
          },
        }}
      />
      {purchase && (
        <PointsDialog
          purchase={purchase}
          onClose={() => setPurchase(null)}
          onPaid={(id) => navigate(paths.order(id))}
        />
      )}
    </div>
  )
}
