import { ownSettings } from '../install/plan.ts'
import { paths } from '../paths.ts'

/**
 * What a box hands to a cluster: its settings and secrets under the names that `deploy/compose.yaml` and the chart
 * read, and a bootstrap that restores from the place of the box's backups.
 */
export type BoxShop = {
  settings: Readonly<Record<string, string>>
  /** By the name of their setting. */
  secrets: Readonly<Record<string, string>>
  place: string | null
  /** The owner's public keys, one a line. */
  recipients: string | null
  /** The credentials of the place, by their file. */
  placeFiles: Readonly<Record<string, string>>
}
/** Of the image of deploy/database. */
export const CLUSTER_POSTGRES = '17'
export type OutFile = { path: string; content: string; mode: number }

/**
 * The shop's secrets that compose.yaml hands to each of its processes; deploy/make-secrets.mjs makes those that lack.
 */
export const composeSecrets = [
  'CLIENT_KEY',
  'SESSION_SECRET',
  'ANALYTICS_KEY',
  'PASSWORD_PEPPER',
  'GAME_WEBHOOK_SECRET',
  'GAME_WEBHOOK_PRIVATE_KEY',
] as const
/** Variables that compose.yaml takes from `.env`. */
export const composeVariables = [
  'PUBLIC_URL',
  'GAME_URL',
  'CONSOLE_URL',
  'CONSOLE_ALLOW',
  'CONSOLE_PROXIES',
  'CONSOLE_OIDC_ISSUER',
  'CONSOLE_OIDC_CLIENT_ID',
  'CONSOLE_OIDC_CLIENT_SECRET',
  'CONSOLE_OIDC_ONLY',
  'PROMOTE_TRUSTED_KEYS',
] as const
const isOf = (names: readonly string[], name: string): boolean => names.includes(name)
const processesOfCompose = ['web-1', 'web-2', 'worker-1', 'worker-2', 'console'] as const

const inQuotes = (value: string): string => `'${value.replaceAll("'", "''")}'`
const pick = (values: Readonly<Record<string, string>>, wants: (name: string) => boolean): [string, string][] =>
  Object.entries(values).filter(([name]) => wants(name))

/** Settings of the shop itself: what a box sets for its own processes stays behind. */
const settingsOf = ({ settings }: BoxShop): Record<string, string> =>
  Object.fromEntries(pick(settings, (name) => !ownSettings.includes(name)))

/** Secrets beside those of compose.yaml: of gateways, mail and SMS. */
const moreSecrets = ({ secrets }: BoxShop): string[] =>
  Object.keys(secrets).filter((name) => !isOf(composeSecrets, name) && !isOf(composeVariables, name))

/** compose.yaml knows neither a brand nor a gateway: a second file beside it adds both to each process. */
function composeMore(shop: BoxShop): string {
  const more = moreSecrets(shop)
  const environment = [
    ...pick(settingsOf(shop), (name) => !isOf(composeVariables, name)),
    ...more.map((name): [string, string] => [`${name}_FILE`, `/run/secrets/${name.toLowerCase()}`]),
    ['BRAND_DIR', '/brand'] as const,
  ]
  const lines = environment
    .map(([name, value]) => `      ${name}: ${inQuotes(value.replaceAll('$', '$$$$'))}\n`)
    .join('')
  const secretLine = more.length === 0 ? '' : `    secrets: [${more.map((name) => name.toLowerCase()).join(', ')}]\n`
  const services = processesOfCompose
    .map((name) => `  ${name}:\n    environment:\n${lines}${secretLine}    volumes: ['./brand:/brand:ro']\n`)
    .join('')
  const files = more.map((name) => `  ${name.toLowerCase()}: { file: secrets/${name.toLowerCase()} }\n`).join('')
  return `# Made by hc export cluster: what the box's shop has beside deploy/compose.yaml.
services:
${services}${patroniMore(shop)}${files === '' ? '' : `secrets:\n${files}`}`
}

/** Members of the database seal their log for the same keys, into the folder of the sealed files. */
const patroniMore = ({ recipients }: BoxShop): string =>
  recipients === null
    ? ''
    : [1, 2, 3]
        .map(
          (n) =>
            `  patroni-${n}:\n    volumes: ['pg-${n}:/data', './backup:/backup', './backup.pub:/etc/hc-backup/backup.pub:ro']\n`,
        )
        .join('')

/** The chart's values, as JSON, which YAML is. */
function chartValues(shop: BoxShop): string {
  const settings = settingsOf(shop)
  const list = (name: string): string[] => (settings[name] ?? '').split(',').filter(Boolean)
  const isChartsOwn = (name: string): boolean =>
    ['PUBLIC_URL', 'CONSOLE_URL', 'CONSOLE_ALLOW', 'CONSOLE_PROXIES'].includes(name)
  return `${JSON.stringify(
    {
      publicUrl: settings.PUBLIC_URL ?? '',
      env: Object.fromEntries(pick(settings, (name) => !isChartsOwn(name))),
      console: {
        enabled: settings.CONSOLE_URL !== undefined,
        url: settings.CONSOLE_URL ?? '',
        allow: list('CONSOLE_ALLOW'),
        proxies: list('CONSOLE_PROXIES'),
      },
      ...(shop.recipients !== null && { cluster: { backup: { publicKeys: shop.recipients } } }),
    },
    null,
    2,
  )}\n`
}

/** Copies the sealed files from the place, and starts the first member on the newest backup. */
function bootstrap({ place }: BoxShop): string {
  const url = place?.startsWith('sftp://') ? new URL(place) : null
  const from =
    url !== null
      ? `':sftp,host=${url.hostname},user=${decodeURIComponent(url.username)},port=${url.port || '22'},key_file=place/backup_ssh,known_hosts_file=place/backup_known_hosts,shell_type=none:${decodeURIComponent(url.pathname).replace(/^\/\.\//, '')}'`
      : place?.startsWith('rclone:')
        ? `--config place/rclone.conf '${place.slice('rclone:'.length)}'`
        : `'${place ?? ''}'`
  return `#!/bin/sh
# Made by hc export cluster: the database of the box comes into the cluster of deploy/compose.yaml, from the place of its
# backups. The box has left before (hc move out). Run it in this folder, beside a copy of the repository:
#   sh bootstrap.sh REPOSITORY RECOVERY-KEY-FILE
set -eu
command -v rclone > /dev/null || { echo "rclone is missing: apt-get install rclone" >&2; exit 2; }
repository=\${1:?the folder of the repository} key=\${2:?the file with the recovery key}
# The desk is a service of a profile.
compose() { docker compose --project-directory . --profile desk -f compose.yaml -f compose.more.yaml "$@"; }
sed "s|context: \\.\\.|context: $repository|" "$repository/deploy/compose.yaml" > compose.yaml
mkdir -p backup
rclone copy --include '*.age' ${from} backup
# The database's user of the image reads the sealed files and adds to them.
chown -R 999:999 backup
install -m 600 -o 999 -g 999 "$key" backup/restore.key
trap 'rm -f backup/restore.key' EXIT INT TERM
compose build etcd-1 web-1
BOOTSTRAP=restore compose -f compose.restore.yaml up -d etcd-1 etcd-2 etcd-3 patroni-1
echo 'The first member reads the backup and its log …'
# It has more to do once it reads no log: as the leader it has set the cluster's passwords, too.
until compose exec -T patroni-1 timeout 10 patronictl -c /run/hc/patroni.yml list 2> /dev/null | grep -q 'Leader.*running'; do sleep 5; done
rm -f backup/restore.key
compose up -d
echo 'The cluster has the database. hc doctor must say "0 broken": docker compose exec worker-1 node apps/server/dist/hc.js doctor'
echo 'Then lead the names to the proxy in front of 8081, 8082 and 8083, and hc reconcile --days 2.'
`
}

const restoreMore = `# Of bootstrap.sh: the first member begins with the newest backup in place of an empty database.
services:
  patroni-1: { environment: { BOOTSTRAP: restore } }
`

/** Everything but what deploy/make-secrets.mjs adds to both folders of secrets. */
export function exportFiles(shop: BoxShop): OutFile[] {
  const settings = settingsOf(shop)
  const secretFiles = (folder: string): OutFile[] =>
    Object.entries(shop.secrets).map(([name, content]) => ({
      path: `${folder}/${name.toLowerCase()}`,
      content,
      // The containers read them as users of their own; the folder is for its owner alone.
      mode: 0o644,
    }))
  const variables = composeVariables.map(
    (name) => `${name}=${inEnv(name, settings[name] ?? shop.secrets[name] ?? '')}\n`,
  )
  return [
    { path: '.env', content: variables.join(''), mode: 0o600 },
    { path: 'compose.more.yaml', content: composeMore(shop), mode: 0o644 },
    { path: 'compose.restore.yaml', content: restoreMore, mode: 0o644 },
    { path: 'values.json', content: chartValues(shop), mode: 0o600 },
    ...secretFiles('secrets'),
    ...secretFiles('chart'),
    ...Object.entries(shop.placeFiles).map(([name, content]) => ({ path: `place/${name}`, content, mode: 0o600 })),
    ...(shop.recipients === null ? [] : [{ path: 'backup.pub', content: shop.recipients, mode: 0o644 }]),
    ...(shop.place === null ? [] : [{ path: 'bootstrap.sh', content: bootstrap(shop), mode: 0o755 }]),
  ]
}

const inEnv = (name: string, value: string): string => {
  if (!/[\s"'\\#$]/.test(value)) return value
  if (/['\n]/.test(value)) throw new Error(`${name}: .env cannot hold a line break or a single quote`)
  return `'${value}'`
}

/** The Secrets that deploy/make-secrets.mjs wrote for the chart, with those of gateways, mail and SMS. */
export function withMoreSecrets(kubernetes: string, shop: BoxShop): string {
  const list = JSON.parse(kubernetes) as { items: { metadata: { name: string }; data: Record<string, string> }[] }
  const ofShop = list.items.find(({ metadata }) => metadata.name === 'hc-portal')
  if (!ofShop) throw new Error('deploy/make-secrets.mjs made no Secret hc-portal')
  for (const [name, value] of Object.entries(shop.secrets))
    if (!isOf(composeSecrets, name)) ofShop.data[name] = Buffer.from(value).toString('base64')
  return `${JSON.stringify(list, null, 2)}\n`
}

export const exportNotes = `Beside it the new machines need: the repository of this version, docker with compose or helm, and the recovery key.
${paths.brand} is in brand/: compose.more.yaml mounts it; for the chart, build an image with it and set BRAND_DIR.`
