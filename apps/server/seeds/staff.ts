import { roleKeys } from '@hc/contract/desk/permissions'
import type { Passwords } from '../src/shop/identity/password.ts'
import { DEMO_STAFF_DOMAIN, DEMO_STAFF_PASSWORD, demoSecret } from '../src/parties/demo-authenticator.ts'
import type { Query } from '../src/platform/db.ts'
import type { Seal } from '../src/platform/seal.ts'

const names: Record<(typeof roleKeys)[number], string> = {
  auditor: 'Ada Auditor',
  support: 'Suri Support',
  lead: 'Lee Lead',
  content: 'Cleo Content',
  campaign: 'Cam Campaign',
  finance: 'Fin Finance',
  ops: 'Oke Ops',
  owner: 'Olga Owner',
}

/** One person for each role of the desk, with an authenticator whose codes the demo shows. Made once. */
export async function seedStaff(q: Query, seal: Seal, passwords: Passwords): Promise<void> {
  const [existing] = await q<{ yes: boolean }>({ text: 'select exists (select 1 from desk.staff) as yes' })
  if (existing?.yes) return
  const hash = await passwords.admit({ account: 'demo staff', address: '' }, (inTurn) =>
    inTurn((hashing) => hashing.hash(DEMO_STAFF_PASSWORD)),
  )
  const rows = roleKeys.map((role) => ({
    role,
    name: names[role],
    email: `${role}@${DEMO_STAFF_DOMAIN}`,
    secret: seal.close(demoSecret(role)).toString('hex'),
  }))
  await q(
    {
      text: `with said as materialized (select desk.act('job:demo', 'demo', '', '', '', '', '')),
        given as materialized (select g.* from said, jsonb_to_recordset($1)
          as g (role text, name text, email text, secret text)),
        people as (insert into desk.staff (email, name, password_hash) select email, name, $2 from given
          on conflict (email) do nothing returning staff_id, email),
        factors as (insert into desk.staff_totp (staff_id, secret, confirmed_at)
          select p.staff_id, decode(g.secret, 'hex'), now() from people p join given g using (email))
        insert into desk.staff_role (staff_id, role_key) select p.staff_id, g.role from people p join given g using (email)`,
    },
    [JSON.stringify(rows), hash],
  )
}
