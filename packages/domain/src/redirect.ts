import { withoutParams } from './without-params.ts'

const HOME = '/main/home'

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
