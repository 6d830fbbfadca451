import type { Machine } from '../machine.ts'
import { updateSteps } from '../debian/steps.ts'
import { fileStep } from '../kinds.ts'
import { must, type Step } from '../steps.ts'

/** What the box takes from Debian, which keeps it safe: PostgreSQL, the edge, certificates, sealing and copying. */
export const debianPackages = (postgres: string): string[] => [
  `postgresql-${postgres}`,
  'haproxy',
  'certbot',
  'age',
  'rclone',
  'unattended-upgrades',
  'zstd',
  'minisign',
  'chrony',
  'openssl',
]

/** The server before a box has the certificates of both hosts. */
const CERTIFICATES = 'certbot'

async function missingOf(machine: Machine, names: readonly string[]): Promise<string[]> {
  const { stdout } = await machine.run('dpkg-query', ['-W', '-f', '${Package} ${db:Status-Abbrev}\n', ...names])
  const present = new Set([...stdout.matchAll(/^(\S+) ii/gm)].map(([, name]) => name))
  return names.filter((name) => !present.has(name))
}

/** How often a mirror that fails half-way is asked, and the pause between. */
const TRIES = 3
const PAUSE_MS = 5000
/** A fresh server's first boot may still update. */
const LOCK_SECONDS = 300

function packagesStep(names: readonly string[], foreignEdge: boolean): Step {
  return {
    name: 'Debian packages',
    async look(machine) {
      const missing = await missingOf(machine, names)
      return missing.length === 0 ? null : `installs ${missing.join(', ')}`
    },
    async do(machine, say) {
      const options = {
        timeoutMs: 900_000,
        env: { DEBIAN_FRONTEND: 'noninteractive', NEEDRESTART_MODE: 'l' },
      }
      const lock = ['-q', '-o', `DPkg::Lock::Timeout=${LOCK_SECONDS}`]
      for (let attempt = 1; ; attempt++) {
        const missing = await missingOf(machine, names)
        if (missing.length === 0) return
        try {
          // A package that a cut power left half-way.
          await must(machine, 'dpkg', ['--configure', '-a'], options)
          await must(machine, 'apt-get', [...lock, 'update'], options)
          await must(machine, 'apt-get', [...lock, '-y', '--no-install-recommends', 'install', ...missing], options)
          // Debian starts it; one that was there before may be the server that leads to the shop.
          if (foreignEdge && missing.includes('haproxy'))
            await must(machine, 'systemctl', ['disable', '--now', 'haproxy.service'])
        } catch (error) {
          if (attempt >= TRIES) throw error
          say(`Debian's packages, once more: ${error instanceof Error ? error.message : ''}`)
          await machine.pause(PAUSE_MS)
        }
      }
    },
    // Debian's packages harm nobody, and others may use them by now.
    undo: () => Promise.resolve(),
  }
}

/** Debian's own edge and cluster would take the port and the socket's first place. */
const debiansEdge: Step = {
  name: "Debian's own edge",
  async look(machine) {
    const { stdout } = await machine.run('systemctl', ['is-enabled', 'haproxy.service'])
    return stdout.trim() === 'enabled' ? "turns Debian's haproxy.service off: hc-edge.service takes its place" : null
  },
  async do(machine) {
    await must(machine, 'systemctl', ['disable', '--now', 'haproxy.service'])
  },
  async undo(machine) {
    await machine.run('systemctl', ['enable', 'haproxy.service'])
  },
}

/** `foreignEdge`: Debian's haproxy may be the server that leads to the shop. */
export const packageSteps = (postgres: string, foreignEdge = false): Step[] => [
  fileStep({
    name: "no cluster of Debian's own",
    path: '/etc/postgresql-common/createcluster.conf',
    // Debian's own file reads conf.d; without this line nobody does, and the box's settings are silent.
    content: `# Made by hc install: the box has a cluster of its own.
create_main_cluster = false
add_include_dir = 'conf.d'
`,
  }),
  packagesStep(
    debianPackages(postgres).filter((name) => !foreignEdge || name !== CERTIFICATES),
    foreignEdge,
  ),
  ...updateSteps,
  ...(foreignEdge ? [] : [debiansEdge]),
]
