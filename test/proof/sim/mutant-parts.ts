import { FakeSandbox } from '@hc/channels/testing/fake-sandbox'
import { FakeStripe } from '@hc/channels/testing/fake-stripe'
import type { Channel } from '@hc/channels/channel'
import type { Ctx } from '../../../apps/server/src/ctx.ts'
import type { Patch } from './database.ts'
import { type Line, type Wiring } from './shop.ts'
import type { Often } from './workload.ts'
import type { Code } from './world-gateways.ts'

/**
 * A deliberate bug that the simulator must notice: what it changes in the database's functions, and around the use
 * cases. `channel`: the one whose bug it is, which takes all of its seeds' orders. `members`: the bug is about
 * accounts, and most of what is done is theirs. `desk`: it is about the desk, which does half of what is done.
 * `currencies`: most orders are in other money than dollars. `withdrawals`: buyers may withdraw from most orders.
 * `vouchers`: payers of the sandbox take vouchers and pay later.
 * `often`: what leads to a bug of the rarer kind is done more often.
 */
export type Mutant = {
  name: string
  channel?: Code
  members?: boolean
  desk?: boolean
  currencies?: boolean
  withdrawals?: boolean
  vouchers?: boolean
  often?: Often
  patches?: Patch[]
  wiring?: Wiring
  line?: Line
}

export const secrets: Record<string, string | undefined> = {
  sandbox: new FakeSandbox().webhookSecret,
  stripe: new FakeStripe().webhookSecret,
}

export const gateway = (ctx: Ctx, change: (channel: Channel) => Partial<Channel>): Ctx => ({
  ...ctx,
  channels: new Map(
    [...ctx.channels].map(([code, channel]) => [
      code,
      channel.kind === 'gateway' ? { ...channel, ...change(channel) } : channel,
    ]),
  ),
})

export const only = (code: string, ctx: Ctx, change: (channel: Channel) => Partial<Channel>): Ctx =>
  gateway(ctx, (channel) => (channel.code === code ? change(channel) : {}))

/**
 * Stands for an adapter that sends a wrong call or misreads an answer: the connection to its gateway
 * does.
 */
export const asks =
  (what: RegExp, change: Line): Line =>
  (ask, answer, rng) =>
    what.test(`${ask.method} ${ask.url}`) ? change(ask, answer, rng) : answer(ask)
export const freshKey =
  (header: string): Line =>
  (ask, answer, rng) =>
    answer({ ...ask, headers: { ...ask.headers, [header]: rng.hex(8) } })
export const noRefunds: Line = () => ({ status: 200, text: '{"object":"list","data":[],"has_more":false}' })

export const unlocked = (fn: string): Patch => ({
  fn,
  find: 'select * into o from orders where order_no = p_order for update;',
  put: 'select * into o from orders where order_no = p_order;',
})

export const endsCodes: Patch = {
  fn: 'account_changed',
  find: 'update verification_code set used_at = app_now() where account_id = new.account_id and used_at is null;',
  put: '',
}

/** Writes the deliveries of orders that the statement before made paid: the second half of a dual write. */
export const secondWrite = `insert into outbox (outbox_id, kind, order_no, payload, run_at, created_at)
  select 'dlv_' || o.order_no, 'deliver', o.order_no, jsonb_build_object('delivery_id', 'dlv_' || o.order_no,
  'sdk_order_id', o.order_no, 'uid', o.uid,
    'server_id', o.server_id, 'role_id', o.role_id, 'items', jsonb_build_array(jsonb_build_object('cp_goods_id',
    o.cp_goods_id, 'quantity', 1, 'bonus', o.bonus_granted))),
    app_now(), app_now() from orders o where o.order_type = 'item' and o.status = 2 and o.paid_at = app_now()
    on conflict do nothing`
