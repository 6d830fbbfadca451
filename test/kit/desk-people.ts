import { type RoleKey, roleKeys } from '@hc/contract/desk/permissions'
import pg from 'pg'
import { DeskClient, deskCommand, enrol, invitationLink, type Member } from './desk.ts'
import { stopProgram } from './program.ts'
import { asAdmin, copyDatabase, freePort, launch, testServer } from './shop.ts'

/** Everybody's. */
export const PASSWORD = 'Lantern-harbour-42'
const NAME = 'hc_desk'
/** The advisory lock while the database is made, because the test files of a run begin at the same time. */
const LOCK = 7_216_001

type People = Map<RoleKey, Member>
type Enrolled = Pick<Member, 'email' | 'secret'> & Pick<DeskClient, 'cookie' | 'csrf'> & { role: RoleKey }

/** The first owner, by the link of the command. */
export async function firstOwner(databaseUrl: string, desk: string, email = 'owner@shop.example'): Promise<Member> {
  const [link = ''] = (await deskCommand({ databaseUrl, desk }, 'staff', 'invite-owner', email)).split('\n')
  return await enrol(desk, link, PASSWORD)
}

/** Enrols a person with these roles, invited as two people agreed on it. */
export async function enrolWith(
  place: { databaseUrl: string; desk: string },
  name: string,
  roles: readonly string[],
): Promise<Member> {
  const link = await invitationLink(place, { email: `${name}@shop.example`, name, roles })
  return await enrol(place.desk, link, PASSWORD)
}

/** Enrols a person for each role. */
export async function enrolAll(databaseUrl: string, desk: string): Promise<People> {
  const people = new Map<RoleKey, Member>([['owner', await firstOwner(databaseUrl, desk)]])
  for (const role of roleKeys.filter((key) => key !== 'owner'))
    people.set(role, await enrolWith({ databaseUrl, desk }, role, [role]))
  return people
}

/**
 * Makes a database of the demo in which a person for each role has enrolled, which costs 2 s of processor time. The
 * database's comment holds their cookies and secrets; copies of the database lack it. A process with ROLE=console makes
 * it, so that no worker has run yet.
 */
async function makeDatabase(): Promise<void> {
  const making = `${NAME}_making`
  await asAdmin(`drop database if exists ${making} with (force)`)
  const databaseUrl = await copyDatabase('hc_demo', making)
  const port = await freePort()
  const desk = `http://localhost:${port}`
  const running = await launch(await freePort(), databaseUrl, { ROLE: 'console', CONSOLE_PORT: String(port) })
  const people = await enrolAll(databaseUrl, desk).finally(() => stopProgram(running))
  const content = JSON.stringify(
    [...people].map(([role, { client, email, secret }]): Enrolled => {
      const { cookie, csrf } = client
      return { role, email, secret, cookie, csrf }
    }),
  )
  await asAdmin(`comment on database ${making} is ${pg.escapeLiteral(content)}`)
  await asAdmin(`alter database ${making} rename to ${NAME}`)
}

async function enrolled(admin: pg.Client): Promise<Enrolled[]> {
  const storedSessions = async (): Promise<string | undefined> =>
    (
      await admin.query<{ kept: string }>(
        `select shobj_description(oid, 'pg_database') as kept from pg_database where datname = $1`,
        [NAME],
      )
    ).rows[0]?.kept
  await admin.query('select pg_advisory_lock($1)', [LOCK])
  if ((await storedSessions()) === undefined) await makeDatabase()
  return JSON.parse((await storedSessions()) ?? '[]') as Enrolled[]
}

/** A copy of the desk's database for one shop, and its people, signed in just now at the shop's `desk`. */
export async function deskDatabase(desk: string): Promise<{ url: string; people: People }> {
  const admin = new pg.Client({ connectionString: testServer() })
  await admin.connect()
  try {
    const members = await enrolled(admin)
    const url = await copyDatabase(NAME)
    await signInNow(url)
    const people = members.map(({ role, email, secret, cookie, csrf }): [RoleKey, Member] => {
      const client = Object.assign(new DeskClient(desk), { cookie, csrf })
      return [role, { client, email, secret, password: PASSWORD }]
    })
    return { url, people: new Map(people) }
  } finally {
    await admin.end()
  }
}

/** Moves the sessions' times to now, however long ago the database was made. */
async function signInNow(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(`begin; set local session_replication_role = replica;
    with made as (select now() - max(created_at) as ago from desk.staff_session)
    update desk.staff_session s set created_at = s.created_at + made.ago, seen_at = s.seen_at + made.ago,
      ends_at = s.ends_at + made.ago, fresh_until = s.fresh_until + made.ago from made;
    commit`)
  await client.end()
}
