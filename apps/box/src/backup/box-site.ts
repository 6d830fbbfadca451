import type { Machine } from '../machine.ts'
import { paths } from '../paths.ts'
import { type BackupSite, tonightOf } from './site.ts'

const TEN_MINUTES_MS = 600_000

/** What a box's own command knows of it: BACKUP_TO, the release, and the cluster of PostgreSQL. */
export type BoxFacts = { place: string; version: string; major: string; port: number }

/** The backups of a box, from where it keeps things. */
export const boxSite = ({ place, version, major, port }: BoxFacts): BackupSite => ({
  script: `${paths.current}/deploy/database/backup.sh`,
  spool: paths.spool,
  // On the database's own disk: the copy takes its place by a rename.
  scratch: `/var/lib/postgresql/${major}/hc-copies`,
  run: paths.run,
  recipients: paths.recipients,
  place,
  secrets: paths.place,
  // tar refuses what is not there, so the box makes each of them.
  boxPaths: [paths.settings, paths.box, paths.secrets, paths.place, paths.recipients, paths.brand],
  version,
  bin: `/usr/lib/postgresql/${major}/bin`,
  asDatabase: ['runuser', '-u', 'postgres', '--'],
  server: { host: '/var/run/postgresql', port, database: 'hc_portal' },
  data: `/var/lib/postgresql/${major}/hc`,
  doctor: [paths.command, 'doctor'],
  restMs: TEN_MINUTES_MS,
})

/** What the installer writes for PostgreSQL, so that the log goes into the spool, sealed. */
export const archiveSettings = (site: BackupSite): string => `archive_mode = on
archive_timeout = 60
archive_command = 'BACKUP_DIR=${site.spool} BACKUP_RECIPIENTS=${site.recipients} BACKUP_TONIGHT=${tonightOf(site)} sh ${site.script} archive %p %f'
`

/** Makes the folders that the database's user writes to, and the one in memory, which it reads: a boot empties that. */
export async function makeFolders(machine: Machine, site: BackupSite): Promise<void> {
  await machine.run('install', ['-d', '-m', '755', site.run])
  for (const folder of [site.spool, site.scratch])
    await machine.run('install', ['-d', '-o', 'postgres', '-g', 'postgres', '-m', '700', folder])
}
