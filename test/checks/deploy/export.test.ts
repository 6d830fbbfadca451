import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import {
  type BoxShop,
  CLUSTER_POSTGRES,
  composeSecrets,
  composeVariables,
  exportFiles,
  withMoreSecrets,
} from '@hc/box/cluster/export'

const shop: BoxShop = {
  settings: {
    OPENING: 'closed',
    PUBLIC_URL: 'https://shop.example.com',
    CONSOLE_URL: 'https://desk.shop.example.com',
    CONSOLE_ALLOW: '10.0.0.0/8,192.0.2.1/32',
    GAME_URL: 'https://game.example.com/?a=$1',
    BRAND_DIR: '/etc/hc-portal/brand',
    SMS_SENDER: "it's us",
  },
  secrets: {
    CLIENT_KEY: 'client-key-1',
    SESSION_SECRET: 'session-secret-1',
    ANALYTICS_KEY: 'analytics-key-1',
    PASSWORD_PEPPER: 'pepper-1',
    GAME_WEBHOOK_SECRET: 'whsec_1',
    STRIPE_SECRET_KEY: 'stripe-key-1',
    CONSOLE_OIDC_CLIENT_SECRET: 'oidc-1',
  },
  place: 'sftp://backup@backup.example.com:2222/hc',
  recipients: 'age1public\n',
  placeFiles: { backup_ssh: 'private-key-1' },
}
const files = new Map(exportFiles(shop).map((file) => [file.path, file]))
const text = (path: string): string => files.get(path)?.content ?? ''
type Compose = {
  services: Record<string, { environment?: Record<string, string>; secrets?: string[]; volumes?: string[] }>
  secrets: Record<string, { file: string }>
}
const composeText = readFileSync('deploy/compose.yaml', 'utf8')
const compose = parse(composeText, { merge: true }) as Compose
const more = parse(text('compose.more.yaml')) as Compose

it('every variable that compose.yaml reads is written, and no other', () => {
  const reads = [...new Set([...composeText.matchAll(/\$\{(\w+)/g)].map(([, name]) => name ?? ''))]
  expect([...composeVariables].toSorted()).toEqual(reads.toSorted())
  const names = [...text('.env').matchAll(/^(\w+)=/gm)].map(([, name]) => name ?? '')
  expect(names.toSorted()).toEqual(reads.toSorted())
  expect(text('.env')).toContain("GAME_URL='https://game.example.com/?a=$1'\n")
})

it('each secret has the name under which compose.yaml mounts it, and what it does not know is added beside it', () => {
  const mounted = compose.services['web-1']?.secrets ?? []
  for (const name of composeSecrets) expect(mounted).toContain(name.toLowerCase())
  const shopSecrets = mounted.filter((name) => name !== 'ca.crt' && name !== 'database_url')
  expect(shopSecrets.toSorted()).toEqual(composeSecrets.map((name) => name.toLowerCase()).toSorted())
  for (const [name, value] of Object.entries(shop.secrets)) expect(text(`secrets/${name.toLowerCase()}`)).toBe(value)
  expect(Object.keys(more.secrets)).toEqual(['stripe_secret_key'])
  for (const [name, service] of Object.entries(more.services)) {
    expect(Object.hasOwn(compose.services, name)).toBe(true)
    if (name.startsWith('patroni')) continue
    expect(service.environment).toMatchObject({
      STRIPE_SECRET_KEY_FILE: '/run/secrets/stripe_secret_key',
      BRAND_DIR: '/brand',
      SMS_SENDER: "it's us",
      OPENING: 'closed',
    })
    // What compose.yaml says itself is not said twice.
    for (const variable of Object.keys(service.environment ?? {}))
      expect([variable, Object.hasOwn(compose.services[name]?.environment ?? {}, variable)]).toEqual([variable, false])
  }
})

it('the chart finds each value where it reads it, and each secret in the Secret of the shop', () => {
  const values = JSON.parse(text('values.json')) as Record<string, Record<string, unknown>>
  const chart = parse(readFileSync('deploy/helm/hc-portal/values.yaml', 'utf8')) as Record<string, object>
  for (const [name, value] of Object.entries(values)) {
    expect(Object.hasOwn(chart, name)).toBe(true)
    if (name === 'console')
      for (const key of Object.keys(value)) expect(Object.hasOwn(chart.console ?? {}, key)).toBe(true)
  }
  expect(values).toMatchObject({
    publicUrl: 'https://shop.example.com',
    console: { enabled: true, url: 'https://desk.shop.example.com', allow: ['10.0.0.0/8', '192.0.2.1/32'] },
    cluster: { backup: { publicKeys: 'age1public\n' } },
  })
  expect(values.env).toEqual({ OPENING: 'closed', GAME_URL: 'https://game.example.com/?a=$1', SMS_SENDER: "it's us" })
  const kubernetes = JSON.stringify({ items: [{ metadata: { name: 'hc-portal' }, data: { CLIENT_KEY: 'eA==' } }] })
  const [secret] = (JSON.parse(withMoreSecrets(kubernetes, shop)) as { items: { data: Record<string, string> }[] })
    .items
  expect(Object.keys(secret?.data ?? {}).toSorted()).toEqual([
    'CLIENT_KEY',
    'CONSOLE_OIDC_CLIENT_SECRET',
    'STRIPE_SECRET_KEY',
  ])
  expect(Buffer.from(secret?.data.STRIPE_SECRET_KEY ?? '', 'base64').toString()).toBe('stripe-key-1')
})

it('a secret stands in its own file, and in none that others read', () => {
  for (const [path, { content, mode }] of files) {
    const isSecretsOwn = path.startsWith('secrets/') || path.startsWith('chart/') || path.startsWith('place/')
    if (isSecretsOwn) continue
    for (const value of [...Object.values(shop.secrets), 'private-key-1'])
      if (content.includes(value)) expect([path, mode]).toEqual(['.env', 0o600])
  }
})

it('the cluster has the PostgreSQL that an export is for', () => {
  const image = readFileSync('deploy/database/Containerfile', 'utf8')
  expect(/postgresql-(\d+)/.exec(image)?.[1]).toBe(CLUSTER_POSTGRES)
})

it('the bootstrap starts the desk, too, which is a service of a profile', () => {
  expect(composeText).toContain('console: { <<: *shop, profiles: [desk]')
  expect(text('bootstrap.sh')).toContain('docker compose --project-directory . --profile desk -f compose.yaml')
})

it('a member that begins with a box’s backup finds the files of settings that Patroni renames', () => {
  const folder = mkdtempSync(join(tmpdir(), 'hc-restore-'))
  const data = join(folder, 'data')
  writeFileSync(join(folder, 'base-2026-11-28T021500Z.age'), '')
  // The box keeps its settings in /etc/postgresql, so its backup has none.
  writeFileSync(join(folder, 'backup.sh'), 'mkdir -p "$3" && echo 17 > "$3/PG_VERSION"\n')
  const env = { PATH: process.env.PATH, BACKUP_DIR: folder, TEMPLATES: folder, RUN_DIR: folder, DATA_DIR: data }
  execFileSync('sh', ['deploy/database/entry.sh', 'restore'], { env })
  const names = readdirSync(data).toSorted()
  rmSync(folder, { recursive: true })
  expect(names).toEqual(['PG_VERSION', 'pg_ident.conf', 'postgresql.conf'])
})

it('the bootstrap reads from the place of the box, with its credentials, and not without a place', () => {
  expect(text('bootstrap.sh')).toContain(
    "':sftp,host=backup.example.com,user=backup,port=2222,key_file=place/backup_ssh,known_hosts_file=place/backup_known_hosts,shell_type=none:/hc'",
  )
  expect(parse(text('compose.restore.yaml'))).toEqual({
    services: { 'patroni-1': { environment: { BOOTSTRAP: 'restore' } } },
  })
  expect(exportFiles({ ...shop, place: null }).some(({ path }) => path === 'bootstrap.sh')).toBe(false)
})
