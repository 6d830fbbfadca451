/** Where a box keeps what. */
export const paths = {
  root: '/opt/hc-portal',
  releases: '/opt/hc-portal/releases',
  current: '/opt/hc-portal/current',
  previous: '/opt/hc-portal/previous',
  slots: '/opt/hc-portal/slots',
  etc: '/etc/hc-portal',
  settings: '/etc/hc-portal/shop.env',
  box: '/etc/hc-portal/box.env',
  secrets: '/etc/hc-portal/secrets',
  brand: '/etc/hc-portal/brand',
  /** Credentials of the place of backups: no process of the shop gets them. */
  place: '/etc/hc-portal/place',
  recipients: '/etc/hc-portal/backup.pub',
  ports: '/etc/hc-portal/ports',
  tls: '/etc/hc-portal/tls',
  edge: '/etc/hc-portal/edge.cfg',
  weights: '/etc/hc-portal/weights.json',
  upgradeSettings: '/etc/hc-portal/upgrade.env',
  edgeMore: '/etc/hc-portal/edge.d',
  maintenance: '/etc/hc-portal/maintenance.http',
  versions: '/etc/hc-portal/versions',
  state: '/var/lib/hc-portal',
  journal: '/var/lib/hc-portal/journal',
  spool: '/var/lib/hc-portal/spool',
  /** How far the takeover of a shop from its backups came. */
  takeover: '/var/lib/hc-portal/takeover.json',
  /** What is known of this shop's move to another machine. */
  move: '/var/lib/hc-portal/move.json',
  reserve: '/var/lib/hc-portal/reserve',
  run: '/run/hc-portal',
  units: '/etc/systemd/system',
  command: '/usr/local/bin/hc',
} as const

/** The two slots, and the ports of their processes on the loopback. */
export const slots = ['blue', 'green'] as const
export type Slot = (typeof slots)[number]
export const otherSlot = (slot: Slot): Slot => (slot === 'blue' ? 'green' : 'blue')
export type Process = 'web' | 'worker' | 'desk'
export const processes: readonly Process[] = ['worker', 'desk', 'web']
const firstPort = { web: 8101, worker: 8111, desk: 8121 } as const
export const portOf = (process: Process, slot: Slot): number => firstPort[process] + slots.indexOf(slot)
/** Where the edge listens if another server of the machine has ports 80 and 443. */
export const BEHIND_PORT = 8100
/** Where certbot answers the authority; the edge sends the challenge's path there. */
export const CHALLENGE_PORT = 8402
export const unitOf = (process: Process, slot: Slot): string => `hc-${process}@${slot}.service`
