import type { DeskResult } from '@hc/contract/desk/calls'
import { AppError } from '@hc/contract/errors'
import { matchLocale } from '@hc/contract/locales'
import type { Query } from '../../platform/db.ts'
import { epochSeconds } from '../../platform/epoch.ts'
import { PAGE, pageOf } from '../../http/desk/bounded-lists.ts'
import { accountOf, orderColumns, type OrderRow } from '../orders/orders.ts'

/** A page of a list that belongs to one player. */
export type PlayerPage = { uid: string; after: string; size: number }

type Player = DeskResult<'player/read'>
type Paged<N extends 'player/points' | 'player/deliveries' | 'player/redeemed'> = DeskResult<N>
const DAY_SECONDS = 86_400

type Base = Omit<Player, 'roles' | 'sign_in' | 'points' | 'limits' | 'locale'> & {
  locale: string | null
  has_password: boolean
  email_login: boolean
}

const baseText = `select a.account_id, a.uid, ${epochSeconds('a.created_at')} as created_at,
    ${epochSeconds('a.deleted_at')} as deleted_at, a.disabled, d.email, d.phone, d.has_password, a.email_login,
    (select ${epochSeconds('max(s.created_at)')} from session s where s.account_id = a.account_id) as seen_at,
    coalesce(desk.leaving_waits(a.uid), '') as leaving_waits,
    (select o.locale from orders o where o.account_id = a.account_id order by o.order_no desc limit 1) as locale,
    m.orders, m.paid_cents, m.refunded_cents, m.others,
    (select count(*)::int from dispute x join orders o using (order_no) where o.account_id = a.account_id) as disputes
  from account a cross join lateral desk.addresses(a.account_id) d
    cross join lateral (select coalesce(sum(s.orders), 0)::int as orders,
      coalesce(sum(s.paid) filter (where s.currency = 'USD'), 0)::bigint as paid_cents,
      coalesce(sum(s.back) filter (where s.currency = 'USD'), 0)::bigint as refunded_cents,
      coalesce(jsonb_agg(jsonb_build_object('currency', s.currency, 'paid_minor', s.paid, 'refunded_minor', s.back)
        order by s.currency) filter (where s.currency <> 'USD' and s.paid > 0), '[]') as others
      from (select o.currency, count(*) as orders, sum(o.paid_cents) as paid, sum(o.refunded_cents) as back
        from orders o where o.account_id = a.account_id and o.channel_code <> 'hcpoint' group by o.currency) s) m
 where a.uid = $1`

/** A player's overview, with addresses masked. @throws AppError RowNotFound */
export async function readPlayer(q: Query, uid: string): Promise<Player> {
  const [row] = await q<Base>({ text: baseText }, [uid])
  if (!row) throw new AppError('RowNotFound', { kind: 'player' })
  const { has_password, email_login, ...base } = row
  const { account_id } = base
  const roles = await q<Player['roles'][number]>(
    {
      text: `select server_id, role_id, name, level from game_role where account_id = $1
        order by server_id, role_id limit 100`,
    },
    [account_id],
  )
  const linked = await q<{ provider: string }>(
    { text: 'select provider from external_identity where account_id = $1 order by provider' },
    [account_id],
  )
  const [points] = await q<Player['points']>(
    {
      text: `select coalesce(sum(balance) filter (where kind = 'wallet' and unit = 'HCB'), 0)::bigint as basic,
          coalesce(sum(balance) filter (where kind = 'wallet' and unit = 'HCP'), 0)::bigint as present,
          coalesce(-sum(balance) filter (where kind = 'debt'), 0)::bigint as debt
        from ledger_account where account_id = $1`,
    },
    [account_id],
  )
  const [limits] = await q<Player['limits']>(
    {
      text: `select count(*) filter (where status = 1)::int as unpaid,
          count(*) filter (where created_at > app_now() - interval '1 hour')::int as last_hour,
          (select count(*)::int from redeem_failure f where f.account_id = $1) as redeem_failures
        from (select status, created_at from orders where account_id = $1 order by order_no desc limit 500) o`,
    },
    [account_id],
  )
  return {
    ...base,
    locale: matchLocale(base.locale ?? '') ?? null,
    sign_in: [
      ...(has_password ? ['password'] : []),
      ...(email_login && base.email !== '' ? ['email'] : []),
      ...(base.phone === '' ? [] : ['phone']),
      ...linked.map(({ provider }) => provider),
    ],
    roles,
    points: points ?? { basic: 0, present: 0, debt: 0 },
    limits: limits ?? { unpaid: 0, last_hour: 0, redeem_failures: 0 },
  }
}

/** Players by an exact known fact. */
export const findPlayers = (q: Query, text: string): Promise<DeskResult<'player/find'>> =>
  q<DeskResult<'player/find'>[number]>(
    {
      text: `select a.uid, min(f.by) as by, ${epochSeconds('a.created_at')} as created_at, a.disabled,
          coalesce((select string_agg(r.name, ', ' order by r.name) from (select g.name from game_role g
            where g.account_id = a.account_id order by g.name limit 3) r), '') as roles
        from (select account_id, 'address' as by from desk.find_account($1)
          union all select account_id, 'character' from game_role where role_id = $1 or lower(name) = lower($1)
          union all select account_id, 'order' from orders where order_no = upper($1)) f
          join account a using (account_id) group by a.account_id, a.uid, a.created_at, a.disabled
         order by a.uid limit ${PAGE}`,
    },
    [text],
  )

export async function playerOrders(q: Query, { uid, after, size }: PlayerPage): Promise<DeskResult<'player/orders'>> {
  const rows = await q<OrderRow>(
    {
      text: `select ${orderColumns} from orders o left join product p using (cp_goods_id)
          left join outbox b on b.outbox_id = 'dlv_' || o.order_no
         where o.account_id = $1 and ($2 = '' or o.order_no < $2) order by o.order_no desc limit ${size + 1}`,
    },
    [await accountOf(q, uid), after],
  )
  return pageOf(rows, (row) => row.order_no, size)
}

/** The journal of points, newest first; the balance after each entry is the sum of all up to it. */
export async function playerPoints(q: Query, { uid, after, size }: PlayerPage): Promise<Paged<'player/points'>> {
  const rows = await q<Paged<'player/points'>['rows'][number]>(
    {
      text: `with page as (select j.journal_id, j.created_at, j.reason, j.order_no, j.basic_points, j.present_points
            from ledger_journal j where j.account_id = $1 and (j.basic_points <> 0 or j.present_points <> 0)
              and ($2::bigint = 0 or j.journal_id < $2) order by j.journal_id desc limit ${size + 1}),
          upto as (select coalesce(sum(j.basic_points), 0)::bigint as basic,
              coalesce(sum(j.present_points), 0)::bigint as present from ledger_journal j
            where j.account_id = $1 and (j.basic_points <> 0 or j.present_points <> 0)
              and j.journal_id < (select min(journal_id) from page))
        select p.journal_id, ${epochSeconds('p.created_at')} as at, p.reason, coalesce(p.order_no, '') as order_no,
            p.basic_points as basic, p.present_points as present,
            (u.basic + sum(p.basic_points) over w)::bigint as balance_basic,
            (u.present + sum(p.present_points) over w)::bigint as balance_present
          from page p cross join upto u window w as (order by p.journal_id) order by p.journal_id desc`,
    },
    [await accountOf(q, uid), /^\d{1,15}$/.test(after) ? Number(after) : 0],
  )
  return pageOf(rows, (row) => String(row.journal_id), size)
}

export async function playerDeliveries(
  q: Query,
  { uid, after, size }: PlayerPage,
): Promise<Paged<'player/deliveries'>> {
  const rows = await q<Paged<'player/deliveries'>['rows'][number]>(
    {
      text: `select x.number, x.source, x.name, b.state, ${epochSeconds('b.created_at')} as created_at,
            ${epochSeconds('b.ended_at')} as ended_at,
            coalesce((select k.state from outbox k where k.outbox_id = 'rcl_' || x.number), '') as recall
          from ((select o.order_no as number, 'order' as source, o.cp_goods_id as name from orders o
              where o.account_id = $1 and ($2 = '' or o.order_no < $2) and o.status in (2, 4, 5)
                and o.order_type = 'item' order by o.order_no desc limit ${size + 1})
            union all select r.number, 'code', r.campaign_id from redemption r
              where r.account_id = $1 and ($2 = '' or r.number < $2)
            union all select g.number, 'rebate', g.campaign_id from rebate_grant g join orders o using (order_no)
              where o.account_id = $1 and ($2 = '' or g.number < $2)) x
          join outbox b on b.outbox_id = 'dlv_' || x.number
         order by x.number desc limit ${size + 1}`,
    },
    [await accountOf(q, uid), after],
  )
  return pageOf(rows, (row) => row.number, size)
}

export async function playerRedeemed(q: Query, { uid, after, size }: PlayerPage): Promise<Paged<'player/redeemed'>> {
  const rows = await q<Paged<'player/redeemed'>['rows'][number]>(
    {
      text: `select number, campaign_id as campaign, code, server_id, role_id, basic_points + present_points as points,
          ${epochSeconds('created_at')} as at from redemption where account_id = $1 and ($2 = '' or number < $2)
         order by number desc limit ${size + 1}`,
    },
    [await accountOf(q, uid), after],
  )
  return pageOf(rows, (row) => row.number, size)
}

export const playerSessions = async (q: Query, uid: string): Promise<DeskResult<'player/sessions'>> =>
  await q<DeskResult<'player/sessions'>[number]>(
    {
      text: `select ${epochSeconds('created_at')} as created_at, ${epochSeconds('expires_at')} as ends_at,
          revoked_at is null and expires_at > app_now() as open, remember as long,
          coalesce(revoked_reason, '') as ended_why from session
         where account_id = $1 and created_at > app_now() - make_interval(secs => ${90 * DAY_SECONDS})
         order by created_at desc limit 100`,
    },
    [await accountOf(q, uid)],
  )
