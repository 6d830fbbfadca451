import { dropParams } from '../../lib/nav.ts'
import { createStore } from '../../lib/store.ts'

/** The parameters with which a sign-in comes from elsewhere (product specification, section 2). */
const sources = { hctoken: 'game', facebook: 'facebook', google: 'google', appleId: 'apple', wechat: 'wechat' } as const
type Param = keyof typeof sources
export type ArrivalSource = (typeof sources)[Param]
/**
 * `token` is null if the third party refused, or if no account here has that identity. `uid` is the player whom the
 * game's link is for; empty if the link does not say.
 */
export type Arrival = { from: ArrivalSource; token: string | null; uid: string }

export const arrivalStore = createStore<Arrival | null>(null)

const isParam = (name: string): name is Param => name in sources

/**
 * Removes a sign-in's parameters from the address: a token must stay neither in the history nor in any link made from
 * here.
 */
export function takeArrival(): void {
  if (location.pathname !== '/login') return
  const query = new URLSearchParams(location.search)
  const name = [...query.keys()].find(isParam)
  if (!name) return
  const value = query.get(name) ?? ''
  const uid = name === 'hctoken' ? (query.get('uid') ?? '') : ''
  dropParams([...Object.keys(sources), 'uid'])
  arrivalStore.set({ from: sources[name], token: value === 'false' || value === '' ? null : value, uid })
}

// Runs when this file is loaded: before the page is hydrated, a session is resumed or anything is sent.
if (typeof window !== 'undefined') takeArrival()
