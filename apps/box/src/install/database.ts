import { archiveSettings, boxSite } from '../backup/box-site.ts'
import type { Machine } from '../machine.ts'
import { fileStep } from '../kinds.ts'
import { must, type Step, StepError } from '../steps.ts'
import type { Plan } from './plan.ts'

/** The database of a box: a cluster that only sockets reach, and users of the system in place of passwords. */
const statusOf = async (machine: Machine, version: string): Promise<string | undefined> =>
  (await machine.run('pg_lsclusters', ['-h'])).stdout
    .split('\n')
    .map((line) => line.split(/\s+/))
    .find(([of, name]) => of === version && name === 'hc')?.[3]

function clusterStep(version: string): Step {
  return {
    name: 'database cluster',
    look: async (machine) =>
      (await statusOf(machine, version)) === undefined ? `makes the PostgreSQL ${version} cluster hc` : null,
    before: async (machine) => ((await statusOf(machine, version)) === undefined ? 'absent' : 'there'),
    async do(machine) {
      if ((await statusOf(machine, version)) !== undefined) return
      // What a killed run left of it.
      await machine.files.remove(`/var/lib/postgresql/${version}/hc`)
      await must(
        machine,
        'pg_createcluster',
        [version, 'hc', '--port', '5432', '--', '--data-checksums', '--encoding', 'UTF8', '--locale', 'C.UTF-8'],
        { timeoutMs: 180_000 },
      )
    },
    async undo(machine, before) {
      if (before === 'absent' && (await statusOf(machine, version)) !== undefined)
        await must(machine, 'pg_dropcluster', ['--stop', version, 'hc'])
    },
  }
}

const MOST_BUFFERS_MB = 8192
export const databaseSettings = (
  memoryKb: number,
): string => `# Made by hc install; lines of your own go into another file beside it.
listen_addresses = ''
shared_buffers = ${Math.max(64, Math.min(MOST_BUFFERS_MB, Math.floor(memoryKb / 5 / 1024)))}MB
max_connections = 200
log_timezone = 'UTC'
timezone = 'UTC'
`
export const databaseAccess = `# Made by hc install: no address, no password. Users of the system come through the socket (pg_ident.conf).
local  all        postgres             peer
local  replication postgres            peer
local  hc_portal  hc_shop              peer map=hc
local  hc_portal  hc_owner,hc_console  peer map=hc
`
export const databaseUsers = `# Made by hc install: what players reach may be no more than hc_shop.
hc  hc-web   hc_shop
hc  hc-core  hc_owner
hc  hc-core  hc_console
`

const online = (version: string): Step => ({
  name: 'database start',
  look: async (machine) => ((await statusOf(machine, version))?.startsWith('online') ? null : 'starts the database'),
  async do(machine) {
    await must(machine, 'systemctl', ['start', `postgresql@${version}-hc.service`], { timeoutMs: 120_000 })
  },
  async undo(machine) {
    await machine.run('systemctl', ['stop', `postgresql@${version}-hc.service`])
  },
})

const asPostgres = (machine: Machine, args: readonly string[], input?: string): Promise<string> =>
  must(
    machine,
    'runuser',
    ['-u', 'postgres', '--', 'psql', '-qAtX', '-v', 'ON_ERROR_STOP=1', ...args],
    input === undefined ? {} : { input },
  )

const owner = `
select 'create role hc_owner login createrole' where not exists (
  select 1 from pg_roles where rolname = 'hc_owner') \\gexec
grant pg_read_all_stats to hc_owner with admin option;
select 'create database hc_portal owner hc_owner' where not exists (
  select 1 from pg_database where datname = 'hc_portal') \\gexec
`

export function rolesStep({ release }: Pick<Plan, 'release'>): Step {
  const shopRoles = 'hc_app hc_console hc_desk hc_log hc_owner hc_shop'
  return {
    name: 'database roles',
    async look(machine) {
      // Before there is a cluster, there is nobody to ask.
      const { stdout: roles } = await machine.run('runuser', [
        '-u',
        'postgres',
        '--',
        'psql',
        '-qAtXc',
        `select string_agg(rolname, ' ' order by rolname) from pg_roles
          where rolname = any (string_to_array('${shopRoles}', ' '))
          and exists (select 1 from pg_database where datname = 'hc_portal')`,
      ])
      return roles.trim() === shopRoles
        ? null
        : "makes the database hc_portal, its owner, the shop's role and the desk's"
    },
    async do(machine) {
      await asPostgres(machine, ['postgres'], owner)
      for (const whose of ['shop', 'desk']) {
        const path = `${release}/deploy/database/${whose}-user.sql`
        const script = await machine.files.read(path)
        if (script === undefined) throw new StepError(`the release lacks ${path}`)
        // No password: the socket knows the user.
        await must(
          machine,
          'runuser',
          [
            '-u',
            'hc-core',
            '--',
            'psql',
            '-qX',
            '-v',
            'ON_ERROR_STOP=1',
            '-v',
            'password=',
            '-U',
            'hc_owner',
            'hc_portal',
          ],
          { input: script },
        )
      }
    },
    // They go with the cluster, if the install made that.
    undo: () => Promise.resolve(),
  }
}

type DatabasePlan = Pick<Plan, 'release' | 'version' | 'postgres' | 'memoryKb' | 'place'>

export function databaseSteps(plan: DatabasePlan): Step[] {
  const { postgres: version, memoryKb, place } = plan
  const site = boxSite({ place: place ?? '', version: plan.version, major: version, port: 5432 })
  // Without a place the log would fill the disk.
  const archive = place === null ? '# No place of backups: BACKUP_TO in the answers.\n' : archiveSettings(site)
  const folder = `/etc/postgresql/${version}/hc`
  const unit = `postgresql@${version}-hc.service`
  const reload = [['systemctl', 'try-reload-or-restart', unit]] as const
  return [
    clusterStep(version),
    fileStep({
      name: 'database settings',
      path: `${folder}/conf.d/hc-portal.conf`,
      content: databaseSettings(memoryKb),
      after: [['systemctl', 'try-restart', unit]],
    }),
    fileStep({
      name: 'log to the place of backups',
      path: `${folder}/conf.d/hc-backup.conf`,
      content: archive,
      after: [['systemctl', 'try-restart', unit]],
    }),
    fileStep({ name: 'database access', path: `${folder}/pg_hba.conf`, content: databaseAccess, after: reload }),
    fileStep({ name: 'database users', path: `${folder}/pg_ident.conf`, content: databaseUsers, after: reload }),
    online(version),
    rolesStep(plan),
  ]
}
