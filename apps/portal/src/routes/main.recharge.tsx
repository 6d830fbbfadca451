import type { Product } from '@hc/contract/calls'
import { CallError } from '@hc/contract/client'
import { errorText } from '@hc/i18n/error-text'
import { Notice } from '@hc/ui/notice'
import { Skeleton } from '@hc/ui/skeleton'
import { Tabs } from '@hc/ui/tabs'
import { pointsForUsd } from '@hc/domain/money'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useArtOf } from '../features/orders/order-parts.ts'
import { PayDialog } from '../features/pay/pay-dialog.tsx'
import { PointsDialog, type PointsPurchase } from '../features/pay/points-dialog.tsx'
import { usePay } from '../features/pay/use-pay.ts'
import { UnpaidOrder, useUnpaidOrders } from '../features/orders/open-order.tsx'
import { usePayOrder } from '../features/orders/use-pay-order.tsx'
import { ConsentBox } from '../features/recharge/consent-box.tsx'
import { useConsent } from '../features/recharge/use-consent.ts'
import { ChannelPicker, WayRow } from '../features/recharge/channel-picker.tsx'
import { noteAfter } from '../features/recharge/after-points.ts'
import { ItemRow, WishRow } from '../features/recharge/item-card.tsx'
import { ItemGrid } from '../features/recharge/item-grid.tsx'
import { type GroupName, OrderGroup, showGroup, useNarrow } from '../features/recharge/order-group.tsx'
import { OrderSummary, PayBar } from '../features/recharge/order-summary.tsx'
import { PendingBanner, usePending } from '../features/recharge/pending-banner.tsx'
import { makePending, mayExist, send } from '../features/recharge/pending-order.ts'
import { namedPrice, offerOf, usePrice } from '../features/recharge/price.ts'
import { RebateCard } from '../features/recharge/rebate-card.tsx'
import { useLastTarget } from '../features/recharge/role-choice.ts'
import { TargetPicker, TargetRow } from '../features/recharge/target-picker.tsx'
import { Reasons } from '../features/recharge/reasons.tsx'
import { ContactLink } from '../features/support/contact-link.tsx'
import { type Missing, useRecharge } from '../features/recharge/use-recharge.ts'
import { POINTS_CHANNEL } from '../features/recharge/ways.ts'
import { offeredBonus, withBonus } from '../features/recharge/with-bonus.ts'
import { notePoints } from '../features/pay/last-way.ts'
import { navigate } from '../lib/nav.ts'
import { loadMarket } from '../lib/market.ts'
import { useOnline } from '../lib/online.ts'
import { useSession } from '../lib/session.ts'
import { paths } from '../paths.ts'
import type { PageProps } from '../router/route.ts'

const groupOf: Record<Missing, GroupName> = { both: 'whom', role: 'whom', item: 'what', channel: 'how' }

const NO_OUTLINES: readonly Product[] = []

export default function RechargePage({ data }: PageProps<{ outlines?: readonly Product[] } | null>) {
  const t = useTranslations('recharge')
  const te = useTranslations('error')
  const { status, info } = useSession()
  const recharge = useRecharge()
  const { choice, tab, products, product, channels, ways, way, explained, gone, missing, loading } = recharge
  const channel = way?.channel
  // The server's outlines are of the tab that the page began with.
  const [firstTab] = useState(tab)
  const consent = useConsent(product, tab === 'packs')
  const flow = usePay()
  const artOf = useArtOf()
  const online = useOnline()
  const { unpaid, reload: reloadUnpaid } = useUnpaidOrders()
  const lastTarget = useLastTarget(choice)
  const pending = usePending()
  const isNarrow = useNarrow()
  const isKnown = choice.servers !== null || choice.call.error !== null
  const payUnpaid = usePayOrder(() => void reloadUnpaid())
  const [problem, setProblem] = useState<ReactNode>(null)
  const [missingThen, setMissingThen] = useState<Missing | null>(null)
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
      ...(way?.method && { method: way.method.code }),
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
    setMissingThen(missing)
    // The button is always in reach, but the missing choice may be far away.
    if (missing) showGroup(groupOf[missing])
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
      // Without an answer the order may exist: the banner says that going on is safe, and the button goes on.
      if (mayExist(error)) scrollTo({ top: 0 })
      else
        setProblem(
          <>
            {errorText(te, error, 'payment')} <ContactLink />
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
    wish: recharge.wish?.name,
    loads: loading,
    pack,
    way,
    online,
    before,
    problem: online ? problem : t('missing.offline'),
    busy: flow.busy || pressed || pending.busy,
    onPay: pay,
    resume: pending.order && pending.resume,
    unpaid: unpaid.find(
      (order) =>
        order.cp_goods_id === product?.cp_goods_id &&
        (pack || (order.role_id === choice.chosen.role_id && order.server_id === choice.chosen.server_id)),
    ),
    onPayUnpaid: payUnpaid.pay,
    serverName: choice.server?.server_name,
    roleName: choice.role?.role_name,
    account: info?.account,
  }
  // A press was for the choice of that moment.
  const clear = () => {
    setPressed(false)
    setProblem(null)
    setMissingThen(null)
    setBefore(null)
  }
  const missingIn = (group: GroupName): string | null =>
    missingThen && groupOf[missingThen] === group ? t(`missing.${missingThen}`) : null
  const [newest] = unpaid

  return (
    <div className="page py-8 md:py-10">
      <div className="recharge-head">
        <div>
          <h1 className="heading-2">{t('title')}</h1>
          <p className="section-lead max-md:hidden">{t('text')}</p>
        </div>
        {newest && !flow.shown && (
          <UnpaidOrder record={newest} className="recharge-open" onPaid={() => void reloadUnpaid()} />
        )}
      </div>
      <PendingBanner pending={pending} />
      <div className="recharge" data-waits={isKnown ? undefined : true}>
        <div className="order-groups">
          <OrderGroup
            name="whom"
            title={t('step.target')}
            row={choice.role && choice.server ? <TargetRow choice={choice} /> : null}
            error={missingIn('whom')}
          >
            <TargetPicker
              last={lastTarget}
              error={
                missingThen === 'both' || missingThen === 'role'
                  ? { missing: missingThen, id: 'order-whom-error' }
                  : null
              }
              choice={{
                ...choice,
                choose(next) {
                  clear()
                  choice.choose(next)
                },
              }}
            />
          </OrderGroup>
          {/* Hidden until the first part's height is known: it would move (`recharge.css`). */}
          <OrderGroup
            name="what"
            title={t('step.item')}
            row={
              product ? (
                <ItemRow product={product} pack={pack} />
              ) : recharge.wish ? (
                <WishRow product={recharge.wish} />
              ) : recharge.loading ? (
                <Skeleton className="item-row-place" />
              ) : null
            }
            error={missingIn('what')}
          >
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
                outlines={(tab === firstTab && data?.outlines) || NO_OUTLINES}
                // The reason for a missing item appears together with the list, so that nothing moves.
                products={gone && !explained.result && !explained.error ? null : products.result}
                error={products.error}
                onRetry={() => void products.reload()}
                pack={pack}
                ready={choice.chosen.role_id !== ''}
                waiting={status !== 'player' || (!choice.servers && !choice.call.error)}
                selected={product?.cp_goods_id ?? ''}
                stopped={explained.result?.can === false}
                isMissing={missingThen === 'item'}
                wish={recharge.wish?.name ?? null}
                target={choice.chosen}
                onSelect={(id) => {
                  clear()
                  recharge.selectProduct(id)
                }}
              />
            </Tabs>
          </OrderGroup>
          {isKnown && (
            <>
              <OrderGroup
                name="how"
                title={t('step.channel')}
                row={way ? <WayRow way={way} /> : recharge.loading ? <Skeleton className="h-10 w-full" /> : null}
                error={missingIn('how')}
              >
                <ChannelPicker
                  call={channels}
                  ways={ways}
                  product={product}
                  selected={way?.key ?? ''}
                  onSelect={(key) => {
                    clear()
                    recharge.selectWay(key)
                  }}
                />
              </OrderGroup>
              <ConsentBox consent={consent} onChange={clear} />
            </>
          )}
          {/* Before the summary, so that the keyboard comes from the choices to the button. */}
          {isNarrow && <PayBar summary={summary} />}
        </div>
        <aside className="recharge-side" aria-label={t('step.summary')}>
          <OrderSummary summary={summary} />
        </aside>
        {/* Like the parts above it. */}
        {isKnown && <RebateCard choice={choice} />}
      </div>
      <PayDialog
        goods={
          product === undefined
            ? null
            : {
                art: artOf(product),
                name: product.name,
                role: pack ? '' : (choice.role?.role_name ?? ''),
                price: price(product),
              }
        }
        forItem={recharge.forItem}
        flow={{
          ...flow,
          close() {
            flow.close()
            void products.reload()
            void explained.reload()
            void reloadUnpaid()
          },
        }}
      />
      {payUnpaid.dialogs}
      {purchase && (
        <PointsDialog
          purchase={purchase}
          onClose={() => setPurchase(null)}
          onPaid={(id) => {
            notePoints()
            navigate(paths.order(id))
          }}
        />
      )}
    </div>
  )
}
