import { readFileSync } from 'node:fs'

/** True if the host is this machine: a socket or the loopback. */
const isLocal = (host: string): boolean =>
  host === '' || host.startsWith('/') || /^(localhost|127(\.\d+){1,3}|\[?::1\]?)$/.test(host)

/**
 * Checks the TLS settings of a database URL. `refused` is an error that stops the start; `open` is a warning to log in
 * production. Only `verify-full` counts as TLS that verifies the server: pg treats `require` and `verify-ca` like it
 * today, but no longer in its next version. Decision 135.
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
