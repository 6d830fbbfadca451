import { AppError } from '@hc/contract/errors'

/**
 * The account and address that an expensive job counts for. `uncapped`: a trusted party without a cap on its requests
 * in hand, which still waits for its turn.
 */
export type Turn = { account: string; address: string; uncapped?: true }
/** Waits for the turn of an admitted caller. */
export type Take = <T>(job: () => Promise<T>) => Promise<T>
export type Admit = <T>(turn: Turn, work: (take: Take) => Promise<T>) => Promise<T>

type Limits = { atOnce: number; waiting: number; perAccount: number; perAddress: number }
type Waiter = { turn: Turn; go: () => void; leave: (error: AppError) => void }

const AGAIN_SECONDS = 2

/**
 * Counts the requests in hand and the turns so far of each account, or address. A newcomer begins with the turns of the
 * one that was served last.
 */
function createMeter() {
  const parties = new Map<string, { inHand: number; served: number }>()
  let now = 0
  return {
    inHand: (key: string): number => parties.get(key)?.inHand ?? 0,
    /** Its turns beyond those of the one that was served last. */
    ahead: (key: string): number => (parties.get(key)?.served ?? now) - now,
    enter(key: string): void {
      const party = parties.get(key) ?? { inHand: 0, served: now }
      party.inHand++
      parties.set(key, party)
    },
    serve(key: string): void {
      const party = parties.get(key)
      if (!party) return
      now = Math.max(now, party.served)
      party.served++
    },
    leave(key: string): void {
      const party = parties.get(key)
      if (party && --party.inHand === 0) parties.delete(key)
    },
  }
}

/**
 * Runs at most `atOnce` jobs and lets `waiting` others wait. Accounts take turns, and so do addresses, so a party with
 * many requests waits for its own. An account or address with too many requests in hand is refused at once
 * (TooManyRequests). If too many wait, the address with most in hand makes room for one with fewer (SystemBusy).
 * Decision 155.
 */
export function createTurns({ atOnce, waiting: waitingMax, perAccount, perAddress }: Limits): Admit {
  const accounts = createMeter()
  const addresses = createMeter()
  const queue: Waiter[] = []
  let running = 0

  function serve({ account, address }: Turn): void {
    accounts.serve(account)
    addresses.serve(address)
  }
  /**
   * The waiter with the fewest turns of its account or its address, whichever has more. Of equal ones, the first that
   * came.
   */
  function next(): Waiter | undefined {
    const rank = ({ turn }: Waiter): [number, number] => {
      const [account, address] = [accounts.ahead(turn.account), addresses.ahead(turn.address)]
      return [Math.max(account, address), account + address]
    }
    const [best] = queue
      .map((waiter) => ({ waiter, rank: rank(waiter) }))
      .sort((a, b) => a.rank[0] - b.rank[0] || a.rank[1] - b.rank[1])
    if (!best) return undefined
    queue.splice(queue.indexOf(best.waiter), 1)
    return best.waiter
  }
  /**
   * Rejects the last waiter of the address, and in it of the account, with most in hand, if the newcomer's address has
   * less in hand. Returns whether it did.
   */
  function makeRoom(newcomer: string): boolean {
    const [most] = [...queue]
      .reverse()
      .sort(
        (a, b) =>
          addresses.inHand(b.turn.address) - addresses.inHand(a.turn.address) ||
          accounts.inHand(b.turn.account) - accounts.inHand(a.turn.account),
      )
    if (!most || addresses.inHand(most.turn.address) <= addresses.inHand(newcomer)) return false
    queue.splice(queue.indexOf(most), 1)
    most.leave(new AppError('SystemBusy', null, AGAIN_SECONDS))
    return true
  }
  const takeFor =
    (turn: Turn): Take =>
    async (job) => {
      if (running < atOnce) running++
      else {
        if (queue.length >= waitingMax && !makeRoom(turn.address)) throw new AppError('SystemBusy', null, AGAIN_SECONDS)
        // A finished caller hands its place to a waiter, so the place is never free in between.
        await new Promise<void>((go, leave) => {
          queue.push({ turn, go, leave })
        })
      }
      serve(turn)
      try {
        return await job()
      } finally {
        const waiter = next()
        if (waiter) waiter.go()
        else running--
      }
    }

  return async (turn, work) => {
    const { account, address, uncapped } = turn
    const full = accounts.inHand(account) >= perAccount || addresses.inHand(address) >= perAddress
    if (full && !uncapped) throw new AppError('TooManyRequests', null, AGAIN_SECONDS)
    accounts.enter(account)
    addresses.enter(address)
    try {
      return await work(takeFor(turn))
    } finally {
      accounts.leave(account)
      addresses.leave(address)
    }
  }
}
