import { archiveSettings, boxSite } from '../backup/box-site.ts'
import { secretFileStep } from '../install/backup.ts'
import { databaseAccess, databaseSettings, databaseUsers } from '../install/database.ts'
import { lookOf } from '../install/edge.ts'
import { asLines, type Plan, readAnswers } from '../install/plan.ts'
import { brandStep, secretMakers, secretStep } from '../install/shop.ts'
import { fileStep, folderStep } from '../kinds.ts'
import type { Machine } from '../machine.ts'
import { paths } from '../paths.ts'
import { must, type Step, StepError, type StepList } from '../steps.ts'
import { edgeConfig, inContainer, maintenancePage } from '../templates/edge.ts'
import { certificateInContainer, certificateScript } from '../templates/scripts.ts'

/**
 * The shop in four containers (`deploy/one`): its folder on the host is `/etc/hc-portal` of the containers, so that
 * everything in it has the name that it has on a box, and a box can take the shop over from its backups.
 */
export const onePaths = {
  /** What the operator edits, and compose reads. The keeper makes `shop.env` and `box.env` of it. */
  env: `${paths.etc}/.env`,
  edge: `${paths.etc}/edge`,
  database: `${paths.etc}/database`,
} as const
/** PostgreSQL of the image. */
export const ONE_POSTGRES = '17'
/** The user of the shop's process, in both images. */
const SHOP_UID = 1000
/** Its name in the image of the keeper. */
const SHOP_USER = 'hc-core'
const data = `/var/lib/postgresql/${ONE_POSTGRES}/hc`

export type OnePlan = Pick<
  Plan,
  | 'release'
  | 'shopHost'
  | 'deskHost'
  | 'ownerEmail'
  | 'settings'
  | 'own'
  | 'secrets'
  | 'brandFrom'
  | 'memoryKb'
  | 'place'
  | 'placeFiles'
> & { compose: Readonly<Record<string, string>> }

/** Names of `.env` that compose.yaml reads itself. */
export const composeNames: readonly string[] = ['HC_VERSION', 'HTTP_PORT', 'HTTPS_PORT', 'BACKUP_FOLDER']

/** Lines as compose reads them: what it would replace or unescape stands in single quotes. @throws StepError */
export const asDotenv = (values: Readonly<Record<string, string>>): string =>
  Object.entries(values)
    .map(([name, value]) => {
      if (!/[\s"'\\#$]/.test(value)) return `${name}=${value}\n`
      if (/['\n]/.test(value)) throw new StepError(`${name}: .env cannot hold a line break or a single quote`)
      return `${name}='${value}'\n`
    })
    .join('')

/** Every secret of the folder by the file that has it, as the shop reads it. */
const secretLines = (names: readonly string[]): Record<string, string> =>
  Object.fromEntries(names.map((name) => [`${name}_FILE`, `${paths.secrets}/${name}`]))

/** `.env` again as settings and answers of a box. Lines on secrets say only where they are. */
export function partsOfEnv(text: string, ownAnswers: readonly string[]) {
  const settings: Record<string, string> = {}
  const answers: Record<string, string> = {}
  const compose: Record<string, string> = {}
  for (const [name, value] of Object.entries(readAnswers(text, '.env'))) {
    if (name.endsWith('_FILE') && value === `${paths.secrets}/${name.slice(0, -'_FILE'.length)}`) continue
    if (composeNames.includes(name)) compose[name] = value
    else if (ownAnswers.includes(name)) answers[name] = value
    else settings[name] = value
  }
  return { settings, answers, compose }
}

/** What a box keeps of the same: backups have it, and commands of the shop read it. */
export const boxFiles = (settings: Readonly<Record<string, string>>, answers: Readonly<Record<string, string>>) => [
  { path: paths.settings, content: asLines(settings), mode: 0o644 },
  { path: paths.box, content: asLines(answers), mode: 0o600 },
]

/** Files of the folder belong to the one who made it; the secrets to the shop's user, who alone reads them. */
const ownersStep: Step = {
  name: 'owners',
  async look(machine) {
    const wrong = await wrongOwners(machine)
    return wrong.length === 0 ? null : `gives ${wrong.map(([path]) => path).join(', ')} to whom it belongs`
  },
  async do(machine) {
    for (const [path, owner] of await wrongOwners(machine)) await must(machine, 'chown', ['-R', owner, path])
  },
  undo: () => Promise.resolve(),
}

async function wrongOwners(machine: Machine): Promise<(readonly [string, string])[]> {
  const ownerOf = async (path: string): Promise<string> =>
    (await machine.run('stat', ['-c', '%u:%g', path])).stdout.trim()
  const secrets = await machine.files.list(paths.secrets)
  const owners = [
    [onePaths.env, await ownerOf(paths.etc)] as const,
    ...[paths.secrets, ...secrets.map((name) => `${paths.secrets}/${name}`)].map(
      (path) => [path, `${SHOP_UID}:${SHOP_UID}`] as const,
    ),
  ]
  const wrong = []
  for (const [path, owner] of owners) if ((await ownerOf(path)) !== owner) wrong.push([path, owner] as const)
  return wrong
}

function databaseFiles({ memoryKb, place }: OnePlan): Step[] {
  const site = boxSite({ place: place ?? '', version: '', major: ONE_POSTGRES, port: 5432 })
  const config = `${databaseSettings(memoryKb)}data_directory = '${data}'
hba_file = '${onePaths.database}/pg_hba.conf'
ident_file = '${onePaths.database}/pg_ident.conf'
unix_socket_directories = '/var/run/postgresql'
${place === null ? '# No place of backups: BACKUP_TO in .env.\n' : archiveSettings(site)}`
  const files = { 'postgresql.conf': config, 'pg_hba.conf': databaseAccess, 'pg_ident.conf': databaseUsers }
  return [
    folderStep(onePaths.database),
    ...Object.entries(files).map(([name, content]) =>
      fileStep({
        name: `database ${name}`,
        path: `${onePaths.database}/${name}`,
        content: content.replaceAll('hc install', 'hc init'),
      }),
    ),
  ]
}

/** `hc init`: what the containers need, by the steps of a box. Run again, what is there stays, and `.env` is read. */
export function initList(plan: OnePlan): StepList {
  const { shopHost, deskHost, ownerEmail, own: answers, secrets, settings, placeFiles } = plan
  return {
    name: 'init',
    atBoot: 'wait',
    steps: [
      folderStep(paths.secrets, 0o700, `${SHOP_USER}:${SHOP_USER}`),
      folderStep(paths.place, 0o700),
      ...Object.entries(secretMakers)
        .filter(([name]) => secrets[name] === undefined)
        .map(([name, valueOf]) => secretStep(name, valueOf, false)),
      ...Object.entries(secrets).map(([name, value]) => secretStep(name, () => value, true)),
      ...Object.entries(placeFiles).map(([name, content]) => secretFileStep(name, content)),
      brandStep(plan),
      fileStep({
        name: 'settings',
        path: onePaths.env,
        mode: 0o600,
        content: async ({ files }) =>
          `# Made by hc init. Edit it, then: docker compose run --rm keeper hc init, and docker compose up -d\n` +
          asDotenv({ ...plan.compose, ...settings, ...answers, ...secretLines(await files.list(paths.secrets)) }),
      }),
      ...boxFiles(settings, answers).map(({ path, content, mode }) =>
        fileStep({ name: `file ${path}`, path, content, mode }),
      ),
      ...databaseFiles(plan),
      folderStep(onePaths.edge),
      fileStep({
        name: 'maintenance page',
        path: `${onePaths.edge}/maintenance.http`,
        content: async (machine) => maintenancePage(await lookOf(machine, shopHost)),
      }),
      fileStep({
        name: 'edge',
        path: `${onePaths.edge}/edge.cfg`,
        content: edgeConfig({ shopHost, deskHost, hasSixth: false, place: inContainer }),
      }),
      fileStep({
        name: 'certificate script',
        path: `${onePaths.edge}/certificate.sh`,
        mode: 0o755,
        content: certificateScript({
          hosts: [shopHost, deskHost],
          email: ownerEmail,
          server: answers.ACME_SERVER ?? null,
          ca: answers.ACME_CA ?? null,
          place: certificateInContainer,
        }).replaceAll('hc install', 'hc init'),
      }),
      ownersStep,
    ],
  }
}
