import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { RoleKey } from '@hc/contract/desk/permissions'
import type { DeskClient } from './desk.ts'
import { loginAt } from './desk-login.ts'
import { deskDatabase, enrolAll } from './desk-people.ts'
import { freePort, isDemo, type Row, type Shop, startShop, until } from './shop.ts'

/** A game whose answer a test chooses. */
export type TestGame = {
  /** Its answer: a grant, a refusal with this reason, or a 503. */
  says: 'yes' | 'nothing' | { refused: string }
  /** The delivery and recall ids of the requests to it. */
  asked: string[]
}

/** A shop with a desk, a person for each role, and a game whose answers the test chooses. */
export type DeskShop = {
  shop: Shop
  desk: string
  game: TestGame
  as: (role: RoleKey) => DeskClient
  owner: DeskClient
  /** A second person approves the request of a call, or with `yes` false rejects it. Returns the request's state. */
  agreed: (request: { status: number; data: Record<string, unknown> | null }, yes?: boolean) => Promise<string>
  rows: (text: string, ...values: unknown[]) => Promise<Row[]>
  /** The audit lines of an action. */
  audited: (action: string) => Promise<{ actor: string; kind: string; target: string; line: Record<string, unknown> }[]>
  stop: () => Promise<void>
}

export async function startDeskShop(env: Record<string, string> = {}): Promise<DeskShop> {
  const game: TestGame = { says: 'yes', asked: [] }
  const server = createServer((request, response) => {
    let text = ''
    request
      .on('data', (chunk: Buffer) => {
        text += chunk.toString()
      })
      .on('end', () => {
        const body = JSON.parse(text) as { delivery_id: string; recall_id?: string }
        game.asked.push(body.recall_id ?? body.delivery_id)
        const yes = body.recall_id ? { taken_back: true } : { grant_id: `G-${body.delivery_id}` }
        const says = game.says === 'yes' ? yes : game.says === 'nothing' ? null : game.says
        response
          .setHeader('content-type', 'application/json')
          .writeHead(says ? 200 : 503)
          .end(JSON.stringify({ ...body, ...says }))
      })
  })
  await new Promise<void>((ready) => {
    server.listen(0, '127.0.0.1', ready)
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const port = env.CONSOLE_PORT ?? String(await freePort())
  const desk = `http://localhost:${port}`
  const end = (): void => {
    server.closeAllConnections()
    server.close()
  }
  let shop: Shop | undefined
  try {
    const people = isDemo(env) ? await deskDatabase(desk) : undefined
    // The desk comes with its own login, as in production; the desks of `startShop` come as the owner.
    const deskEnv = people ? { CONSOLE_DATABASE_URL: await loginAt(people.url, 'desk') } : {}
    shop = await startShop({ CONSOLE_PORT: port, GAME_URL: url, GAME_RECALL_URL: url, ...deskEnv, ...env }, people?.url)
    return deskShop(shop, desk, game, people?.clients ?? (await enrolAll(shop.databaseUrl, desk)), end)
  } catch (error) {
    // After a failed start, nothing may keep the test's process alive.
    await shop?.stop()
    end()
    throw error
  }
}

function deskShop(
  shop: Shop,
  desk: string,
  game: TestGame,
  clients: ReadonlyMap<RoleKey, DeskClient>,
  end: () => void,
): DeskShop {
  const rows = async (text: string, ...values: unknown[]): Promise<Row[]> =>
    (await shop.db.query<Row>(text, values)).rows
  const as = (role: RoleKey): DeskClient => {
    const client = clients.get(role)
    if (!client) throw new Error(role)
    return client
  }
  return {
    shop,
    desk,
    game,
    as,
    owner: as('owner'),
    async agreed({ status, data }, yes = true) {
      if (status !== 202) throw new Error(`no request was made: ${status}`)
      const { result } = await as('finance').call('approval/decide', { approval_no: Number(data?.approval), yes })
      return result.state
    },
    rows,
    audited: async (action) =>
      (
        await shop.db.query<{ actor: string; kind: string; target: string; line: string }>(
          'select actor, kind, target, line from desk.audit where action = $1 order by seq',
          [action],
        )
      ).rows.map((row) => ({ ...row, line: JSON.parse(row.line) as Record<string, unknown> })),
    stop: async () => {
      await shop.stop()
      end()
    },
  }
}

/** Waits until a row of the outbox has a state. */
export const inState = async ({ rows }: DeskShop, id: string, state: string): Promise<unknown> =>
  await until(
    `${id} is ${state}`,
    async () => (await rows('select state from outbox where outbox_id = $1', id))[0]?.state === state,
  )
