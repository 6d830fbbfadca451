import type pg from 'pg'
import type { Query } from '../../../apps/server/src/platform/db.ts'
import type { Rng } from './rng.ts'

/** The zone of the simulated books: their December ends an hour after the simulation begins. */
const ZONE = 'Etc/GMT+1'
/** Months that have a journal before the simulation begins: each wallet is opened in another one. */
const MONTHS = ['2029-10', '2029-11', '2029-12'] as const
const EPOCH = '2030-01-01T00:00:00Z'

/** Sets the clock of the connection back to the middle of a wallet's month. */
export async function openIn(q: Query, wallet: number): Promise<void> {
  const month = MONTHS[wallet % MONTHS.length] ?? MONTHS[0]
  await q({ text: `set hc.clock_offset_ms = ${Date.parse(`${month}-15T12:00:00Z`) - Date.parse(EPOCH)}` })
}
export async function openedAll(q: Query): Promise<void> {
  await q({ text: 'set hc.clock_offset_ms = 0' })
}

type Call = (q: Query, name: 'period/close' | 'approval/decide', body: Record<string, unknown>) => Promise<number>

/** Somebody asks for the close of a month, and mostly another one agrees at once. */
export async function closeMonth(q: Query, rng: Rng, call: Call): Promise<void> {
  const [last] = await q<{ next: string | null }>({
    text: `select to_char(max(month) + interval '1 month', 'YYYY-MM') as next from desk.period_close`,
  })
  const month = rng.chance(0.85) ? (last?.next ?? MONTHS[0]) : rng.pick(MONTHS)
  const body = { month, zone: rng.chance(0.95) ? ZONE : 'UTC', reason: 'sim month' }
  const approval_no = await call(q, 'period/close', body)
  if (rng.chance(0.7)) await call(q, 'approval/decide', { approval_no, yes: true, note: 'sim' })
}

/** Makes the table of the journals that a month had at its close. */
export async function addMonths(db: pg.Client): Promise<void> {
  await db.query(`
    create table sim_closed (month date, journal_id bigint, primary key (month, journal_id));
    create function sim_closed() returns trigger language plpgsql as $$
    begin
      insert into sim_closed select new.month, j.journal_id from ledger_journal j where j.created_at < new.until;
      return null;
    end $$;
    create trigger sim_closed after insert on desk.period_close for each row execute function sim_closed();`)
}
export async function resetMonths(q: Query): Promise<void> {
  await q({ text: 'truncate desk.period_close, sim_closed' })
}

export const monthRules: Record<string, string> = {
  'no journal is dated into a closed month': `
    select c.month, j.journal_id, j.reason from desk.period_close c join ledger_journal j on j.created_at < c.until
     where not exists (select 1 from sim_closed s where s.month = c.month and s.journal_id = j.journal_id)
     union all select s.month, s.journal_id, 'is gone' from sim_closed s
     where not exists (select 1 from desk.period_close c join ledger_journal j on j.created_at < c.until
       where c.month = s.month and j.journal_id = s.journal_id)`,
  'the totals of a closed month are those of all its entries and of all before': `
    select c.month from desk.period_close c where c.totals is distinct from (
      select coalesce(jsonb_object_agg(x.key, x.amount), '{}') from (
        select coalesce(nullif(l.name, ''), l.kind) || ' ' || l.unit as key, sum(e.amount) as amount
          from ledger_journal j join ledger_entry e using (journal_id) join ledger_account l using (ledger_account_id)
         where j.created_at < c.until group by 1) x)`,
  'months are closed one after the other, an hour after their end, each as two people agreed': `
    select c.month::text from (select p.*, lag(p.month) over (order by p.month) as before from desk.period_close p) c
     where c.before + interval '1 month' <> c.month or c.closed_at < c.until + interval '1 hour'
       or not exists (select 1 from desk.approval a where a.call = 'period/close' and a.state = 'done'
         and a.target = to_char(c.month, 'YYYY-MM') and a.asked_by = c.closed_by and a.ended_by <> a.asked_by)
     union all select a.target from desk.approval a where a.call = 'period/close' and a.state = 'done'
     group by 1 having count(*) > 1`,
}
