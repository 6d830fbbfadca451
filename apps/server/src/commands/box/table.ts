import type { BoxCommand } from '../../../../../scripts/commands.mjs'
import type { Member } from './member.ts'

/** The box's commands: each is loaded when it is called. */
export const boxMembers: Readonly<Record<BoxCommand, () => Promise<Member>>> = {
  install: async () => (await import('./install.ts')).install,
  status: async () => (await import('./status.ts')).status,
  look: async () => (await import('./status.ts')).look,
  settings: async () => (await import('./settings.ts')).settings,
  set: async () => (await import('./settings.ts')).set,
  unset: async () => (await import('./settings.ts')).unset,
  secret: async () => (await import('./secret.ts')).secret,
  restart: async () => (await import('./processes.ts')).restart,
  logs: async () => (await import('./processes.ts')).logs,
  backup: async () => (await import('./backup.ts')).backup,
  ship: async () => (await import('./backup.ts')).ship,
  restore: async () => (await import('./backup.ts')).restore,
  move: async () => (await import('./move.ts')).move,
  export: async () => (await import('./export.ts')).exportCommand,
  disk: async () => (await import('./disk.ts')).disk,
  versions: async () => (await import('./upgrade.ts')).versions,
  upgrade: async () => (await import('./upgrade.ts')).upgrade,
  rollback: async () => (await import('./upgrade.ts')).rollback,
  auto: async () => (await import('./upgrade.ts')).auto,
  debian: async () => (await import('./debian.ts')).debian,
  probe: async () => (await import('./probe.ts')).probe,
  init: async () => (await import('./init.ts')).init,
  keep: async () => (await import('./keep.ts')).keep,
  recover: async () => (await import('./recover.ts')).recover,
}
