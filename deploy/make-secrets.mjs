#!/usr/bin/env node
import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { certify } from './certificates.mjs'

// node deploy/make-secrets.mjs [FOLDER]: random secrets for compose.yaml, one a file, once, and the cluster's
// certificates (deploy/certificates.mjs); files that are there stay as they are. node deploy/make-secrets.mjs FOLDER
// --release NAME: the same for the chart, and FOLDER/kubernetes.json with the Secrets that it asks for.
const {
  values: { release },
  positionals: [folder = 'deploy/secrets'],
} = parseArgs({ allowPositionals: true, options: { release: { type: 'string' } } })
const word = (bytes) => randomBytes(bytes).toString('base64url')
const read = (name) => readFileSync(join(folder, name), 'utf8')
const kept = (name, made) => (existsSync(join(folder, name)) ? read(name) : made)
const [owner, shop, desk] = ['owner_password', 'shop_password', 'desk_password'].map((name) => kept(name, word(24)))
const at = release ? `${release}-` : ''
const verified = `?sslmode=verify-full&sslrootcert=${release ? '/run/database' : '/run/secrets'}/ca.crt`
const secrets = {
  superuser_password: word(24),
  replication_password: word(24),
  rest_password: word(24),
  owner_password: owner,
  shop_password: shop,
  desk_password: desk,
  database_url: `postgres://hc_shop:${shop}@${at}pgbouncer:6432/hc_portal${verified}`,
  database_direct_url: `postgres://hc_owner:${owner}@${at}haproxy:5432/hc_portal${verified}`,
  console_database_url: `postgres://hc_console:${desk}@${at}haproxy:5432/hc_portal${verified}`,
  client_key: word(12),
  session_secret: word(32),
  analytics_key: word(24),
  password_pepper: word(32),
  game_webhook_secret: `whsec_${randomBytes(32).toString('base64')}`,
  game_webhook_private_key: `whsk_${randomBytes(32).toString('base64')}`,
}
mkdirSync(folder, { recursive: true, mode: 0o755 })
const missing = Object.entries(secrets).filter(([name]) => !existsSync(join(folder, name)))
for (const [name, value] of missing) {
  // Compose mounts the file as it is; the containers read it as users of their own.
  writeFileSync(join(folder, name), value)
  chmodSync(join(folder, name), 0o644)
}
const made = [...missing.map(([name]) => name), ...certify(folder, { release })]
if (release) {
  const secret = (name, data) => ({
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name },
    type: 'Opaque',
    data: Object.fromEntries(
      Object.entries(data).map(([key, file]) => [key, Buffer.from(read(file)).toString('base64')]),
    ),
  })
  const names = (list, as = (name) => name) => Object.fromEntries(list.map((name) => [as(name), name]))
  const items = [
    secret(
      'hc-portal',
      names(
        [
          'database_url',
          'client_key',
          'session_secret',
          'analytics_key',
          'password_pepper',
          'game_webhook_secret',
          'game_webhook_private_key',
        ],
        (name) => name.toUpperCase(),
      ),
    ),
    secret('hc-portal-owner', { DATABASE_DIRECT_URL: 'database_direct_url' }),
    secret('hc-portal-desk', { CONSOLE_DATABASE_URL: 'console_database_url' }),
    secret(
      'hc-portal-database',
      names([
        'superuser_password',
        'replication_password',
        'rest_password',
        'owner_password',
        'shop_password',
        'desk_password',
      ]),
    ),
    ...['etcd', 'postgres', 'pgbouncer', 'patroni'].map((role) =>
      secret(`hc-portal-tls-${role}`, { 'ca.crt': 'ca.crt', 'tls.crt': `${role}.crt`, 'tls.key': `${role}.key` }),
    ),
  ]
  writeFileSync(join(folder, 'kubernetes.json'), JSON.stringify({ apiVersion: 'v1', kind: 'List', items }, null, 2), {
    mode: 0o600,
  })
}
process.stdout.write(
  made.length > 0 ? `${made.join(', ')} in ${folder}\n` : `${folder} has them all: nothing was written\n`,
)
