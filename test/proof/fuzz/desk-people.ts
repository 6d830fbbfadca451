import { roleKeys } from '@hc/contract/desk/permissions'
import { DeskClient, deskCommand, enrol, invitationLink, type Member } from '../../kit/desk.ts'
import type { Shop } from '../../kit/shop.ts'
import type { Hints } from './bodies.ts'

const PASSWORD = 'Lantern-harbour-42'

/** `spare` is a person of support with a known password and secret, for new sign-ins. */
export type People = { people: ReadonlyMap<string, DeskClient>; spare: Member }

/** One person for each role, `suspended` and the spare one. */
export async function deskPeople(shop: Shop, desk: string): Promise<People> {
  const link = await deskCommand({ databaseUrl: shop.databaseUrl, desk }, 'staff', 'invite-owner', 'owner@shop.example')
  const { client: owner } = await enrol(desk, link.split('\n')[0] ?? '', PASSWORD)
  const people = new Map<string, DeskClient>([['owner', owner]])
  for (const name of [...roleKeys.filter((role) => role !== 'owner'), 'suspended']) {
    const roles = [name === 'suspended' ? 'support' : name]
    const person = { email: `${name}@shop.example`, name, roles }
    const at = await invitationLink({ databaseUrl: shop.databaseUrl, desk }, person)
    people.set(name, (await enrol(desk, at, PASSWORD)).client)
  }
  const { result } = await owner.call('staff/invite', {
    email: 'spare@shop.example',
    name: 'spare',
    roles: ['support'],
  })
  const spare = await enrol(desk, result.url, PASSWORD)
  await shop.db.query(`create table fuzz_staff as select * from desk.staff;
    create table fuzz_session as select * from desk.staff_session where ended_at is null;
    create table fuzz_staff_role as select * from desk.staff_role;
    create table fuzz_role as select * from desk.role;
    create table fuzz_rule as select * from desk.approval_rule`)
  return { people, spare }
}

/** Undoes a call's changes to the people, so that each call has the same callers. */
export async function restorePeople(shop: Shop): Promise<void> {
  await shop.db.query(`
    update desk.staff s set suspended_at = case when f.name = 'suspended' then now() end, name = f.name
      from fuzz_staff f where s.staff_id = f.staff_id
        and (s.suspended_at is null) = (f.name = 'suspended') or s.staff_id = f.staff_id and s.name <> f.name;
    update desk.staff_session s set ended_at = null, ended_why = null, recovery = false, seen_at = now(),
        ends_at = now() + interval '12 hours', fresh_until = now() + interval '1 hour'
      from fuzz_session f where s.token_hash = f.token_hash;
    delete from desk.staff_role s where not exists (select 1 from fuzz_staff_role f
      where f.staff_id = s.staff_id and f.role_key = s.role_key);
    insert into desk.staff_role select f.* from fuzz_staff_role f
      where not exists (select 1 from desk.staff_role s where s.staff_id = f.staff_id and s.role_key = f.role_key);
    update desk.role r set permissions = f.permissions, decides = f.decides, limits = f.limits from fuzz_role f
      where r.role_key = f.role_key and (r.permissions, r.decides, r.limits) is distinct from
        (f.permissions, f.decides, f.limits)`)
}

/**
 * Notes each row that a request of the desk writes, by the number that its answer has: so it does not matter what the
 * shop's own workers do meanwhile.
 */
export async function watchRows(shop: Shop): Promise<void> {
  await shop.db.query(`
    create table public.fuzz_change (request text not null, tab text not null);
    create index on public.fuzz_change (request);
    create function public.fuzz_note() returns trigger language plpgsql security definer
      set search_path = pg_catalog, public, pg_temp as $$
    begin
      -- Writing a row unchanged is no change.
      if desk.said('request') <> '' and (tg_op <> 'UPDATE' or old is distinct from new) then
        insert into public.fuzz_change values (desk.said('request'), tg_table_schema || '.' || tg_table_name);
      end if;
      return null;
    end $$;
    do $$
    declare
      t record;
    begin
      for t in select n.nspname, c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where c.relkind in ('r', 'p') and not c.relispartition and n.nspname in ('public', 'desk')
          and c.relname not like 'fuzz\\_%' and c.relname not like 'analytics%' loop
        execute format('create trigger fuzz_note after insert or update or delete on %I.%I for each row
          execute function public.fuzz_note()', t.nspname, t.relname);
      end loop;
    end $$`)
}

/** Tables that requests wrote to, by request. */
export async function rowsOf(shop: Shop, requests: readonly string[]): Promise<Map<string, string[]>> {
  const { rows } = await shop.db.query<{ request: string; tabs: string[] }>(
    'select request, array_agg(distinct tab order by tab) as tabs from fuzz_change where request = any($1) group by 1',
    [requests],
  )
  return new Map(rows.map(({ request, tabs }) => [request, tabs]))
}

/** Values that some of the desk's calls take, by field. */
export async function deskHints(shop: Shop): Promise<Hints> {
  const list = async (text: string): Promise<string[]> =>
    (await shop.db.query<{ x: string }>(`select x::text from (${text}) y (x) where x is not null limit 12`)).rows.map(
      ({ x }) => x,
    )
  const orders = await list('select order_no from orders order by order_no')
  const goods = await list('select cp_goods_id from product order by 1')
  const articles = await list('select id from article order by 1')
  const channels = await list('select channel_code from payment_channel order by 1')
  const campaigns = await list(
    'select campaign_id from redeem_campaign union all select campaign_id from rebate_campaign order by 1',
  )
  const deliveries = await list('select outbox_id from outbox order by 1')
  return {
    order_no: orders,
    number: [...orders, ...deliveries],
    text: [...orders.slice(0, 3), 'r1001', 'A word about it'],
    uid: ['100001', '100001', '100003'],
    reason: ['Ticket 4711', 'the player asked'],
    note: ['Ticket 4711'],
    reference: ['bank 4711'],
    channel: channels,
    code: channels,
    id: [...goods, ...articles, ...campaigns],
    campaign: campaigns,
    goods,
    cp_goods_id: goods,
    kind: ['product', 'article', 'redeem', 'rebate', 'order', 'player'],
    target: [...orders.slice(0, 3), ...goods.slice(0, 3), '100001'],
    server_id: ['s1'],
    role_id: ['r1001'],
    server: ['s1'],
    role: ['r1001'],
    local: ['2031-05-01T10:00', '2031-05-01T10:00:30', '2031-03-30T02:30:00'],
    zone: ['UTC', 'Europe/Berlin'],
    month: ['2026-09', '2026-10'],
    after: [''],
    txn: [''],
    email: ['new1@shop.example', 'new2@shop.example'],
    roles: ['support', 'content'],
    role_key: ['support', 'own_role'],
    for_role: ['', 'support'],
    rule_key: await list('select rule_key from desk.approval_rule order by 1'),
    rule: await list('select rule_key from desk.alert_rule order by 1'),
    name: ['Something new', 'Autumn'],
    html: ['<p>News</p>'],
    img: [''],
    icon: ['/assets/icon-gem.svg'],
    event_id: ['none'],
    key: ['orders'],
    path: ['/orders'],
  }
}
