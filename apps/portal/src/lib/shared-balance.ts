import { type Balance, balanceStore, sessionStore } from './session.ts'

const isNumber = (value: unknown): value is number => typeof value === 'number'

/** Whether two balances are the same; a tab that tells no news ends the talk of two tabs. */
const same = (a: Balance | null, b: Balance): boolean =>
  a?.basicNum === b.basicNum && a.presentNum === b.presentNum && a.debtNum === b.debtNum

/** Keeps the balance alike in all tabs of one player. All tabs have one session, and `user` tells whose it is. */
export function shareBalance(): () => void {
  if (typeof BroadcastChannel === 'undefined') return () => undefined
  const channel = new BroadcastChannel('hc_balance')
  let last: Balance | null = null
  const user = (): string => sessionStore.get().info?.gameAccountId ?? ''
  channel.addEventListener('message', ({ data }: MessageEvent<{ user: string; balance: Balance }>) => {
    const { balance } = data
    if (data.user !== user() || !isNumber(balance.basicNum) || !isNumber(balance.presentNum)) return
    last = balance
    if (!same(balanceStore.get(), balance)) balanceStore.set(balance)
  })
  const stop = balanceStore.subscribe(() => {
    const balance = balanceStore.get()
    if (!balance || user() === '' || same(last, balance)) return
    last = balance
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target
    channel.postMessage({ user: user(), balance })
  })
  return () => {
    stop()
    channel.close()
  }
}
