import type pg from 'pg'
import type { Violation } from '../../../apps/server/src/care/doctor/invariants.ts'
import type { Query } from '../../../apps/server/src/platform/db.ts'
import { type Credentials, type Credential, MEMBERS, memberOf, passwordsOfOne } from './members.ts'

/**
 * Makes the members, and a log of what their accounts were when a session, a code or a token was made: its order is
 * that of the account's lock.
 */
export async function addMembers(db: pg.Client): Promise<void> {
  await db.query(`
    create table sim_log (seq bigint generated always as identity, what text, account_id bigint, key bytea,
      password_hash text, email text, phone text, email_login boolean, disabled boolean);
    create function sim_account() returns trigger language plpgsql as $$
    begin
      insert into sim_log (what, account_id, password_hash, email, phone, email_login, disabled)
      values ('account', new.account_id, new.password_hash, new.email, new.phone, new.email_login, new.disabled);
      return null;
    end $$;
    create trigger sim_account after update on account for each row
      when ((old.password_hash, old.email, old.phone, old.email_login,
        old.disabled) is distinct from (new.password_hash, new.email, new.phone, new.email_login, new.disabled))
      execute function sim_account();
    create function sim_made() returns trigger language plpgsql as $$
    begin
      insert into sim_log (what, account_id, key) values (tg_table_name, new.account_id,
        (to_jsonb(new)->>tg_argv[0])::bytea);
      return null;
    end $$;`)
  for (const [table, column] of [
    ['session', 'token_hash'],
    ['verification_code', 'code_hash'],
    ['one_time_token', 'token_hash'],
  ]) {
    await db.query(`create trigger sim_made after insert on ${table}
      for each row execute function sim_made('${column}')`)
  }
}

/** Replaces the members at the start of a seed. */
export async function resetMembers(q: Query): Promise<void> {
  for (let at = 1; at <= MEMBERS; at++) {
    const { uid, login, emails, phones, password } = memberOf(at)
    const hash = await passwordsOfOne().admit({ account: uid, address: 'seed' }, (inTurn) =>
      inTurn((hashing) => hashing.hash(password)),
    )
    await q(
      {
        text: `insert into account (uid, login, password_hash, email, phone, email_login, disabled)
             values ($1, $2, $3, $4, $5, true, false)`,
      },
      [uid, login, hash, emails[0], phones[0]],
    )
  }
  await q({ text: 'truncate verification_code, one_time_token, sign_in_failure, message, session restart identity' })
  // The first log line of each is its initial state.
  await q({ text: 'truncate sim_log restart identity' })
  await q({
    text: `insert into sim_log (what, account_id, password_hash, email, phone, email_login, disabled)
    select 'account', account_id, password_hash, email, phone, email_login,
      disabled from account where uid like 'm%' order by account_id`,
  })
}

type Line = {
  seq: number
  account_id: number
  key: string | null
  live: boolean | null
  what: 'account' | 'session' | 'verification_code' | 'one_time_token'
  password_hash: string | null
  email: string | null
  phone: string | null
  email_login: boolean | null
  disabled: boolean | null
}

/** No session was opened, and no password set, by a credential that was no longer valid. */
export async function checkMembers(
  q: Query,
  credentials: Credentials,
): Promise<{ checks: number; compared: Credential['how'][]; violations: Violation[] }> {
  const lines = await q<Line>({
    text: `select l.seq, l.what, l.account_id, encode(l.key, 'hex') as key, l.password_hash,
      l.email, l.phone, l.email_login, l.disabled, s.revoked_at is null as live
    from sim_log l join account a on a.account_id = l.account_id and a.uid like 'm%'
      left join session s on l.what = 'session' and s.token_hash = l.key order by l.seq`,
  })
  const failures = new Map<string, unknown[]>()
  const compared: Credential['how'][] = []
  const expect = (name: string, holds: boolean, row: unknown): void => {
    failures.set(name, [...(failures.get(name) ?? []), ...(holds ? [] : [row])].slice(0, 5))
  }
  const accountsOf = (id: number): Line[] => lines.filter((line) => line.what === 'account' && line.account_id === id)
  const between = (id: number, from: number, to: number): Line[] =>
    accountsOf(id).filter(({ seq }) => seq > from && seq < to)
  const isRight = (password: string, hash: string | null): Promise<boolean> =>
    passwordsOfOne().admit({ account: '', address: '' }, (inTurn) =>
      inTurn((hashing) => hashing.verify(password, hash)),
    )
  /** The last log line of a code or a token before its use. */
  const lineBefore = (what: Line['what'], hash: string, before: number): Line | undefined =>
    lines.findLast((line) => line.what === what && line.key === hash && line.seq < before)
  /** Password and disabled: a change of either ends all codes, tokens and sessions. */
  const endsAll = (id: number, from: number, to: number): boolean => {
    const states = accountsOf(id).filter(({ seq }) => seq < to)
    return states.some(
      (state, at) =>
        state.seq > from && (state.disabled === true || state.password_hash !== states[at - 1]?.password_hash),
    )
  }

  for (const line of lines) {
    const used = credentials.get(line.what === 'account' ? (line.password_hash ?? '') : (line.key ?? ''))
    if (!used || (line.what !== 'session' && line.what !== 'account')) continue
    if (
      line.what === 'account' &&
      accountsOf(line.account_id).find((candidate) => candidate.password_hash === line.password_hash) !== line
    )
      continue
    compared.push(used.how)
    const state = accountsOf(line.account_id).findLast(({ seq }) => seq < line.seq)
    if (used.how === 'password') {
      expect(
        'no session is opened with a password that was replaced before, or of an account that was disabled',
        state?.disabled === false && (await isRight(used.password, state.password_hash)),
        { line, used, state },
      )
      expect(
        'no session is opened by an email that was another before',
        used.email === null || (state?.email === used.email && state.email_login === true),
        { line, used, state },
      )
    } else if (used.how === 'code') {
      const code = lineBefore('verification_code', used.hash, line.seq)
      expect(
        'no code is used whose target or account was changed since',
        code?.account_id === line.account_id &&
          between(line.account_id, code.seq, line.seq).length === 0 &&
          state?.disabled === false,
        { line, code, state },
      )
    } else {
      const token = lineBefore('one_time_token', used.hash, line.seq)
      expect(
        'no token outlives the password or a disabled account',
        token?.account_id === line.account_id &&
          !endsAll(line.account_id, token.seq, line.seq) &&
          state?.disabled === false,
        { line, token, state },
      )
    }
  }
  for (const session of lines.filter(({ what, live }) => what === 'session' && live)) {
    expect(
      "no live session is older than its account's password",
      !endsAll(session.account_id, session.seq, Infinity),
      { session },
    )
  }
  return {
    checks: failures.size,
    compared,
    violations: [...failures].filter(([, rows]) => rows.length > 0).map(([name, rows]) => ({ name, rows })),
  }
}
