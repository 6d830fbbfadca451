/**
 * Says for 30 days that somebody is logged in here, and not who: the server then keeps a place on the home page for what
 * a returning player sees there, and links the top-up page. Each visit renews it.
 */
const COOKIE = 'hc_known'
const DAYS_30 = 2_592_000

const write = (value: string, seconds: number): void => {
  document.cookie = `${COOKIE}=${value}; path=/; max-age=${seconds}; samesite=lax${location.protocol === 'https:' ? '; secure' : ''}`
}

export const rememberKnown = (): void => write('1', DAYS_30)
export const forgetKnown = (): void => write('', 0)
