/**
 * A query without the parameters of these names. The others keep their place and every byte of their spelling.
 *
 * @param search with or without its question mark; the answer has one unless it is empty.
 */
export function withoutParams(search: string, names: readonly string[]): string {
  const isNamed = (part: string): boolean => [...new URLSearchParams(part).keys()].some((name) => names.includes(name))
  const others = search
    .replace(/^\?/, '')
    .split('&')
    .filter((part) => part !== '' && !isNamed(part))
  return others.length > 0 ? `?${others.join('&')}` : ''
}
