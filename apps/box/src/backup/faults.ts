/** What can be wrong with a backup, each with its sentence. */
const sentences = {
  wrongKey: 'The key is not the one that {file} was sealed for.',
  noKey: 'That is no recovery key: it begins with AGE-SECRET-KEY-1.',
  damaged: '{file} is damaged: at least one byte is not what was sealed.',
  missing: '{file} is not at {place}.',
  away: '{place} cannot be reached: {why}',
  full: '{place} is full: {file} waits on this machine.',
  occupied: '{place} has sealed files of another shop: BACKUP_TO must name an empty folder.',
  otherBytes: '{place} gave back other bytes than it was given: {file} stays on this machine, too.',
  noBackup: '{place} has no backup{before}.',
  newer: 'The backup {backup} is of release {version}, this machine runs {runs}: install {version} first.',
  otherMajor:
    'The backup {backup} is of PostgreSQL {major}, this machine has {has}: apt-get install postgresql-{major}',
  disk: 'A copy needs {needs} GB beside the shop, and {free} GB are free.',
  manifest: '{backup} is not whole: {why}',
  recovery: 'The copy did not reach its moment: {why}',
  logEnds: 'The log at the place ends before that moment: hc restore latest',
  doctor: 'The books of the copy do not hold: {why}',
  differs: 'The copy is not the shop: {what}',
  changed: 'The shop’s own history is not what was noted: {what}',
  archive: 'PostgreSQL hands over no log: {why}',
  database: 'The database refused: {why}',
  sealing: '{file} was not sealed: {why}',
} as const
export type FaultKey = keyof typeof sentences

/** A fault of a backup. Its message is a sentence for the operator; nothing was changed. */
export class BackupFault extends Error {
  readonly key: FaultKey
  constructor(key: FaultKey, values: Readonly<Record<string, string | number>> = {}) {
    super(sentences[key].replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? '')))
    this.key = key
  }
}

/** What backup.sh said, as a fault. */
export function faultOf(stderr: string, file: string): BackupFault {
  if (/ is not for the key in /.test(stderr)) return new BackupFault('wrongKey', { file })
  if (/there is no age key in /.test(stderr)) return new BackupFault('noKey')
  if (/ is damaged|not empty|nothing to use/.test(stderr)) return new BackupFault('damaged', { file })
  if (/^backup\.sh: no /m.test(stderr)) return new BackupFault('missing', { file, place: 'the copy' })
  return new BackupFault('sealing', { file, why: stderr.trim().split('\n').at(-1) ?? '' })
}
