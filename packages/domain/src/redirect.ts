const HOME = '/main/home'

/**
 * A query without the parameters of these names. The others keep their place and every byte of their spelling.
 *
 * @param search with or without its question mark; the answer has one unless it is empty.
 */
export function withoutParams(search: string, names: readonly string[]): string {
  const named = (part: string): boolean => [...new URLSearchParams(part).keys()].some((name) => names.includes(name))
  const kept = search
    .replace(/^\?/, '')
    .split('&')
    .filter((part) => part !== '' && !named(part))
  return kept.length > 0 ? `?${kept.join('&')}` : ''
}

/**
 * The target of `/login?redirect=`: a path and query of this site, byte for byte, or the home page. Rejected: other
 * origins, protocol-relative and backslash forms, control characters, the login page itself and the API.
 */
export function safeRedirect(raw: string | null | undefined): string {
  // eslint-disable-next-line no-control-regex
  if (!raw || !/^\/(?![/\\])/.test(raw) || /[\\\u0000-\u0020\u007f]/.test(raw)) return HOME
  let url: URL
  try {
    url = new URL(raw, 'http://site.invalid')
  } catch {
    return HOME
  }
  if (url.origin !== 'http://site.invalid' || url.pathname.startsWith('//')) return HOME
  if (/^\/(login|api|main\/logout)(\/|$)/.test(url.pathname)) return HOME
  const [, path = '', query = ''] = /^([^?#]*)(?:\?([^#]*))?/.exec(raw) ?? []
  return path + withoutParams(query, ['hctoken', 'redirect'])
}
