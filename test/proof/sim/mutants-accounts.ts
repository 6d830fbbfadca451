import { endsCodes, type Mutant } from './mutant-parts.ts'

/** Bugs of sessions, codes and accounts that leave. */
export const accountMutants: readonly Mutant[] = [
  {
    name: 'session-not-superseded',
    patches: [
      { fn: 'start_session', find: 'account_id = p_account and revoked_at is null', put: 'false' },
      { sql: 'drop index session_live' },
    ],
  },
  {
    name: 'replaced-password-opens-a-session',
    members: true,
    patches: [{ fn: 'open_session', find: 'if a.password_hash is distinct from p_hash then', put: 'if false then' }],
  },
  {
    name: 'disabled-account-opens-a-session',
    members: true,
    patches: [{ fn: 'open_session', find: 'if not may_sign_in(a) then', put: 'if false then' }],
  },
  {
    name: 'code-outlives-its-target',
    members: true,
    patches: [
      endsCodes,
      {
        fn: 'code_at_hand',
        find: 'if v.account_id is distinct from a.account_id or not may_sign_in(a) then return; end if;',
        put: '',
      },
    ],
  },
  { name: 'code-outlives-a-password', members: true, patches: [endsCodes] },
  {
    name: 'token-outlives-a-password',
    members: true,
    patches: [
      {
        fn: 'account_changed',
        find: 'update one_time_token set used_at = app_now() where account_id = new.account_id and used_at is null;',
        put: '',
      },
    ],
  },
  {
    name: 'session-outlives-a-password',
    members: true,
    patches: [
      { fn: 'account_changed', find: 'where account_id = new.account_id and revoked_at is null;', put: 'where false;' },
    ],
  },
  {
    name: 'account-not-locked-for-a-session',
    members: true,
    patches: [
      {
        fn: 'open_session',
        find: 'where account_id = p_account for no key update;',
        put: 'where account_id = p_account;',
      },
    ],
  },
  {
    name: 'leaves-while-money-may-come',
    patches: [{ fn: 'leaving_waits_for', find: 'o.status in (3, 6)', put: 'false' }],
  },
  {
    name: 'money-for-the-gone-is-credited',
    patches: [{ fn: 'apply_capture', find: 'o.paid_cents > 0 or gone', put: 'o.paid_cents > 0' }],
  },
  {
    name: 'order-under-a-name-that-is-gone',
    patches: [
      { fn: 'place_purchase', find: ' for key share of c', put: '' },
      { fn: 'place_purchases', find: ' for key share', put: '' },
    ],
  },
  {
    name: 'debt-ends-with-the-data',
    patches: [{ fn: 'player_is_back', find: 'perform carry_debts(g.account_id, new.account_id);', put: 'null;' }],
  },
  {
    name: 'limit-ends-with-the-data',
    patches: [
      {
        fn: 'redeem_code',
        find: 'from lives_of(a.account_id) l join redemption r on r.account_id = l',
        put: 'from redemption r join (select a.account_id as l) l on r.account_id = l.l',
      },
    ],
  },
]
