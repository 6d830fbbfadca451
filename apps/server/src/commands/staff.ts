import { userInfo } from 'node:os'
import { parseArgs } from 'node:util'
import { deskTransaction } from '../http/desk/transaction.ts'
import { invite } from '../desk/staff/invitations.ts'
import type { Database, Query } from '../platform/db.ts'
import { command, Refusal } from './command.ts'

/**
 * `npm run hc -- staff`: manages the desk's people from the machine itself. `invite-owner` prints the first owner's
 * link, so no command line contains a password.
 */
const usage = `npm run hc -- staff list
               invite-owner EMAIL [--name NAME]
               suspend EMAIL | end-sessions EMAIL | reset-factors EMAIL   [--reason TEXT]`

function machineUser(): string {
  try {
    return userInfo().username
  } catch {
    return 'operator'
  }
}

type Person = { staff_id: number; email: string; name: string; suspended: boolean; roles: string; factors: string }

async function list({ query }: Database): Promise<string> {
  const rows = await query<Person>({
    text: `select p.staff_id, p.email, p.name, p.suspended_at is not null as suspended,
        coalesce((select string_agg(h.role_key, ',') from desk.staff_role h
          where h.staff_id = p.staff_id), '') as roles,
        concat_ws(', ', case when p.password_hash is not null then 'password' end,
          case when exists (select 1 from desk.staff_totp t
            where t.staff_id = p.staff_id and t.confirmed_at is not null) then 'authenticator' end,
          (select nullif(count(*), 0) || ' passkeys' from desk.staff_passkey k
            where k.staff_id = p.staff_id)) as factors
      from desk.staff p order by p.staff_id`,
  })
  const lines = rows.map(
    (row) => `${row.email.padEnd(32)} ${row.suspended ? 'suspended' : row.roles}  (${row.factors || 'no factor yet'})`,
  )
  return lines.join('\n') || 'nobody yet: npm run hc -- staff invite-owner EMAIL'
}

async function idOf(q: Query, email: string): Promise<number> {
  const [row] = await q<{ staff_id: number }>({ text: 'select staff_id from desk.staff where email = $1' }, [email])
  if (!row) throw new Refusal(`no person of the desk has the address ${email}`)
  return row.staff_id
}

await command(async ({ db, config, args }) => {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { name: { type: 'string' }, reason: { type: 'string', default: '' }, help: { type: 'boolean' } },
  })
  const [what, person = ''] = positionals
  if (values.help || what === undefined) throw new Refusal(usage)
  if (what === 'list') return { text: await list(db), ok: true }
  const email = person.trim().toLowerCase()
  if (!/^[^\s@]+@[^\s@]+$/.test(email)) throw new Refusal(usage)
  const actor = `cli:${machineUser()}`
  const by = {
    actor,
    action: `cli.${what}`,
    reason: values.reason,
    address: '',
    browser: '',
    requestId: '',
    approval: null,
  }
  const name = values.name ?? email.split('@')[0] ?? email
  const link = async (q: Query): Promise<string> => {
    const invitation = await invite(q, config.desk?.url ?? 'http://localhost:8081', {
      email,
      name,
      roles: ['owner'],
      by: actor,
    })
    if ('url' in invitation)
      return `${invitation.url}\nThe link is valid once, until ${invitation.expiresAt.toISOString()}.`
    throw new Refusal(`${email} already belongs to a person of the desk`)
  }
  const text = await deskTransaction(db, by, async (q) => {
    if (what === 'invite-owner') return link(q)
    const staffId = await idOf(q, email)
    if (what === 'suspend') {
      const [answer] = await q<{ refusal: string | null }>({ text: 'select refusal from desk.suspend($1, true)' }, [
        staffId,
      ])
      if (answer?.refusal === 'last_owner') throw new Refusal(`${email} is the only owner: invite another one first`)
      return `${email} is suspended, and signed out everywhere`
    }
    if (what === 'end-sessions') {
      const [answer] = await q<{ n: number }>({ text: `select desk.end_sessions($1, null, null, 'ended') as n` }, [
        staffId,
      ])
      return `${answer?.n ?? 0} sessions of ${email} are ended`
    }
    if (what === 'reset-factors') {
      await q({ text: 'select desk.reset_factors($1)' }, [staffId])
      // An existing person keeps their roles: the invitation gives them none.
      return `${await link(q)}\n${email} has no sign-in factor any more. This link sets up new ones.`
    }
    throw new Refusal(usage)
  })
  return { text, ok: true }
}, usage)
