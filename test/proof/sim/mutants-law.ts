import type { Mutant } from './mutant-parts.ts'

/** Bugs of the right to withdraw from a contract. */
export const lawMutants: readonly Mutant[] = [
  {
    name: 'promised-points-stay',
    withdrawals: true,
    patches: [
      {
        fn: 'queue_refund',
        find: `if c.outcome = 'applied' then perform take_back(c.order_no, 'promised'); end if;`,
        put: '',
      },
    ],
  },
  {
    name: 'pack-looked-at-without-lock',
    withdrawals: true,
    patches: [{ fn: 'act_on_withdrawal', find: `if not pack_is_whole(o) then return 'person'; end if;`, put: '' }],
  },
  {
    name: 'refused-points-stay-away',
    withdrawals: true,
    patches: [{ fn: 'refuse_refund', find: `perform take_back(no, 'refused');`, put: '' }],
  },
  {
    name: 'waiver-without-mail',
    withdrawals: true,
    patches: [
      {
        fn: 'withdraw_right',
        find: `c.kind in ('waiver_mail', 'waiver_file')`,
        put: `c.kind = 'waiver'`,
      },
    ],
  },
  {
    name: 'withdrawal-forgets-late-money',
    withdrawals: true,
    patches: [
      {
        fn: 'follow_withdrawals',
        find: `then became := act_on_withdrawal(w.number, o, 'refund');`,
        put: 'then continue;',
      },
    ],
  },
  {
    name: 'withdrawal-leaves-the-order-open',
    withdrawals: true,
    patches: [
      {
        fn: 'state_withdrawal',
        find: 'if own then outcome := act_on_withdrawal(p_number, o, outcome); end if;',
        put: '',
      },
    ],
  },
  {
    name: 'statement-of-each-tab',
    withdrawals: true,
    patches: [
      {
        fn: 'state_withdrawal',
        find: `perform pg_advisory_xact_lock(hashtextextended('withdrawal:' || p_order, 0));`,
        put: '',
      },
      { fn: 'state_withdrawal', find: 'x.same_key = p_key or (own and', put: '(own and false and' },
      { sql: 'alter table withdrawal drop constraint withdrawal_same_key_key' },
    ],
  },
  {
    name: 'withdrawal-told-again',
    withdrawals: true,
    patches: [
      {
        fn: 'tell_withdrawal',
        find: ' or w.told is not distinct from p_outcome',
        put: '',
      },
      { fn: 'lease_withdrawals', find: 'x.told is distinct from x.outcome', put: 'x.closed_at is null' },
    ],
  },
  {
    name: 'withdrawal-after-its-period',
    withdrawals: true,
    patches: [{ fn: 'withdrawal_outcome', find: `when app_now() >= r.until then 'late'`, put: '' }],
  },
  {
    name: 'withdrawal-without-a-right',
    withdrawals: true,
    patches: [{ fn: 'withdrawal_outcome', find: `when r.until is null then 'no_right'`, put: '' }],
  },
  {
    name: 'unpaid-order-withdrawn-too-late',
    withdrawals: true,
    patches: [
      {
        fn: 'withdrawal_outcome',
        find: `when o.status in (1, 3, 6) then 'cancelled'
    when app_now() >= r.until then 'late'`,
        put: `when app_now() >= r.until then 'late'
    when o.status in (1, 3, 6) then 'cancelled'`,
      },
    ],
  },
]
