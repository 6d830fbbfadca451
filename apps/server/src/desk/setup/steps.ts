import type { DeskResult } from '@hc/contract/desk/calls'
import { setupSteps } from '@hc/contract/desk/setup-steps'
import { helpPath } from '@hc/contract/desk/help'
import { PROOF_S } from '../health/installation.ts'
import type { Machine, Proof, SetupFacts } from './facts.ts'

type Setup = DeskResult<'setup/read'>
export type Step = Setup['steps'][number]
type State = Step['state']
type Verdict = { state: State; key: string; values?: Step['values'] }

const DAY = 86_400
const WEEK = 7 * DAY
const PULL_S = 300
/** A certificate with less left is renewed by hand, or its renewal is broken. */
const CERTIFICATE_DAYS = 20
/** What is looked at each minute has nothing to say after five. */
const LOOK_S = 300
const CLOCK_S = 2

const untried: Proof = { at: 0, provenAt: 0, failed: '', detail: '', asks: false }

/** A test that failed after the last proof says more than the proof. */
const broken = ({ failed, detail }: Proof): Verdict | null =>
  failed === '' ? null : { state: 'broken', key: failed, values: { detail } }

function address({ house, certificateDays: days }: SetupFacts, proof: Proof): Verdict {
  const url = house.publicUrl
  const failed = broken(proof)
  if (failed) return { ...failed, values: { ...failed.values, url } }
  if (proof.provenAt === 0) return { state: 'todo', key: 'untested', values: { url } }
  if (!url.startsWith('https:'))
    return house.mode === 'demo'
      ? { state: 'done', key: 'answers', values: { url } }
      : { state: 'attention', key: 'plain', values: { url } }
  if (days === null) return { state: 'done', key: 'answers', values: { url } }
  return days < CERTIFICATE_DAYS
    ? { state: 'attention', key: 'ending', values: { url, days } }
    : { state: 'done', key: 'secure', values: { url, days } }
}

/** Both hosts, over TLS that a browser believes, for some weeks to come. */
function tls({ house, certificateDays, consoleDays }: SetupFacts, proof: Proof): Verdict {
  const hosts = [house.publicUrl, ...(house.consoleUrl === null ? [] : [house.consoleUrl])]
  const plain = hosts.filter((url) => !url.startsWith('https:'))
  if (plain.length > 0) return { state: 'todo', key: 'plain', values: { url: plain.join(', ') } }
  const failed = broken(proof)
  if (failed) return failed
  if (proof.provenAt === 0) return { state: 'todo', key: 'untested' }
  const days = house.consoleUrl === null ? certificateDays : certificateDays && consoleDays
  if (days === null || certificateDays === null) return { state: 'unknown', key: 'unread' }
  const fewest = Math.min(certificateDays, days)
  return fewest < CERTIFICATE_DAYS
    ? { state: 'attention', key: 'ending', values: { days: fewest } }
    : { state: 'done', key: 'secure', values: { days: fewest } }
}

/** What the machine says of itself. It looks each minute; an old look says nothing. */
function lookedAt({ machine, now }: SetupFacts): Verdict | Machine['facts'] {
  if (!machine) return { state: 'unknown', key: 'unseen' }
  return now - machine.at > LOOK_S
    ? { state: 'unknown', key: 'stale', values: { minutes: Math.floor((now - machine.at) / 60) } }
    : machine.facts
}

/** Signatures and one-time codes of a clock that is wrong are worth nothing. */
function clock(facts: SetupFacts): Verdict {
  const look = lookedAt(facts)
  if ('state' in look) return look
  const { clock_off_s: off } = look
  if (off == null) return { state: 'unknown', key: 'unheard' }
  const seconds = Math.abs(off).toFixed(3)
  return Math.abs(off) < CLOCK_S
    ? { state: 'done', key: 'well', values: { seconds } }
    : { state: 'broken', key: 'off', values: { seconds } }
}

function updates(facts: SetupFacts): Verdict {
  const look = lookedAt(facts)
  if ('state' in look) return look
  if (look.updates == null) return { state: 'unknown', key: 'unheard' }
  if (look.updates === 'off') return { state: 'todo', key: 'off' }
  return look.restart_needed ? { state: 'attention', key: 'restart' } : { state: 'done', key: 'on' }
}

/** Somebody outside hears of silence. */
function heartbeat({ house, heartbeat: beat, now }: SetupFacts, proof: Proof): Verdict {
  if (!house.heartbeat) return { state: 'attention', key: 'none' }
  const lastAnswer = Math.max(beat?.answered ?? 0, proof.provenAt)
  if (lastAnswer > now - LOOK_S) return { state: 'done', key: 'answered' }
  if (!beat) return broken(proof) ?? { state: 'unknown', key: 'untested' }
  return { state: 'broken', key: 'silent', values: { detail: beat.detail } }
}

/** A gateway is connected after it answered us with its present keys, and its webhook came with them. */
function gateway({ house, gateways }: SetupFacts, proof: Proof): Verdict {
  const names = (of: SetupFacts['gateways']): string =>
    of.map(({ code }) => house.gateways.get(code) ?? code).join(', ')
  if (gateways.length === 0) return { state: 'todo', key: 'none' }
  const failed = broken(proof)
  if (failed) return failed
  const silent = gateways.filter(({ asked, changed }) => Math.max(asked, proof.provenAt) <= changed)
  if (silent.length > 0) return { state: 'todo', key: 'untested', values: { names: names(silent) } }
  const deaf = gateways.filter(({ webhook, changed }) => webhook <= changed)
  if (deaf.length > 0) return { state: 'attention', key: 'no_webhook', values: { names: names(deaf) } }
  return { state: 'done', key: house.mode, values: { names: names(gateways) } }
}

function game({ house, key, confirmed, now }: SetupFacts, proof: Proof): Verdict {
  const failed = broken(proof)
  if (failed) return failed
  if (confirmed > now - WEEK) return { state: 'done', key: 'confirmed' }
  if (house.gameUrl === null && key.live && key.used > now - PULL_S) return { state: 'done', key: 'pulls' }
  if (proof.provenAt > 0) return { state: 'done', key: 'refuses' }
  if (!key.live) return { state: 'todo', key: house.gameUrl === null ? 'nothing' : 'no_key' }
  return { state: 'attention', key: house.gameUrl === null ? 'waits' : 'untested' }
}

function mail({ house, mailed }: SetupFacts, proof: Proof): Verdict {
  if (house.mail === null) return { state: 'todo', key: 'none' }
  const failed = broken(proof)
  if (failed) return failed
  if (proof.provenAt > 0) return { state: 'done', key: 'typed' }
  return { state: 'attention', key: mailed > 0 ? 'sent' : 'untested' }
}

function products({ products: { active, lacking } }: SetupFacts): Verdict {
  if (active === 0) return { state: 'todo', key: 'none' }
  if (lacking > 0) return { state: 'attention', key: 'lacking', values: { n: active, lacking } }
  return { state: 'done', key: 'complete', values: { n: active } }
}

function countries({ products: { active }, countries: { open, untaxed } }: SetupFacts): Verdict {
  if (active === 0) return { state: 'todo', key: 'nothing' }
  if (untaxed > 0) return { state: 'attention', key: 'untaxed', values: { n: open, untaxed } }
  return { state: 'done', key: open === 0 ? 'base' : 'complete', values: { n: open } }
}

function legal({ house: { shippedPages: pages, hasStatement } }: SetupFacts): Verdict {
  if (pages.length > 0) return { state: 'todo', key: 'shipped', values: { n: pages.length, pages: pages.join(' ') } }
  return hasStatement ? { state: 'done', key: 'own' } : { state: 'attention', key: 'statement' }
}

function team({ team: { owners, people, deciders } }: SetupFacts): Verdict {
  if (owners === 0) return { state: 'todo', key: 'none' }
  return deciders < 2
    ? { state: 'attention', key: 'alone', values: { owners, people } }
    : { state: 'done', key: 'enough', values: { owners, people } }
}

function alerts({ places }: SetupFacts, proof: Proof): Verdict {
  if (places.length === 0) return { state: 'todo', key: 'none' }
  const failed = broken(proof)
  if (failed) return failed
  return proof.provenAt > 0
    ? { state: 'done', key: 'typed', values: { n: places.length } }
    : { state: 'attention', key: 'untested', values: { n: places.length } }
}

/** A machine that proves its backups each night is asked for the proof, and for a key that somebody still has. */
function backup({ backup: at, backups: { last, good, keyOpened, place }, now }: SetupFacts): Verdict {
  const hours = (since: number): number => Math.max(0, Math.floor((now - since) / 3_600))
  if (last?.equal === false) return { state: 'broken', key: 'unequal', values: { detail: last.detail } }
  if (good && now - good.at < PROOF_S)
    return keyOpened === null
      ? { state: 'attention', key: 'key' }
      : { state: 'done', key: 'proved', values: { hours: hours(good.at) } }
  if (last && now - last.at < PROOF_S) return { state: 'attention', key: 'unproved', values: { detail: last.detail } }
  if (last || place) return { state: 'attention', key: 'late' }
  if (at === 0) return { state: 'todo', key: 'never' }
  return now - at < PROOF_S
    ? { state: 'done', key: 'verified', values: { hours: hours(at) } }
    : { state: 'attention', key: 'old', values: { days: Math.floor(hours(at) / 24) } }
}

function order({ rehearsed, house: { mode } }: SetupFacts): Verdict {
  if (!rehearsed) return { state: 'todo', key: mode === 'live' ? 'never' : 'never_test' }
  return mode === 'test' ? { state: 'attention', key: 'test' } : { state: 'done', key: 'rehearsed' }
}

/** Each step: what is found of it, and the document that helps. */
const steps: Record<
  Step['step'],
  readonly [find: (facts: SetupFacts, proof: Proof) => Verdict, document: string, heading?: string]
> = {
  address: [address, 'docs/runbooks/certificates.md'],
  tls: [tls, 'docs/runbooks/certificates.md'],
  clock: [clock, 'docs/runbooks/opening.md', 'step-2'],
  gateway: [gateway, 'docs/payments.md'],
  game: [game, 'docs/desk.md', 'opening-the-shop'],
  mail: [mail, 'docs/desk.md', 'messages-that-do-not-go-out'],
  products: [products, ''],
  countries: [countries, 'docs/pricing-and-tax.md'],
  legal: [legal, 'docs/desk.md', 'opening-the-shop'],
  team: [team, ''],
  alerts: [alerts, 'docs/desk.md', 'alerts'],
  heartbeat: [heartbeat, 'docs/runbooks/opening.md', 'step-3'],
  backup: [backup, 'docs/runbooks/backup-restore.md'],
  updates: [updates, 'docs/runbooks/opening.md', 'step-2'],
  order: [order, ''],
}

/** A shop may open without them. That money needs a second person is one more advice: docs/decisions/operations.md. */
const maybe: ReadonlySet<Step['step']> = new Set(['alerts', 'heartbeat', 'order'])

/** Steps of which the last part is advice: a second person, a page about accessibility, a restart for a kernel. */
const advised: ReadonlySet<Step['step']> = new Set(['team', 'legal', 'updates'])
/** Steps of a box, and of a shop that calls somebody outside. */
const ofBox: ReadonlySet<Step['step']> = new Set(['tls', 'clock', 'updates'])
const isAsked = (step: Step['step'], { box, heartbeat: isSet }: SetupFacts['house']): boolean =>
  box || !(ofBox.has(step) || (step === 'heartbeat' && !isSet))

/** The steps of "Open your shop". Nothing is done by a person's word: each state follows from facts. */
export function setupOf(facts: SetupFacts): Setup {
  const all = setupSteps
    .filter((name) => isAsked(name, facts.house))
    .map((step): Step => {
      const [find, document, heading] = steps[step]
      const proof = facts.proofs[step] ?? untried
      const { state, key, values = {} } = find(facts, proof)
      return {
        step,
        state,
        must: !maybe.has(step) && !(advised.has(step) && state === 'attention'),
        key,
        values,
        tested_at: Math.floor(proof.at),
        asks: proof.asks,
        help: helpPath(document, heading),
      }
    })
  return {
    mode: facts.house.mode,
    opening: facts.opening,
    done: all.filter(({ state }) => state === 'done').length,
    open: all.every(({ state, must }) => !must || state === 'done'),
    steps: all,
  }
}
