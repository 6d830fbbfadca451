import type { DeskBody, DeskCallName, DeskResult } from '@hc/contract/desk/calls'
import type { RoleKey } from '@hc/contract/desk/permissions'
import type { DeskClient } from '../../kit/desk.ts'
import type { OtherShop } from '../../kit/other-shop.ts'
import type { Shop } from '../../kit/shop.ts'
import type { People } from './desk-people.ts'
import type { Scene } from './desk-scene.ts'

type BodyOf<N extends DeskCallName> = DeskBody<N> | undefined
/**
 * A call with the shop's present rows. Its body is made when its turn comes, because earlier calls change the shop.
 * `alone`: later calls depend on it, so it is not tried with a wrong body first.
 */
export type KnownCall = {
  name: DeskCallName
  who: RoleKey
  client: DeskClient | undefined
  alone: boolean
  body: () => Promise<object | undefined>
}

export const reason = 'Ticket 4711'
/** A time in the far future. */
export const later = { local: '2031-05-01T10:00', zone: 'UTC' } as const
export type Props = People & { shop: Shop; scene: Scene; other: OtherShop }
/** The input for the calls' bodies. */
export type Cast = Props & {
  owner: DeskClient
  add: <N extends DeskCallName>(
    name: N,
    body: () => Promise<BodyOf<N>> | BodyOf<N>,
    who?: RoleKey,
    how?: { client?: DeskClient; alone?: true },
  ) => void
  text: (sql: string) => Promise<string>
  number: (sql: string) => Promise<number>
  /** What the owner reads, or has made for a call to come. */
  read: <N extends DeskCallName>(name: N, body: DeskBody<N>) => Promise<DeskResult<N>>
  /** A second person approves the newest request for a call, which runs in the same transaction. */
  decided: (call: DeskCallName, who?: RoleKey) => void
}

export function castOf(props: Props, all: KnownCall[]): Cast {
  const { shop, people } = props
  const owner = people.get('owner')
  if (!owner) throw new Error('the fuzzer needs an owner')
  const text = async (sql: string): Promise<string> =>
    (await shop.db.query<{ x: string }>(`select x::text from (${sql}) y (x)`)).rows[0]?.x ?? ''
  const number = async (sql: string): Promise<number> => Number(await text(sql))
  const add: Cast['add'] = (name, body, who = 'owner', { client = people.get(who), alone = false } = {}) => {
    all.push({ name, who, client, alone, body: async () => await body() })
  }
  return {
    ...props,
    owner,
    add,
    text,
    number,
    read: async (name, body) => {
      const { code, msg, result } = await owner.call(name, body)
      if (code !== 0) throw new Error(`${name}: ${msg}`)
      return result
    },
    decided: (call, who = 'finance') => {
      const open = `select approval_no from desk.approval where state = 'open' and call = '${call}'
        order by 1 desc limit 1`
      add('approval/decide', async () => ({ approval_no: await number(open), yes: true, note: '' }), who, {
        alone: true,
      })
    },
  }
}
