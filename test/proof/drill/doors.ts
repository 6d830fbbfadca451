import { execFileSync } from 'node:child_process'
import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import type { Cluster } from './cluster.ts'
import { ask, serialAt } from './tls.ts'

const refusalOf = (error: unknown): string =>
  error instanceof Error
    ? `${(error as { code?: string }).code ?? ''} ${error.message} ${(error.cause as { code?: string } | undefined)?.code ?? ''}`.trim()
    : String(error)
const refusal = (sure: Promise<unknown>): Promise<string> => sure.then(() => 'nobody refused', refusalOf)
const connect = async (url: string): Promise<void> => {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query('select 1')
  } finally {
    await client.end().catch(() => undefined)
  }
}

/**
 * What must be refused in a cluster that runs: PostgreSQL and PgBouncer without TLS, etcd without a certificate for it,
 * a change through Patroni without certificate and password. Gives the accepted ones, and the number of tries; requests
 * that must be answered are tried, too.
 */
export async function tryDoors(
  { secrets, secret, network, host, port }: Cluster,
  pooler: number,
): Promise<{ tried: number; open: string[] }> {
  const open: string[] = []
  let tried = 0
  const expect = async (what: string, pattern: RegExp, is: Promise<string>): Promise<void> => {
    tried++
    const outcome = await is
    if (!pattern.test(outcome)) open.push(`${what}: ${outcome.slice(0, 200)}`)
  }
  const verified = `?sslmode=verify-full&sslrootcert=${join(secrets, 'ca.crt')}`
  const stranger = join(secrets, '..', 'stranger')
  execFileSync(process.execPath, ['deploy/certificates.mjs', stranger], { stdio: ['ignore', 'ignore', 'inherit'] })
  const superuser = `postgres://postgres:${secret('superuser_password')}@`
  const shop = `postgres://hc_shop:${secret('shop_password')}@127.0.0.1:${pooler}/hc_portal`
  for (const node of network.nodes) {
    await expect(
      `PostgreSQL of ${node} in the clear`,
      /^28000 .*no encryption/,
      refusal(connect(`${superuser}${node}:5432/postgres`)),
    )
    await expect(
      `replication from ${node} in the clear`,
      /^28000 .*no encryption/,
      refusal(
        connect(`postgres://replicator:${secret('replication_password')}@${node}:5432/postgres?replication=true`),
      ),
    )
    for (const [peer, what] of [
      [2379, 'etcd'],
      [2380, "etcd's members"],
    ] as const) {
      await expect(
        `${what} at ${node} without a certificate`,
        /bad certificate|certificate required/,
        refusal(ask(`https://${node}:${peer}/version`, { tls: secrets })),
      )
      await expect(
        `${what} at ${node} with one for a server`,
        /unsupported certificate|bad certificate/,
        refusal(ask(`https://${node}:${peer}/version`, { tls: secrets, as: 'pgbouncer' })),
      )
      await expect(
        `${what} at ${node} in the clear`,
        /^400$|HPE|ECONNRESET|UND_ERR|fetch failed/,
        fetch(`http://${node}:${peer}/version`).then((answer) => String(answer.status), refusalOf),
      )
    }
    await expect(
      `etcd's members at ${node} with a client's certificate`,
      /bad certificate/,
      refusal(ask(`https://${node}:2380/members`, { tls: secrets, as: 'patroni' })),
    )
    const change = (as?: string, password?: string): Promise<string> =>
      ask(`https://${node}:8008/config`, {
        method: 'PATCH',
        body: '{"ttl":20}',
        tls: secrets,
        ...(as ? { as } : {}),
        ...(password ? { password } : {}),
      }).then(({ status }) => String(status), refusalOf)
    await expect(`a change through ${node}'s Patroni from nobody`, /^403$/, change())
    await expect(
      `a change through ${node}'s Patroni with the password alone`,
      /^403$/,
      change(undefined, secret('rest_password')),
    )
    await expect(`a change through ${node}'s Patroni with a certificate alone`, /^401$/, change('patroni'))
    await expect(`a change through ${node}'s Patroni with a wrong password`, /^401$/, change('patroni', 'guessed'))
    await expect(
      `a change through ${node}'s Patroni from an operator`,
      /^200$/,
      change('patroni', secret('rest_password')),
    )
    await expect(
      `a probe of ${node}'s Patroni`,
      /^200$/,
      ask(`https://${node}:8008/liveness`, { tls: secrets }).then(({ status }) => String(status), refusalOf),
    )
  }
  await expect(
    "another authority's PostgreSQL",
    /self-signed certificate|unable to verify|signature/i,
    refusal(
      connect(`${superuser}${host}:${port}/postgres?sslmode=verify-full&sslrootcert=${join(stranger, 'ca.crt')}`),
    ),
  )
  await expect(
    'a certificate of another authority at etcd',
    /unknown ca|bad certificate|unknown certificate/i,
    refusal(ask(`https://${network.nodes[0]}:2379/version`, { tls: secrets, as: '../stranger/patroni' })),
  )
  await expect('PgBouncer in the clear', /SSL required|TLS required/i, refusal(connect(shop)))
  await expect(
    'PgBouncer under a name that is not its own',
    /ERR_TLS_CERT_ALTNAME_INVALID/,
    refusal(connect(shop.replace('127.0.0.1', '127.1') + verified)),
  )
  await expect("the shop's way in", /nobody refused/, refusal(connect(shop + verified)))
  return { tried, open }
}

/** The members whose certificate differs from the one in the folder. */
export async function showAnother({ secrets: tls, network }: Cluster, pooler: number): Promise<string[]> {
  const doors = [
    ...network.nodes.flatMap((node) => [
      { node, port: 8008, role: 'postgres', postgres: false },
      { node, port: 5432, role: 'postgres', postgres: true },
      { node, port: 2379, role: 'etcd', postgres: false },
      { node, port: 2380, role: 'etcd', postgres: false },
    ]),
    { node: '127.0.0.1', port: pooler, role: 'pgbouncer', postgres: true },
  ]
  const findings = await Promise.all(
    doors.map(async ({ node, port, role, postgres }) => {
      const serial = await serialAt(node, port, { tls, postgres, ...(role === 'etcd' ? { as: 'etcd' } : {}) }).catch(
        refusalOf,
      )
      return serial === new X509Certificate(readFileSync(join(tls, `${role}.crt`))).serialNumber
        ? []
        : [`${node}:${port} ${serial}`]
    }),
  )
  return findings.flat()
}
