/** The local storage keys of the product specification (section 3), and our own. */
export const keys = {
  token: 'user_token',
  customerService: 'customer_service',
  webRole: 'webRoleData',
  puid: 'device_puid',
  pendingOrder: 'hc_pending_order',
  region: 'hc_region',
  analytics: 'hc_analytics',
  analyticsQueue: 'hc_analytics_queue',
  visit: 'hc_visit',
  pay: 'hc_pay',
  home: 'hc_home',
} as const

/** The last keys are defined where they are used, for not every page needs them. */
type Key = (typeof keys)[keyof typeof keys] | 'hc_after_points' | 'hc_moment'

/** Storage can be full, forbidden or absent: then the shop keeps its data for this page only. */
export function readText(key: Key): string {
  try {
    return localStorage.getItem(key) ?? ''
  } catch {
    return ''
  }
}

export function writeText(key: Key, text: string): void {
  try {
    localStorage.setItem(key, text)
  } catch {
    /* As in `readText`. */
  }
}

export function remove(key: Key): void {
  try {
    localStorage.removeItem(key)
  } catch {
    /* As in `readText`. */
  }
}

/** The stored JSON if it passes `check`, else null: any code may have written there. */
export function readJson<T>(key: Key, check: (value: unknown) => value is T): T | null {
  try {
    const value: unknown = JSON.parse(readText(key) || 'null')
    return check(value) ? value : null
  } catch {
    return null
  }
}

export const writeJson = (key: Key, value: unknown): void => writeText(key, JSON.stringify(value))

/** A random id of this browser, generated once. */
export function devicePuid(): string {
  const puid = readText(keys.puid)
  if (puid) return puid
  const newId = randomId()
  writeText(keys.puid, newId)
  return newId
}

/** `randomUUID` exists only in secure contexts; a shop on a plain-http LAN address must work, too. */
export const randomId = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
