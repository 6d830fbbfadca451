import { otherSlot, paths, portOf, type Process, type Slot } from '../paths.ts'

/** systemd's units of a box. `%` is a specifier there, so an address in a URL writes it twice. */
const socket = '%%2Fvar%%2Frun%%2Fpostgresql'
const databaseOf = (role: string): string => `postgres://${role}@${socket}/hc_portal`

/** What no process of the shop needs. V8 makes code at run time, so memory may become executable. */
const sandbox = `NoNewPrivileges=yes
ProtectSystem=strict
ProtectHome=yes
PrivateTmp=yes
PrivateDevices=yes
ProtectClock=yes
ProtectControlGroups=yes
ProtectHostname=yes
ProtectKernelLogs=yes
ProtectKernelModules=yes
ProtectKernelTunables=yes
ProtectProc=invisible
RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX
RestrictNamespaces=yes
RestrictRealtime=yes
RestrictSUIDSGID=yes
LockPersonality=yes
RemoveIPC=yes
SystemCallArchitectures=native
SystemCallFilter=@system-service
SystemCallFilter=~@privileged @resources
CapabilityBoundingSet=
UMask=0077`

type Shop = { postgres: string; flags: readonly string[]; env: Readonly<Record<string, string>> }
const of = {
  web: { about: 'the shop that players see', user: 'hc-web', role: 'web', database: 'hc_shop' },
  worker: { about: 'the work behind the shop', user: 'hc-core', role: 'worker', database: 'hc_owner' },
  desk: { about: "the publisher's desk", user: 'hc-core', role: 'console', database: 'hc_owner' },
} as const

/** The template of a process; its instance is a slot. */
export function processUnit(process: Process, { postgres, flags, env }: Shop): string {
  const { about, user, role, database } = of[process]
  return `# Made by hc install; changes are undone by its next run.
[Unit]
Description=HC Portal: ${about} (%i)
After=network-online.target ${postgres}
Wants=network-online.target ${postgres}

[Service]
User=${user}
Group=${user}
WorkingDirectory=${paths.slots}/%i
Environment=NODE_COMPILE_CACHE=%C/hc-${process}-%i ${Object.entries(env)
    .map(([name, value]) => `${name}=${value}`)
    .join(' ')}
Environment=NODE_ENV=production DEMO=0 ROLE=${role} HOST=127.0.0.1 TRUST_PROXY=1 METRICS_PUBLIC=1${process === 'desk' ? '' : ' CONSOLE_PORT=0'}
Environment=DATABASE_URL=${databaseOf(database)}
EnvironmentFile=${paths.settings}
EnvironmentFile=${paths.ports}/${process}-%i
CacheDirectory=hc-${process}-%i
ExecStart=${paths.slots}/%i/node/bin/node ${flags.join(' ')} apps/server/dist/main.js
Restart=always
RestartSec=2
TimeoutStopSec=40
LogNamespace=hc
${sandbox}

[Install]
WantedBy=multi-user.target
`
}

type Shadow = { release: string; port: number; socket: string; env: string }
/** A release on a copy of the database: one process without a network, which ends with the trial. */
export const shadowUnit = ({ release, port, socket, env }: Shadow): string => `# Made by hc upgrade, for a trial.
[Unit]
Description=HC Portal: a release on a copy of the database

[Service]
User=hc-core
Group=hc-core
WorkingDirectory=${release}
EnvironmentFile=${paths.settings}
EnvironmentFile=${env}
Environment=NODE_ENV=production DEMO=0 SHADOW=1 ROLE=all HOST=127.0.0.1 PORT=${port} CONSOLE_PORT=0
Environment=DATABASE_URL=postgres://hc_owner@${encodeURIComponent(socket).replaceAll('%', '%%')}/hc_portal
ExecStart=${release}/node/bin/node apps/server/dist/main.js
PrivateNetwork=yes
CPUWeight=20
LogNamespace=hc
${sandbox}
`

/** The ports of one process: a desk has only its own listener. The release before stands in the other slot. */
export const portFile = (process: Process, slot: Slot): string =>
  `${process === 'desk' ? 'CONSOLE_PORT' : 'PORT'}=${portOf(process, slot)}\n` +
  (process === 'web' ? `FORMER_ASSETS=${paths.slots}/${otherSlot(slot)}/apps/portal/dist/client/assets\n` : '')

/** The secrets that systemd hands to a process: each as a file that it alone can read. */
export const secretsOf = (names: readonly string[]): string =>
  `# Made by hc: a line for each file of ${paths.secrets}.
[Service]
${names.map((name) => `LoadCredential=${name}:${paths.secrets}/${name}\nEnvironment=${name}_FILE=%d/${name}\n`).join('')}`

export const edgeUnit = `# Made by hc install; changes are undone by its next run.
[Unit]
Description=HC Portal: the edge (TLS, both hosts)
After=network-online.target
Wants=network-online.target

[Service]
Type=notify
RuntimeDirectory=hc-edge
Environment=CONFIG=${paths.edge}
ExecStartPre=/usr/sbin/haproxy -Ws -c -q -f ${paths.edge} -f ${paths.edgeMore}
ExecStart=/usr/sbin/haproxy -Ws -f ${paths.edge} -f ${paths.edgeMore} -p /run/hc-edge/pid
ExecReload=/usr/sbin/haproxy -Ws -c -q -f ${paths.edge} -f ${paths.edgeMore}
ExecReload=/bin/kill -USR2 $MAINPID
KillMode=mixed
Restart=always
SuccessExitStatus=143
LogNamespace=hc
NoNewPrivileges=yes
ProtectSystem=strict
ProtectHome=yes
ProtectKernelModules=yes
ProtectKernelTunables=yes
ProtectControlGroups=yes
RestrictNamespaces=yes
ReadWritePaths=/run/hc-edge

[Install]
WantedBy=multi-user.target
`

type Timer = { about: string; command: string; when: string }
/** A unit that a timer starts, with its timer. */
export const timerUnits = ({ about, command, when }: Timer): { service: string; timer: string } => ({
  service: `# Made by hc install; changes are undone by its next run.
[Unit]
Description=HC Portal: ${about}

[Service]
Type=oneshot
ExecStart=${command}
Nice=10
IOSchedulingClass=idle
LogNamespace=hc
ProtectHome=read-only
NoNewPrivileges=yes
`,
  timer: `# Made by hc install; changes are undone by its next run.
[Unit]
Description=HC Portal: ${about}

[Timer]
${when}

[Install]
WantedBy=timers.target
`,
})

export const recoverUnit = `# Made by hc install; changes are undone by its next run.
[Unit]
Description=HC Portal: what a power cut interrupted
Before=multi-user.target
After=local-fs.target

[Service]
Type=oneshot
ExecStart=${paths.command} recover
LogNamespace=hc

[Install]
WantedBy=multi-user.target
`

/** Before the database starts: its folder has its place again, if a restore was cut while two folders changed names. */
export const foldersUnit = (postgres: string): string => `# Made by hc install; changes are undone by its next run.
[Unit]
Description=HC Portal: the folder of the database, after a restore that was interrupted
Before=postgresql@${postgres}-hc.service hc-recover.service
After=local-fs.target
ConditionPathExists=${paths.journal}/restore.json

[Service]
Type=oneshot
ExecStart=${paths.command} restore --undo --boot
LogNamespace=hc

[Install]
WantedBy=multi-user.target
`

/** The shop's own log: 1 GB and 30 days. */
export const journalSettings = `[Journal]
Storage=persistent
SystemMaxUse=1G
MaxRetentionSec=30day
`
