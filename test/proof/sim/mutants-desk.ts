import type { Mutant } from './mutant-parts.ts'
import type { Wiring } from './shop.ts'

/** Changes a statement of the desk, or its answer. */
const statement =
  (what: RegExp, ask: (text: string) => string, answer: (row: object) => object = (row) => row): Wiring =>
  (ctx) => ({
    ...ctx,
    q: async (query, args) => {
      if (!what.test(query.text)) return await ctx.q(query, args)
      const rows = await ctx.q({ ...query, text: ask(query.text) }, args)
      return rows.map(answer) as never
    },
  })
const same = (text: string): string => text

/** Bugs of the publisher's desk: limits, requests, parts and points by hand. */
export const deskMutants: readonly Mutant[] = [
  {
    name: 'approval-not-asked',
    desk: true,
    wiring: statement(/from desk\.judge/, same, (row) => ({ ...row, verdict: 'run' })),
  },
  {
    name: 'limit-of-a-day-not-counted',
    desk: true,
    patches: [{ fn: 'desk.reach', find: '- desk.spent_by(p_staff, p_permission)', put: '' }],
  },
  {
    name: 'what-is-done-not-counted',
    desk: true,
    patches: [{ fn: 'desk.judge', find: `if mark = 'within' and alone is null then`, put: 'if false then' }],
  },
  {
    name: 'limits-not-locked',
    desk: true,
    often: { desk: { manyTabs: 12 } },
    patches: [{ fn: 'desk.lock_limits', find: 'for no key update', put: '' }],
  },
  {
    name: 'request-not-locked',
    desk: true,
    wiring: statement(/from desk\.approval a where a\.approval_no/, (text) => text.replace('for no key update', '')),
  },
  {
    name: 'version-not-compared',
    desk: true,
    wiring: statement(/from desk\.weigh_(?:part|adjustment)/, same, (row) => ({
      ...row,
      ...('adjustments' in row ? { adjustments: 0 } : { status: 4, refunded_cents: 0 }),
    })),
  },
  {
    name: 'parts-beside-each-other',
    desk: true,
    patches: [{ fn: 'request_part_refund', find: `in ('pending', 'unknown', 'parked', 'held')`, put: `in ('held')` }],
  },
  {
    name: 'part-without-its-order-lock',
    desk: true,
    often: { desk: { refundPart: 40 } },
    patches: [
      {
        fn: 'request_part_refund',
        find: 'select * into o from orders where order_no = p_order for update;',
        put: 'select * into o from orders where order_no = p_order;',
      },
      { fn: 'desk.weigh_part', find: 'for update of o', put: '' },
    ],
  },
  {
    name: 'audit-lock-first',
    desk: true,
    patches: [
      {
        fn: 'desk.act',
        find: 'begin',
        put: `begin perform pg_advisory_xact_lock(hashtextextended('desk.audit', 0));`,
      },
    ],
  },
  {
    name: 'adjustment-forgets-the-debt',
    desk: true,
    often: { desk: { adjust: 20 } },
    patches: [{ fn: 'adjust_points', find: 'else least(0, wb_now + p_basic) end', put: 'else 0 end' }],
  },
  {
    name: 'whole-refund-not-asked',
    desk: true,
    often: { desk: { refundWhole: 12 } },
    wiring: statement(/from desk\.judge/, same, (row) =>
      'rule_key' in row && row.rule_key === 'refund' ? { ...row, verdict: 'run' } : row,
    ),
  },
  {
    name: 'told-again-after-the-refund',
    desk: true,
    often: { desk: { retell: 20, refundWhole: 8 } },
    patches: [
      {
        fn: 'ask_delivery_again',
        find: `if b.state not in ('unknown', 'parked', 'refused') then`,
        put: `if b.state not in ('unknown', 'parked', 'refused', 'cancelled', 'recall') then`,
      },
    ],
  },
  {
    name: 'correction-by-one-person',
    desk: true,
    wiring: statement(/from desk\.judge/, same, (row) =>
      'rule_key' in row && row.rule_key === 'ledger_correct' ? { ...row, verdict: 'run' } : row,
    ),
    patches: [
      {
        fn: 'desk.correct_books',
        find: `if agreed is null then refusal := 'approval'; return; end if;`,
        put: `if agreed is null then
          agreed := (select 1000000 + count(*) from ledger_correction);
          perform set_config('desk.decided_by', 'nobody', true);
        end if;`,
      },
    ],
  },
  {
    name: 'price-not-asked',
    desk: true,
    often: { desk: { reprice: 12 } },
    wiring: statement(/from desk\.judge/, same, (row) =>
      'rule_key' in row && row.rule_key === 'price' ? { ...row, verdict: 'run' } : row,
    ),
  },
  {
    name: 'plan-without-its-version',
    desk: true,
    patches: [
      {
        fn: 'apply_due_change',
        find: 'desk.apply_revision(s.kind, s.target, s.based_on, s.patch, s.version)',
        put: `desk.apply_revision(s.kind, s.target, (select l.version from desk.live(s.kind, s.target) l), s.patch,
          s.version)`,
      },
    ],
  },
  {
    name: 'open-orders-take-the-new-price',
    desk: true,
    often: { desk: { reprice: 12, decide: 16 } },
    patches: [
      {
        sql: `drop trigger order_frozen on orders;
          create function sim_reprice() returns trigger language plpgsql as $$
          begin
            update orders set amount_cents = new.price_cents where cp_goods_id = new.cp_goods_id and status = 1;
            return null;
          end $$;
          create trigger sim_reprice after update of price_cents on product
            for each row execute function sim_reprice()`,
      },
    ],
  },
  {
    name: 'stop-unseen-by-codes',
    desk: true,
    often: { desk: { stopCampaign: 10, decide: 16 } },
    patches: [{ fn: 'redeem_code', find: `if c.state = 'stopped' then`, put: 'if false then' }],
  },
  {
    name: 'dry-run-counts-points',
    desk: true,
    patches: [{ fn: 'desk.dry_run_rebate', find: `and o.channel_code <> 'hcpoint'`, put: '' }],
  },
  {
    name: 'dry-run-forgets-refunds',
    desk: true,
    patches: [{ fn: 'desk.dry_run_rebate', find: 'base_kept(o)', put: 'o.paid_cents' }],
  },
  {
    name: 'dry-run-forgets-the-player',
    desk: true,
    patches: [{ fn: 'desk.dry_run_redeem', find: 'c.per_account is null or', put: 'true or' }],
  },
  {
    name: 'month-closed-before-its-end',
    desk: true,
    often: { desk: { closeMonths: 20 } },
    patches: [{ fn: 'desk.close_period', find: `app_now() < ends + interval '1 hour'`, put: 'false' }],
    wiring: statement(/from desk\.period_close where month/, same, (row) =>
      'over' in row ? { ...row, over: true } : row,
    ),
  },
  {
    name: 'close-forgets-the-months-before',
    desk: true,
    patches: [{ fn: 'desk.closing_balances', find: 'union all select * from closed', put: '' }],
  },
  {
    name: 'journal-dated-by-its-order',
    often: { desk: { closeMonths: 8 } },
    desk: true,
    patches: ['p_order, app_now()) returning journal_id into j;', 'basic, present, app_now())'].map((find) => ({
      fn: 'apply_capture',
      find,
      put: find.replace('app_now()', 'o.created_at'),
    })),
  },
]
