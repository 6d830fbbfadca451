import type { DeskResult } from '@hc/contract/desk/calls'
import { helpPath } from '@hc/contract/desk/help'
import type { Checkup, DatabaseFacts, GatewayFact, HealthFacts, ProcessFact, QueueFact } from './facts.ts'
import { daysOf, PROOF_S, type Proofs, type Watched } from './installation.ts'

type Line = DeskResult<'health/read'>['lines'][number]
type Light = Line['light']
type Card = Line['card']

const HOUR = 3_600
const DAY = 86_400

/** A document, and its heading or step that helps. */
type Guide = readonly [runbook?: string, step?: string]
const none: Guide = []
const database: Guide = ['docs/desk.md', 'what-the-database-must-allow']
const slow: Guide = ['docs/desk.md', 'a-transaction-that-does-not-end']
const processes: Guide = ['docs/desk.md', 'processes']
const messages: Guide = ['docs/desk.md', 'messages-that-do-not-go-out']
const gameKeys: Guide = ['docs/runbooks/game-lost-its-data.md', 'step-5']
const replica: Guide = ['docs/runbooks/failover.md', 'look']
const backups: Guide = ['docs/runbooks/backup-restore.md']
const certificates: Guide = ['docs/runbooks/certificates.md']
const opens: Guide = ['docs/runbooks/opening.md', 'step-4']
const beats: Guide = ['docs/runbooks/opening.md', 'step-3']
/** HEARTBEAT_URL is called each minute. */
const SILENT_S = 300
const gatewayGuide: Guide = ['docs/payments.md']

const megabytes = (bytes: number): number => Math.round(bytes / 1e6)
const light = (red: boolean, amber: boolean): Light => (red ? 'red' : amber ? 'amber' : 'green')

type Lines = (key: string, of: Light, values?: Line['values'], at?: number, guide?: Guide) => Line
/** Makes the lines of a card. */
const linesOf =
  (card: Card): Lines =>
  (key, of, values = {}, at = 0, [runbook = '', step = ''] = none) => ({
    key,
    card,
    light: of,
    quiet: key === 'database.alone',
    values,
    at,
    runbook,
    help: helpPath(runbook, step),
  })

function checkups(rows: readonly Checkup[]): Line[] {
  const line = linesOf('books')
  const limits = { watch: 5 * 60, doctor: 26 * HOUR }
  return (['watch', 'doctor'] as const).map((kind) => {
    const row = rows.find((candidate) => candidate.kind === kind)
    if (!row) return line(`${kind}.never`, 'unknown', {}, 0, processes)
    const { at, age, checks, broken, waits } = row
    if (broken > 0)
      return line(`${kind}.broken`, 'red', { broken, checks }, at, ['docs/runbooks/broken-books.md', 'step-1'])
    return line(`${kind}.well`, light(false, age > limits[kind]), { checks, waits }, at, processes)
  })
}

/** From which age (seconds) on a queue is amber, and red. */
const queueLimits: Readonly<Record<string, readonly [amber: number, red: number]>> = {
  deliveries: [120, 900],
  refunds: [600, DAY],
  inbox: [60, 600],
}

/** The guide for a queue that does not shrink. */
const queueGuides: Readonly<Record<string, Guide>> = {
  deliveries: ['docs/runbooks/stuck-order.md', 'step-1'],
  refunds: ['docs/runbooks/failed-refund.md', 'step-1'],
  inbox: ['docs/runbooks/parked-webhook.md'],
  operator: ['docs/runbooks/stuck-order.md', 'step-2'],
  inbox_parked: ['docs/runbooks/parked-webhook.md', 'step-1'],
  disputes: ['docs/desk.md', 'disputes-and-players-data'],
  books_differ: ['docs/runbooks/late-payment.md', 'step-2'],
  undelivered: ['docs/runbooks/stuck-order.md', 'step-2'],
}

const queues = (rows: readonly QueueFact[]): Line[] =>
  rows.map(({ name, n, age }) => {
    const [amber, red] = queueLimits[name] ?? [0, Infinity]
    // Work for a person has no age here; the page of waiting rows shows it.
    const of = n === 0 ? 'green' : light(age > red, age >= amber)
    return linesOf('queues')(`queue.${name}`, of, { n, age }, 0, queueGuides[name])
  })

/** After so long without its word a channel is one row, whose page asks by itself (decision 682). */
const NAMED_S = 3 * DAY
const METHOD_DAYS = 2
/** Whether the gateways that are asked daily for their methods still name them. */
const methodLines = (rows: readonly GatewayFact[]): Line[] =>
  rows.flatMap(({ channel_code: channel, asked: isAsked, named, named_age: age }) => {
    if (!isAsked) return []
    const line = linesOf('payments')
    return named === 0 || age > NAMED_S
      ? [line('gateway.methodsLost', named === 0 ? 'unknown' : 'amber', { channel }, named, gatewayGuide)]
      : [line('gateway.methods', light(false, age > METHOD_DAYS * DAY), { channel }, named, gatewayGuide)]
  })

const gateways = (rows: readonly GatewayFact[]): Line[] =>
  rows.map(({ channel_code: channel, read, age, open, n }) => {
    const line = linesOf('payments')
    if (open) return line('gateway.open', 'red', { channel, n }, read ?? 0, gatewayGuide)
    // A gateway that was never asked has said nothing of itself.
    if (read === null) return line('gateway.never', 'unknown', { channel }, 0, gatewayGuide)
    return line('gateway.well', light(false, age !== null && age > DAY), { channel }, read, gatewayGuide)
  })

const QUIET_S = 7 * DAY
/** A game that never confirmed anything is unknown; one that has stopped to needs a look. */
function gameLines({ key_age: age, key_used: used, confirmed, now }: DatabaseFacts): Line[] {
  const line = linesOf('game')
  return [
    confirmed === 0
      ? line('game.never', 'unknown', {}, 0, gameKeys)
      : now - confirmed > QUIET_S
        ? line('game.quiet', 'amber', {}, confirmed, ['docs/runbooks/stuck-order.md', 'step-1'])
        : line('game.confirmed', 'green', {}, confirmed),
    age === null
      ? line('game.noKey', 'red', {}, 0, gameKeys)
      : line('game.key', light(false, age > 365 * DAY), { days: daysOf(age) }, used ?? 0, gameKeys),
  ]
}

function databaseLines({ bytes, oldest, sees, replicas, lag, days }: DatabaseFacts): Line[] {
  const line = linesOf('database')
  return [
    line('database.size', 'green', { mb: megabytes(bytes) }),
    sees
      ? line('database.oldest', light(oldest > 600, oldest > 60), { age: oldest }, 0, slow)
      : line('database.oldestUnseen', 'unknown', {}, 0, database),
    replicas === 0
      ? line('database.alone', 'off')
      : !sees
        ? line('database.replicasUnseen', 'unknown', { n: replicas }, 0, database)
        : line(
            'database.replicas',
            light((lag ?? 0) > 60, (lag ?? 0) > 30),
            { n: replicas, age: Math.round(lag ?? 0) },
            0,
            replica,
          ),
    line('database.partitions', light(days === 0, days < 3), { days }, 0, ['docs/desk.md', 'alerts']),
  ]
}

/** A process reports each minute that it is alive. */
const GONE_SECONDS = 120
const CLOCK_OFF_MS = 2_000
/** An update has two versions beside each other for so long. */
const UPDATE_SECONDS = 15 * 60

/** The reports of processes: a role without a process, a wrong clock, different versions. */
function processLines(rows: readonly ProcessFact[]): Line[] {
  const line = linesOf('processes')
  const alive = rows.filter(({ age }) => age <= GONE_SECONDS)
  const last = new Map(rows.map(({ role, seen: at }) => [role, at]))
  const missing = [...last].filter(([role]) => alive.every((process) => process.role !== role))
  const off = Math.max(0, ...alive.map((process) => process.off))
  const versions = [...new Set(alive.map(({ version }) => version))].join(', ')
  const updates = alive.some(({ runs }) => runs < UPDATE_SECONDS)
  return [
    line('process.alive', light(false, alive.length === 0), { n: alive.length, versions }, 0, processes),
    ...missing.map(([role, at]) => line('process.gone', 'amber', { role }, at, processes)),
    ...(off > CLOCK_OFF_MS ? [line('process.clock', 'amber', { ms: off }, 0, processes)] : []),
    ...(versions.includes(', ')
      ? [line(updates ? 'process.update' : 'process.versions', light(false, !updates), { versions }, 0, processes)]
      : []),
  ]
}

const REAL_S = 7 * DAY
/** Sealed files that the place of the backups has not taken for so long need a look, and then are an emergency. */
const BEHIND_S = 15 * 60
const STUCK_S = 4 * HOUR
const proving: Guide = ['docs/runbooks/backup-restore.md', 'the-proof-of-each-night']
const recoveryKey: Guide = ['docs/runbooks/backup-restore.md', 'the-recovery-key']
const places: Guide = ['docs/runbooks/backup-restore.md', 'the-place']

/** A proof that was tried and could compare nothing is no proof, and no fault of the backup. Decision 722. */
function proofLine({ last, good }: Proofs, now: number): Line {
  const line = linesOf('backups')
  if (!last) return line('backup.late', 'red', {}, 0, proving)
  if (now - last.at > PROOF_S) return line('backup.late', 'red', {}, good?.at ?? 0, proving)
  const { detail } = last
  if (last.equal === false) return line('backup.unequal', 'red', { detail }, last.at, proving)
  if (last.equal === null || !good) return line('backup.unproved', 'amber', { detail }, last.at, proving)
  // The desk shows a written time as it is, with its zone.
  const until = `${new Date(1000 * good.until).toISOString().slice(0, 16)} UTC`
  return line('backup.proved', 'green', { seconds: good.seconds, until }, good.at)
}

/** What is known of the backups of a machine that proves them. */
function provedLines({ watched: { proofs, now } }: HealthFacts): Line[] {
  const line = linesOf('backups')
  const { place, keyOpened } = proofs
  const behind = place?.since ? now - place.since : 0
  return [
    proofLine(proofs, now),
    keyOpened === null
      ? line('backup.keyUntried', 'amber', {}, 0, recoveryKey)
      : line('backup.keyOpened', 'green', {}, keyOpened),
    ...(place && behind > BEHIND_S
      ? [line('backup.waits', light(behind > STUCK_S, true), { n: place.waiting }, place.since ?? 0, places)]
      : []),
    ...(place?.deletes ? [line('backup.deletable', 'amber', {}, 0, places)] : []),
  ]
}

/** A backup that a person verified, once a month. Without one, real money makes it urgent. */
function backupLines(facts: HealthFacts): Line[] {
  const { url, realSince } = facts
  const { backup, now, proofs } = facts.watched
  const line = linesOf('backups')
  const isProving = proofs.last !== null || proofs.place !== null
  if (backup === null) {
    if (isProving) return provedLines(facts)
    const risks = realSince !== null && now - realSince > REAL_S
    return [line('backup.never', risks ? 'red' : url.protocol === 'https:' ? 'amber' : 'off', {}, 0, backups)]
  }
  const days = daysOf(now - backup)
  // Where each night proves a backup, a person's look is never red.
  const verified = line('backup.verified', light(days > 62 && !isProving, days > 35), { days }, backup, backups)
  return isProving ? [...provedLines(facts), verified] : [verified]
}

/** A shop that sells nothing says so; an open one needs no line. */
function openingLines({ opening }: Watched): Line[] {
  if (opening === 'open') return []
  return [linesOf('payments')(`opening.${opening}`, opening === 'soon' ? 'off' : 'amber', {}, 0, opens)]
}

/** Somebody outside who hears of silence. */
function heartbeatLines({ heartbeat: isSet, watched: { heartbeat: beat, now } }: HealthFacts): Line[] {
  const line = linesOf('processes')
  if (isSet === null) return []
  if (!isSet) return [line('heartbeat.none', 'amber', {}, 0, beats)]
  if (!beat) return []
  return now - beat.answered > SILENT_S
    ? [line('heartbeat.silent', 'red', { detail: beat.detail }, beat.answered, beats)]
    : [line('heartbeat.answered', 'green', {}, beat.answered, beats)]
}

function certificateLine({ certificate, now }: Watched, { host, protocol }: URL): Line {
  const line = linesOf('address')
  if (protocol !== 'https:') return line('certificate.none', 'off', {}, 0, certificates)
  if (!certificate) return line('certificate.never', 'unknown', { host }, 0, certificates)
  const { ends, looked } = certificate
  if (ends === null) return line('certificate.unread', 'unknown', { host }, looked, certificates)
  const timeLeft = ends - now
  if (timeLeft <= 0) return line('certificate.over', 'red', { host }, ends, certificates)
  const state = light(timeLeft < 7 * DAY, timeLeft < 21 * DAY)
  return line('certificate.ends', state, { host, days: daysOf(timeLeft) }, ends, certificates)
}

function diskLine(disk: HealthFacts['disk']): Line {
  const line = linesOf('database')
  if (!disk) return line('disk.elsewhere', 'unknown', {}, 0, ['docs/scale.md'])
  const { free, whole } = disk
  const values = { gb: Math.floor(free / 1e9), percent: Math.floor((100 * free) / whole) }
  return line('disk.free', light(free < 0.05 * whole, free < 0.15 * whole), values, 0, ['docs/scale.md'])
}

/** The shop's health, and that of its surroundings: disk, backups and certificate. Nothing else is asked. */
export function healthOf(facts: HealthFacts): { lines: Line[]; house: Line[] } {
  const { database: rest, watched } = facts
  return {
    lines: [
      ...checkups(facts.checkups),
      ...processLines(facts.processes),
      ...queues(facts.queues),
      ...gateways(facts.gateways),
      ...methodLines(facts.gateways),
      ...databaseLines(rest),
      linesOf('messages')(
        'messages',
        light(rest.messages > 1000, rest.failed > 0),
        { n: rest.messages, failed: rest.failed },
        0,
        messages,
      ),
      ...gameLines(rest),
      linesOf('books')(
        'audit',
        // Nobody could tell yet whether a line was taken away.
        rest.anchor === null ? 'unknown' : 'green',
        { seq: rest.audit, day: rest.anchor ?? '' },
        0,
        ['docs/runbooks/audit.md'],
      ),
    ],
    house: [
      ...(watched.growth === null
        ? []
        : [linesOf('database')('disk.grows', 'green', { daily: megabytes(watched.growth) })]),
      diskLine(facts.disk),
      ...backupLines(facts),
      certificateLine(watched, facts.url),
      ...openingLines(watched),
      ...heartbeatLines(facts),
    ],
  }
}
