export const YEAR_SECONDS = 31_536_000

/** Writes a cookie that the server reads for its next page; with no seconds it goes. */
export function writeCookie(name: string, value: string, seconds: number): void {
  const secure = location.protocol === 'https:' ? '; secure' : ''
  document.cookie = `${name}=${value}; path=/; max-age=${seconds}; samesite=lax${secure}`
}
