import type { RoleKey } from '@hc/contract/desk/permissions'
import type { DeskClient, Member } from './desk.ts'
import { loginAt } from './desk-login.ts'
import { deskDatabase, enrolAll, enrolWith } from './desk-people.ts'
import { freePort, isDemo, type Shop, startShop, until } from './shop.ts'
import { startTestGame, type TestGame } from './test-game.ts'

/** A shop with a desk, a person for each role, and a game whose answers the test chooses. */
export type DeskShop = {
  shop: Shop
  desk: string
  game: TestGame
  as: (role: RoleKey) => DeskClient
  owner: DeskClient
  /** The same people with their secrets. */
  member: (role: RoleKey) => Member
  /** Enrols another person with these roles. */
  invited: (name: string, roles: readonly string[]) => Promise<Member>
  /** A second person approves the request of a call, or with `yes` false rejects it. Returns the request's state. */
  agreed: (request: { status: number; data: Record<string, unknown> | null }, yes?: boolean) => Promise<string>
  rows: Shop['rows']
  /** The audit lines of an action. */
  audited: (action: string) => Promise<{ actor: string; kind: string; target: string; line: Record<string, unknown> }[]>
  stop: () => Promise<void>
}

export async function startDeskShop(env: Record<string, string> = {}): Promise<DeskShop> {
  const game = await startTestGame()
  const port = env.CONSOLE_PORT ?? String(await freePort())
  const desk = `http://localhost:${port}`
  let shop: Shop | undefined
  try {
    const prepared = isDemo(env) ? await deskDatabase(desk) : undefined
    // The desk comes with its own login, as in production; the desks of `startShop` come as the owner.
    const deskEnv = prepared ? { CONSOLE_DATABASE_URL: await loginAt(prepared.url, 'desk') } : {}
    shop = await startShop({ CONSOLE_PORT: port, ...game.env(), ...deskEnv, ...env }, prepared?.url)
    return deskShop(shop, desk, game, prepared?.people ?? (await enrolAll(shop.databaseUrl, desk)))
  } catch (error) {
    // After a failed start, nothing may keep the test's process alive.
    await shop?.stop()
    game.stop()
    throw error
  }
}

function deskShop(shop: Shop, desk: string, game: TestGame, people: ReadonlyMap<RoleKey, Member>): DeskShop {
  const member = (role: RoleKey): Member => {
    const person = people.get(role)
    if (!person) throw new Error(role)
    return person
  }
  const as = (role: RoleKey): DeskClient => member(role).client
  return {
    shop,
    desk,
    game,
    as,
    owner: as('owner'),
    member,
    invited: async (name, roles) => await enrolWith({ databaseUrl: shop.databaseUrl, desk }, name, roles),
    async agreed({ status, data }, yes = true) {
      if (status !== 202) throw new Error(`no request was made: ${status}`)
      const { result } = await as('finance').call('approval/decide', { approval_no: Number(data?.approval), yes })
      return result.state
    },
    rows: shop.rows,
    audited: async (action) =>
      (
        await shop.db.query<{ actor: string; kind: string; target: string; line: string }>(
          'select actor, kind, target, line from desk.audit where action = $1 order by seq',
          [action],
        )
      ).rows.map((row) => ({ ...row, line: JSON.parse(row.line) as Record<string, unknown> })),
    stop: async () => {
      await shop.stop()
      game.stop()
    },
  }
}

/** Waits until a row of the outbox has a state. */
export const inState = async ({ rows }: DeskShop, id: string, state: string): Promise<unknown> =>
  await until(
    `${id} is ${state}`,
    async () => (await rows('select state from outbox where outbox_id = $1', id))[0]?.state === state,
  )
