#!/usr/bin/env node
import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

// node deploy/make-secrets.mjs [FOLDER]: random secrets for compose.yaml, one a file, once; files that are there stay as they are.
const folder = process.argv[2] ?? 'deploy/secrets'
const word = (bytes) => randomBytes(bytes).toString('base64url')
const [owner, shop] = [word(24), word(24)]
const secrets = {
  superuser_password: word(24), replication_password: word(24), owner_password: owner, shop_password: shop,
  database_url: `postgres://hc_shop:${shop}@pgbouncer:6432/hc_portal`, database_direct_url: `postgres://hc_owner:${owner}@haproxy:5432/hc_portal`,
  client_key: word(12), session_secret: word(32), analytics_key: word(24), password_pepper: word(32), game_webhook_secret: `whsec_${randomBytes(32).toString('base64')}`,
}
mkdirSync(folder, { recursive: true, mode: 0o755 })
const there = Object.keys(secrets).filter((name) => existsSync(join(folder, name)))
if (there.length > 0) {
  process.stderr.write(`${folder} has ${there.join(', ')} already: nothing was written\n`)
  process.exit(1)
}
for (const [name, value] of Object.entries(secrets)) {
  // Compose mounts the file as it is; the containers read it as users of their own.
  writeFileSync(join(folder, name), value)
  chmodSync(join(folder, name), 0o644)
}
process.stdout.write(`${Object.keys(secrets).length} secrets in ${folder}\n`)
