import { createHash } from 'node:crypto'
import type { Ctx } from '../../../apps/server/src/ctx.ts'
import { forgetAccount } from '../../../apps/server/src/shop/privacy/own-data.ts'
import { rolesOf } from './database.ts'
import { PLAYERS } from './sizes.ts'
import { count, type Rng, type Tally } from './rng.ts'

/** `account`: whose the token is; the game may have made the player's account anew. */
export type Player = { uid: string; token: string; roles: string[]; points: number; account: number | null }
/** Starts one use case in a free process. */
export type Start = (name: string, run: (ctx: Ctx) => Promise<unknown>) => void

export const hash = (token: string): Buffer => createHash('sha256').update(token).digest()

type Wallet = readonly [basic: number, present: number]
type Options = {
  rng: Rng
  wallets: readonly Wallet[]
  faults: Tally
  start: Start
  /** Use cases to start before all others. */
  urgent: (() => void)[]
}

/** The players: they sign in, leave for good, and are made anew by the game. */
export function createPlayers({ rng, wallets, faults, start, urgent }: Options) {
  const players = Array.from({ length: PLAYERS }, (_, at): Player => ({
    uid: `p${at + 1}`,
    token: '',
    account: null,
    roles: rolesOf(at),
    points: (wallets[at]?.[0] ?? 0) + (wallets[at]?.[1] ?? 0),
  }))
  let tokens = 0

  function login(player: Player, run = start): void {
    // The same length as the shop's.
    const token = `${player.uid}-${++tokens}`.padEnd(43, '_')
    run('login', async (ctx) => {
      const [row] = await ctx.q<{ account_id: number }>(
        {
          name: 'start-session',
          text: `select start_session(account_id, $2, false, interval '12 hours'), account_id from account
            where uid = $1`,
        },
        [player.uid, hash(token)],
      )
      if (!row) return
      // A new player: the browser's earlier data, such as keys of orders, is gone.
      const now = { token, account: row.account_id }
      const at = players.findIndex(({ uid }) => uid === player.uid)
      if (player.account === null || player.account === now.account) Object.assign(player, now)
      else players[at] = { ...player, ...now, points: 0 }
    })
  }

  /** A player deletes their data, beside any other events. */
  function leave(player: Player): void {
    start('leave', async (ctx) => {
      const text = 'select account_id from account where uid = $1'
      const [row] = await ctx.q<{ account_id: number }>({ name: 'who', text }, [player.uid])
      const outcome = row ? await forgetAccount(ctx, row.account_id) : 'gone'
      count(faults, `player leaves: ${outcome}`)
      if (outcome === 'done' && rng.chance(0.8)) urgent.push(() => arrive(player))
    })
  }
  /** The game sends its accounts: a deleted account and its characters exist again. */
  function arrive(player: Player): void {
    start('arrive', async (ctx) => {
      const operations = [
        { type: 'account', uid: player.uid, account: player.uid, emailLogin: true, disabled: false },
        ...player.roles.map((role) => ({
          type: 'role',
          server_id: 's1',
          role_id: role,
          uid: player.uid,
          name: role,
          level: 1,
        })),
      ]
      await ctx.q({ name: 'put-game', text: 'select ord, refusal, field, created from put_game($1)' }, [
        JSON.stringify(operations),
      ])
      urgent.push(() => login(players.find(({ uid }) => uid === player.uid) ?? player))
    })
  }

  return { players, login, leave, arrive }
}
