import { writeCookie } from './cookie.ts'

const DAYS_30 = 2_592_000

/**
 * Says for 30 days that somebody is logged in here, and not who: the server then keeps a place on the home page for
 * what a returning player sees there, and links the top-up page. Each visit renews it, and logging out removes it.
 */
export const noteKnown = (isPlayer: boolean): void =>
  writeCookie('hc_known', isPlayer ? '1' : '', isPlayer ? DAYS_30 : 0)
