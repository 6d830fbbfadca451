import { NoAnswer } from '@hc/channels/http'
import { resign } from './shop.ts'
import {
  asks,
  freshKey,
  gateway,
  type Mutant,
  noRefunds,
  only,
  secondWrite,
  secrets,
  unlocked,
} from './mutant-parts.ts'

/** Bugs of orders, the ledger, refunds and the gateways. */
export const moneyMutants: readonly Mutant[] = [
  {
    name: 'no-order-lock',
    patches: [
      unlocked('apply_capture'),
      unlocked('apply_refused'),
      {
        fn: 'settle_webhooks',
        find: 'perform 1 from orders where order_no = any(p_orders) order by order_no for update;',
        put: '',
      },
    ],
  },
  {
    name: 'amount-not-compared',
    patches: [
      { fn: 'apply_capture', find: 'p_amount <> o.amount_cents or p_currency <> o.currency', put: 'false' },
      {
        fn: 'apply_plain',
        find: 'and o.amount_cents = p_amounts[n.place] and o.currency = p_currencies[n.place]',
        put: '',
      },
    ],
  },
  {
    name: 'capture-not-unique',
    patches: [
      {
        fn: 'apply_capture',
        find: `app_now(), books, tax)\n  on conflict do nothing;`,
        put: 'app_now(), books, tax);',
      },
      {
        sql: `alter table capture drop constraint capture_pkey; drop index capture_of_order; alter table ledger_journal
          drop constraint ledger_journal_reason_source_id_key`,
      },
    ],
  },
  {
    name: 'delivery-written-apart',
    patches: [
      {
        fn: 'mark_paid',
        find: `if o.order_type = 'item' then\n    update orders set status = 2`,
        put: `if o.order_type = 'item' then
    update orders set status = 2, cause = p_source, paid_cents = amount_cents, paid_at = app_now(),
      bonus_granted = granted, rebate_campaign_id = o.rebate_campaign_id where order_no = o.order_no;
  elsif false then\n    update orders set status = 2`,
      },
      { fn: 'apply_plain', find: 'if items then', put: 'if false then' },
    ],
    wiring: (ctx) => ({
      ...ctx,
      q: async (statement, args) => {
        const rows = await ctx.q(statement, args)
        if (/apply_capture|settle_inbox|take_news|pay_with_points/.test(statement.text))
          await ctx.q({ text: secondWrite })
        return rows as never
      },
    }),
  },
  {
    name: 'delivery-id-made-up-each-time',
    wiring: (ctx, rng) => ({
      ...ctx,
      game: {
        deliver: (delivery) => {
          const id = `${delivery.id}_${rng.hex(4)}`
          return ctx.game.deliver({ ...delivery, id, payload: { ...delivery.payload, delivery_id: id } })
        },
      },
    }),
  },
  {
    name: 'any-answer-confirms',
    wiring: (ctx) => ({
      ...ctx,
      game: {
        deliver: async (delivery) => {
          const answer = await ctx.game.deliver(delivery)
          return answer.state === 'unknown' && answer.detail.includes('without a grant')
            ? { state: 'confirmed', grantId: 'assumed' }
            : answer
        },
      },
    }),
  },
  {
    name: 'wallet-not-checked',
    patches: [
      {
        fn: 'pay_with_points',
        find: 'order by ledger_account_id for update loop',
        put: 'order by ledger_account_id loop',
      },
      { fn: 'guard_ledger_account', find: `and (new.kind <> 'wallet' or new.balance >= 0)`, put: '' },
    ],
  },
  {
    name: 'late-payment-dropped',
    patches: [
      {
        fn: 'apply_capture',
        find: `then return 'unknown_order'; end if;`,
        put: `then return 'unknown_order'; end if; if o.status in (3, 6) then return 'late'; end if;`,
      },
    ],
  },
  {
    name: 'failure-overrides-payment',
    patches: [{ fn: 'apply_refused', find: `if o.status <> 1 then return 'ignored'; end if;`, put: '' }],
  },
  {
    name: 'signature-not-checked',
    wiring: (ctx) =>
      gateway(ctx, (channel) =>
        !secrets[channel.code]
          ? {}
          : {
              readWebhook: (raw, _headers, nowMs) =>
                channel.readWebhook(raw, resign(channel.code, secrets[channel.code] ?? '', raw, nowMs), nowMs),
            },
      ),
  },
  {
    name: 'idempotency-key-ignored',
    wiring: (ctx) => ({
      ...ctx,
      q: (statement, args = []) =>
        ctx.q(
          statement,
          statement.name === 'place-purchases'
            ? args.map((arg) => (typeof arg === 'string' && arg.startsWith('key-') ? null : arg))
            : args,
        ),
    }),
  },
  {
    name: 'expiry-without-asking',
    wiring: (ctx) =>
      gateway(ctx, () => ({ cancel: () => Promise.resolve({ state: 'unknown_payment', captures: [], refunds: [] }) })),
  },
  {
    name: 'refund-key-made-up-each-time',
    wiring: (ctx, rng) =>
      gateway(ctx, (channel) => ({ refund: (item) => channel.refund({ ...item, key: `${item.key}_${rng.hex(4)}` }) })),
  },
  {
    name: 'lost-answer-counts-as-failure',
    wiring: (ctx) =>
      gateway(ctx, (channel) => ({
        fetchStatus: (order) =>
          channel.fetchStatus(order).catch((error: unknown) => {
            if (error instanceof NoAnswer)
              return {
                state: 'paid' as const,
                captures: [{ txn: `guess_${order.orderNo}`, amountCents: 120, currency: 'USD' }],
                refunds: [],
              }
            throw error
          }),
      })),
  },
  {
    name: 'bonus-not-counted',
    often: { cancelled: 40, buyAfterAll: 60 },
    patches: [
      {
        fn: 'mark_paid',
        find: 'or bonus_owner(o.server_id, o.role_id, o.cp_goods_id, e) is not null then',
        put: 'then',
      },
      {
        fn: 'mark_paid',
        find: 'if not found then\n        granted := 0;',
        put: 'if false then\n        granted := 0;',
      },
    ],
  },
  {
    name: 'bonus-promised-twice',
    patches: [
      { fn: 'place_purchase', find: 'if owned then\n      p_bonus := 0;', put: 'if owned then' },
      {
        fn: 'place_purchases',
        find: 'case when k.promised then 0 else p_bonuses[k.at] end as bonus',
        put: 'p_bonuses[k.at] as bonus',
      },
      {
        fn: 'place_purchase',
        find: 'values (p_server, p_role, p_goods, e, p_order_no);',
        put: 'values (p_server, p_role, p_goods, e, p_order_no) on conflict do nothing;',
      },
    ],
  },
  {
    name: 'bonus-kept-for-who-did-not-pay',
    patches: [
      { fn: 'bonus_released', find: 'delete from bonus_hold where order_no = new.order_no;', put: 'perform 1;' },
    ],
  },
  {
    name: 'settled-orders-not-asked',
    patches: [
      {
        fn: 'lease_checks',
        find: 'then app_now() + make_interval(secs => p_settled_seconds) end',
        put: 'then null end',
      },
    ],
  },
  {
    name: 'foreign-money-unbooked',
    patches: [{ fn: 'apply_gateway_refund', find: 'if was_booked(c) then', put: 'if true then' }],
  },
  {
    name: 'refund-lets-the-delivery-run',
    patches: [
      {
        fn: 'request_refund',
        find: `outbox_id = 'dlv_' || p_order and state in ('pending', 'unknown', 'refused', 'parked')`,
        put: 'false',
      },
      {
        fn: 'mark_refunded',
        find: `where outbox_id = 'dlv_' || o.order_no and state in ('pending', 'unknown', 'refused', 'parked')`,
        put: 'where false',
      },
    ],
  },
  {
    name: 'lost-dispute-keeps-the-money',
    patches: [{ fn: 'apply_dispute', find: `if d.stage = 'lost' then`, put: 'if false then' }],
  },
  {
    name: 'refund-forgets-the-buckets',
    patches: [
      {
        fn: 'request_refund',
        find: 'select -basic_points as basic, -present_points as present',
        put: 'select -basic_points - present_points as basic, 0::bigint as present',
      },
    ],
  },
  {
    name: 'rebate-keeps-refunded',
    patches: [
      {
        fn: 'settle_rebate',
        find: 'due := base_part(o, money_promised(o));',
        put: 'due := 0;',
      },
    ],
  },
  {
    name: 'rebate-gift-not-recalled',
    patches: [{ fn: 'move_rebate', find: 'perform ask_recall(r.number, o.order_no);', put: '' }],
  },
  {
    name: 'rebate-tier-granted-anew',
    patches: [
      { fn: 'move_rebate', find: 'and x.threshold_cents > total - p_cents', put: '' },
      { sql: 'drop index rebate_grant_once' },
    ],
  },
  {
    name: 'stripe-refund-not-looked-for',
    channel: 'stripe',
    line: asks(/^GET .*stripe.test\/v1\/refunds/, noRefunds),
  },
  {
    name: 'stripe-refund-with-neither-look-nor-key',
    channel: 'stripe',
    line: (ask, answer, rng) =>
      asks(/^GET .*stripe.test\/v1\/refunds/, noRefunds)(
        ask,
        (then) => asks(/stripe.test\/v1\/refunds$/, freshKey('idempotency-key'))(then, answer, rng),
        rng,
      ),
  },
  {
    name: 'paypal-capture-with-a-fresh-key',
    channel: 'paypal',
    line: asks(/paypal.test.*\/capture$/, freshKey('paypal-request-id')),
  },
  {
    name: 'paypal-news-taken-unasked',
    channel: 'paypal',
    line: asks(/paypal.test.*verify-webhook-signature$/, () => ({
      status: 200,
      text: '{"verification_status":"SUCCESS"}',
    })),
  },
  {
    name: 'adyen-refund-believed-at-once',
    channel: 'adyen',
    wiring: (ctx) =>
      only('adyen', ctx, (channel) => ({
        refund: (item) =>
          channel.refund(item).catch((error: unknown) => {
            if (error instanceof NoAnswer && error.message.includes('under way'))
              return { refundTxn: `believed_${item.key}` }
            throw error
          }),
        readWebhook: async (raw, headers, nowMs) =>
          (await channel.readWebhook(raw, headers, nowMs)).map((event) =>
            event.kind === 'refunded' ? { ...event, kind: 'ignored' as const } : event,
          ),
      })),
  },
  {
    name: 'numbers-of-all-channels-mixed',
    patches: [{ fn: 'order_of', find: 'c.channel_code = i.channel_code and c.txn = i.txn', put: 'c.txn = i.txn' }],
  },
  {
    name: 'unknown-status-taken-as-paid',
    channel: 'stripe',
    line: (ask, answer) => {
      const httpAnswer = answer(ask)
      return {
        ...httpAnswer,
        text: httpAnswer.text
          .replace(/"status":"a_status_of_2031"/g, '"status":"succeeded"')
          .replace(/"amount":(\d+),"amount_received":0/g, '"amount":$1,"amount_received":$1'),
      }
    },
  },
  {
    // An account made since July 2026 sells through Stripe itself, with tax on top.
    name: 'managed-left-to-the-account',
    channel: 'stripe',
    line: (ask, answer) =>
      answer({ ...ask, body: ask.body.replace(/&?managed_payments(?:\[|%5B)enabled(?:\]|%5D)=false/, '') }),
  },
  {
    name: 'method-changes-amount',
    wiring: (ctx) =>
      gateway(ctx, (channel) => ({
        create: (payment) =>
          channel.create(payment.method ? { ...payment, amountCents: payment.amountCents + 1 } : payment),
      })),
  },
  {
    name: 'method-of-another-country',
    channel: 'adyen',
    wiring: (ctx) =>
      gateway(ctx, (channel) => ({
        create: (payment) =>
          channel.create(payment.method ? { ...payment, method: { ...payment.method, country: 'KR' } } : payment),
      })),
  },
  {
    // A repeated request reads the order that it made before.
    name: 'method-not-frozen',
    channel: 'stripe',
    patches: [{ fn: 'place_purchase', find: 'method := o.method;', put: 'method := null;' }],
  },
  {
    name: 'voucher-runs-out-early',
    channel: 'sandbox',
    vouchers: true,
    patches: [
      {
        fn: 'apply_promised',
        find: "set expires_at = greatest(expires_at, until_at + interval '1 day')",
        put: 'set expires_at = expires_at',
      },
    ],
  },
  {
    name: 'plain-rung-first',
    channel: 'stripe',
    wiring: (ctx) =>
      gateway(ctx, (channel) => ({
        create: ({ method: _method, ...payment }) => channel.create(payment),
      })),
  },
  {
    name: 'stripe-says-the-price-was-paid',
    channel: 'stripe',
    wiring: (ctx) =>
      only('stripe', ctx, (channel) => ({
        fetchStatus: async (payment) => {
          const status = await channel.fetchStatus(payment)
          return {
            ...status,
            captures: status.captures.map((capture) => ({
              ...capture,
              amountCents: payment.amountCents,
              currency: payment.currency,
            })),
          }
        },
      })),
  },
  {
    name: 'failed-refund-forgotten',
    patches: [{ fn: 'apply_refund_failed', find: 'perform reverse_gateway_refund(p_channel, p_refund_txn);', put: '' }],
  },
  {
    name: 'failed-refund-asked-anew-while-under-way',
    patches: [
      { fn: 'retry_refund', find: `continue when asked in ('pending', 'unknown', 'held', 'cancelled');`, put: '' },
      {
        fn: 'queue_refund',
        find: `where b.state in ('refused', 'failed', 'confirmed', 'cancelled', 'held', 'parked')`,
        put: '',
      },
      { fn: 'queue_refund', find: `when b.state in (`, put: `when b.state in ('pending', 'unknown', ` },
    ],
  },
  {
    name: 'paid-back-twice-unnoticed',
    often: { giveBack: 12, workOff: 40 },
    patches: [{ fn: 'note_paid_twice', find: 'where money_settled(c.channel_code, c.txn) > 0', put: 'where false' }],
  },
  {
    name: 'given-back-elsewhere-and-asked-for-again',
    often: { giveBack: 12, giveUp: 40 },
    patches: [
      {
        fn: 'close_refund',
        find: `set state = 'cancelled', detail = 'given back elsewhere`,
        put: `set state = 'pending', run_at = app_now(), detail = 'given back elsewhere`,
      },
    ],
  },
  {
    name: 'part-of-a-pack-keeps-its-points',
    patches: [
      {
        fn: 'mark_refunded',
        find: `perform take_back(o.order_no, p_source);
    return`,
        put: 'return',
      },
      {
        fn: 'apply_gateway_refund',
        find: `if c.outcome = 'applied' then perform take_back(c.order_no, 'ended'); end if;`,
        put: '',
      },
    ],
  },
  {
    name: 'parts-rounded-for-the-shop',
    patches: [
      { fn: 'points_back', find: 'p_points * p_back / p_paid', put: '(p_points * p_back + p_paid - 1) / p_paid' },
    ],
  },
  {
    name: 'refund-before-capture-forgotten',
    patches: [
      { fn: 'apply_capture', find: 'and not applied loop', put: 'and false loop' },
      { fn: 'apply_plain', find: 'and not g.applied offset 0', put: 'and false offset 0' },
    ],
  },
]
