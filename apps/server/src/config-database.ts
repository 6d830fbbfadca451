import { readFileSync } from 'node:fs'

/** Whether the way to a database stays on this machine: a socket, or the loopback. */
const isLocal = (host: string): boolean =>
  host === '' || host.startsWith('/') || /^(localhost|127(\.\d+){1,3}|\[?::1\]?)$/.test(host)

/**
 * What is wrong with the way that an address of a database asks for: `refused` stops the start, `open` is worth a line
 * in production. Only `verify-full` is taken for TLS that knows whom it speaks with: pg reads `require` and `verify-ca`
 * like it today, and will not any more in its next version.
 * Decision 135.
 */
export function wayTo(name: string, url: string): { refused: string | null; open: string | null } {
  const { hostname, searchParams } = new URL(url)
  const [root, host] = [searchParams.get('sslrootcert'), searchParams.get('host') ?? decodeURIComponent(hostname)]
  if (root !== null)
    try {
      readFileSync(root)
    } catch {
      return { refused: `${name}: the file of its sslrootcert cannot be read: ${root}`, open: null }
    }
  if (isLocal(host) || searchParams.get('sslmode') === 'verify-full') return { refused: null, open: null }
  return {
    refused: null,
    open: `${name}: the connection to ${host} does not use verified TLS; add sslmode=verify-full and sslrootcert=FILE with the database's authority (docs/runbooks/certificates.md)`,
  }
}
