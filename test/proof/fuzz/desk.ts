import { randomUUID } from 'node:crypto'
import type { DeskCall } from '@hc/contract/desk/call'
import { type DeskCallName, deskCalls } from '@hc/contract/desk/calls'
import { right, type RoleKey, roleKeys } from '@hc/contract/desk/permissions'
import { type ErrorKey, errors, wireKey } from '@hc/contract/errors'
import { z } from 'zod'
import type { DeskClient } from '../../kit/desk.ts'
import type { OtherShop } from '../../kit/other-shop.ts'
import { type Body, bodiesOf, type Hints, type Kind, spoiled } from './bodies.ts'
import { deskHints, deskPeople, type People, restorePeople, rowsOf, watchRows } from './desk-people.ts'
import { knownCalls } from './desk-known.ts'
import { deskScene, type Scene } from './desk-scene.ts'
import { brokenLines } from '../faults/desk.ts'
import { anyAnswer, type Envelope, envelopeOf } from './oracles.ts'
import { showAnswer, showAsk } from './report.ts'
import { type Answer, type Ask, inFlight, send } from './send.ts'
import { settled } from './state.ts'
import type { World } from './walk.ts'

type Who = RoleKey | 'nobody' | 'suspended'
/** Bodies of each kind: for callers with the right, and for others, who are refused before the body matters. */
const MAY: Readonly<Record<Kind, number>> = { valid: 4, mutated: 3, garbage: 1 }
const MAY_NOT: Readonly<Record<Kind, number>> = { valid: 1, mutated: 1, garbage: 0 }
/** Errors that every desk call may answer, besides its own. */
const EVERYWHERE: ReadonlySet<ErrorKey> = new Set<ErrorKey>([
  'InvalidParams',
  'UnsupportedMediaType',
  'PayloadTooLarge',
  'NotAllowed',
  'KeyOfAnother',
  'NeedsApproval',
  'TooManyRequests',
])
const ALLOWED_AT_DOOR = new Set(['InvalidParams', 'UnsupportedMediaType', 'PayloadTooLarge'])
/** The only calls that reveal a player's addresses. */
const REVEALS: ReadonlySet<DeskCallName> = new Set<DeskCallName>([
  'player/reveal',
  'player/exportTake',
  'document/reveal',
  'withdrawal/reveal',
])
/** The number of wrong bodies before a call that succeeds. */
const SPOILED = 2
const NO_PROVIDER = 'needs a provider of single sign-on: apps/server/src/desk/staff/sso.http.test.ts has one'
const NO_KEY = "needs a passkey's signature: test/e2e/desk/access.test.ts has the browser's virtual authenticator"
/** Calls that never succeed here, and why. Every other one does, or it is a finding. Decision 424. */
const NEVER: Readonly<Partial<Record<DeskCallName, string>>> = {
  'session/ssoOptions': NO_PROVIDER,
  'session/sso': NO_PROVIDER,
  'session/ssoStepUpOptions': NO_PROVIDER,
  'session/ssoStepUp': NO_PROVIDER,
  'session/passkey': NO_KEY,
  'factor/passkeyAdd': NO_KEY,
}
const CANARIES = ['demo@example.com', '+15550100001', '$argon2']
/** Rows that a call may write without an audit line: its key, its share of a limit, and reload notes. */
const SILENT: ReadonlySet<string> = new Set(['desk.command', 'desk.spent', 'public.content_version'])
/** Calls that end sessions or change roles or factors come last, so that earlier calls have their callers. */
const LAST = /^(?:staff|role|rule|factor)\/|^session\/(?:end|leave)/
/** Tries at a factor count where they fail, too. */
const COUNTS_FAILURES = /^(?:session|factor|invitation)\//
const KINDS: readonly Kind[] = ['valid', 'mutated', 'garbage']

const names = (Object.keys(deskCalls) as DeskCallName[]).toSorted((a, b) => Number(LAST.test(a)) - Number(LAST.test(b)))
const specOf = (name: DeskCallName): DeskCall => deskCalls[name]
/** Too many tries are a 429 `SystemBusy`, with data that says of what. */
const KEYS = new Map<string, ErrorKey>([
  ...(Object.keys(errors) as ErrorKey[]).map((key) => [`${errors[key].http} ${errors[key].code}`, key] as const),
  [`${errors.TooManyRequests.http} ${errors.SystemBusy.code}`, 'SystemBusy'],
])

/** As the call's own schema, with lists of a few things: a file's thousand lines prove nothing here. */
function schemaOf(spec: DeskCall): z.core.JSONSchema.JSONSchema {
  const short = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.map(short)
    if (typeof part !== 'object' || part === null) return part
    const all = Object.fromEntries(Object.entries(part).map(([key, value]) => [key, short(value)]))
    return all.type === 'array' ? { ...all, maxItems: Math.min(Number(all.maxItems ?? 3), 3) } : all
  }
  return short(z.toJSONSchema(spec.body, { io: 'input', unrepresentable: 'any' })) as z.core.JSONSchema.JSONSchema
}

/** Seeds differ by call and person, and stay the same when a call is added. */
const mix = (seed: number, text: string): number =>
  [...text].reduce((sum, char) => Math.imul(sum ^ (char.codePointAt(0) ?? 0), 16_777_619), seed ^ 0x81_1c_9d_c5)

/** Whether a person may make a call at all; some bodies or rules turn it into a request. */
function may(name: DeskCallName, who: Who): boolean {
  const { auth, permission } = specOf(name)
  if (auth === 'none') return true
  if (who === 'nobody' || who === 'suspended') return false
  if (permission === 'own') return true
  const { mark, decides } = right(who, permission)
  return mark !== null || decides
}

type Desk = People & { world: World; desk: string; hints: Hints; figures: DeskFigures; scene: Scene; other: OtherShop }
export type DeskFigures = {
  requests: number
  successes: number
  requestsOfTwo: number
  repeated: number
  reached: Set<string>
}

function askOf(name: DeskCallName, client: DeskClient | undefined, body: Body): Ask {
  return {
    method: 'POST',
    path: `/console/api/${name}`,
    body: body.text,
    headers: {
      'sec-fetch-site': 'same-origin',
      'idempotency-key': randomUUID(),
      ...(client?.cookie ? { cookie: client.cookie } : {}),
      ...(client?.csrf ? { 'x-csrf': client.csrf } : {}),
      ...(body.type === null ? {} : { 'content-type': body.type }),
    },
  }
}

/** The error of an answer; undefined if its status and code belong to none. */
const errorOf = (answer: Answer, { code }: Envelope): ErrorKey | undefined => KEYS.get(`${answer.status} ${code}`)

/** The faults of a desk answer. */
function complaints(name: DeskCallName, who: Who, ask: Ask, answer: Answer): string[] {
  const spec = specOf(name)
  const faults = anyAnswer(answer)
  if (answer.status === 0) return faults
  const envelope = envelopeOf(answer)
  if (!envelope) return [...faults, 'not the envelope']
  const requestText = ask.body?.toString('utf8') ?? ''
  if (!REVEALS.has(name))
    for (const canary of CANARIES)
      if (answer.text.includes(canary) && !requestText.includes(canary)) faults.push(`shows ${canary}`)
  if (envelope.code === 0) {
    if (!may(name, who)) faults.push('did what the person may not')
    if (answer.status !== 200) faults.push(`success with status ${answer.status}`)
    const result = spec.result.safeParse(envelope.result)
    if (!result.success) faults.push(`success of another form: ${JSON.stringify(result.error.issues).slice(0, 200)}`)
    return faults
  }
  const key = errorOf(answer, envelope)
  if (!key) return [...faults, `status ${answer.status} with code ${envelope.code} ${envelope.msg}`]
  if (envelope.msg !== wireKey(key)) faults.push(`${key} says ${envelope.msg}`)
  if (!may(name, who)) {
    const door = who === 'nobody' || who === 'suspended' ? 'StaffSessionOver' : 'NotAllowed'
    if (key !== door && !ALLOWED_AT_DOOR.has(key)) faults.push(`${key} for somebody who may not`)
  } else if (!EVERYWHERE.has(key) && !spec.errors.includes(key) && !(LAST.test(name) && key === 'StaffSessionOver'))
    faults.push(`${key} is none of the call's errors`)
  return faults
}

/** Rows that a refused call may write: records of tries. */
function mayWrite(name: DeskCallName, tabs: readonly string[], key: ErrorKey | undefined): boolean {
  if (key === 'NeedsApproval') return true
  const tried = key === 'NotAllowed' || key === 'Forbidden'
  return tabs.every(
    (tab) => (tab === 'desk.audit' && tried) || (COUNTS_FAILURES.test(name) && /staff_failure|audit$/.test(tab)),
  )
}

type Exchange = { ask: Ask; answer: Answer; body: Body }

type Turn = { name: DeskCallName; who: Who; client: DeskClient | undefined; bodies: readonly Body[] }

async function visit(desk: Desk, name: DeskCallName, who: Who): Promise<void> {
  const { world, people, hints } = desk
  const schema = schemaOf(specOf(name))
  const shares = may(name, who) ? MAY : MAY_NOT
  const bodies = KINDS.flatMap((kind, at) =>
    shares[kind] === 0 ? [] : bodiesOf(kind, schema, hints, [{}], mix(world.seed, `${name} ${who}`) + at, shares[kind]),
  )
  await takeTurn(desk, { name, who, client: people.get(who), bodies })
}

/** One person makes a call with these bodies: once, and again under the same key if it succeeded. */
async function takeTurn({ world, desk, figures }: Desk, { name, who, client, bodies }: Turn): Promise<void> {
  const spec = specOf(name)
  const { report, shop } = world
  const unit = (group: string): string => `desk ${name}: ${group}`
  const add = (group: string, what: string, { ask, answer, body }: Exchange): void =>
    report.add(unit(group), what, `[${who}, ${body.kind}] ${showAsk(ask)}`, showAnswer(answer))
  for (const group of ['answer', 'unchanged', ...(spec.changes ? ['once'] : [])]) report.unit(unit(group))
  const exchanges: Exchange[] = []
  const again: Exchange[] = []
  await inFlight(bodies, spec.changes ? 2 : 4, async (body) => {
    const ask = askOf(name, client, body)
    const answer = await send(desk, ask)
    figures.requests++
    exchanges.push({ ask, answer, body })
    for (const what of complaints(name, who, ask, answer)) add('answer', what, { ask, answer, body })
    const code = envelopeOf(answer)?.code
    count(figures, name, code)
    if (!spec.changes || spec.auth === 'none' || (code !== 0 && code !== errors.NeedsApproval.code)) return
    const second = await send(desk, ask)
    figures.repeated++
    again.push({ ask, answer: second, body })
    // A session that the call ended cannot repeat it.
    if (errorOf(second, envelopeOf(second) ?? { code: 0, msg: '' }) === 'StaffSessionOver') return
    if (second.status !== answer.status || second.text !== answer.text)
      add('once', `the second answer differs: ${showAnswer(answer)}`, { ask, answer: second, body })
  })
  const rows = await rowsOf(
    shop,
    [...exchanges, ...again].map(({ answer }) => answer.headers['x-request-id'] ?? ''),
  )
  for (const candidate of exchanges) {
    const envelope = envelopeOf(candidate.answer)
    const tabs = rows.get(candidate.answer.headers['x-request-id'] ?? '') ?? []
    if (envelope && envelope.code !== 0 && !mayWrite(name, tabs, errorOf(candidate.answer, envelope)))
      add('unchanged', `refused, yet it wrote ${tabs.join(', ')}`, candidate)
    if (envelope?.code === 0 && spec.changes && spec.auth !== 'none' && tabs.length === 0)
      add('unchanged', 'done, yet it wrote nothing', candidate)
    else if (envelope?.code === 0 && !tabs.includes('desk.audit') && tabs.some((tab) => !SILENT.has(tab)))
      add('unchanged', `done, yet the audit has no line of it: ${tabs.join(', ')}`, candidate)
  }
  for (const candidate of again) {
    const tabs = rows.get(candidate.answer.headers['x-request-id'] ?? '') ?? []
    if (tabs.length > 0) add('once', `the second time wrote ${tabs.join(', ')}`, candidate)
  }
}

/** Every desk call, as a person of each role, without a session, and as a suspended person. */
export async function deskWalk(
  world: World,
  desk: string,
  other: OtherShop,
  only: readonly string[],
): Promise<DeskFigures> {
  const figures: DeskFigures = { requests: 0, successes: 0, requestsOfTwo: 0, repeated: 0, reached: new Set() }
  const { shop } = world
  await settled(shop)
  const { people, spare } = await deskPeople(shop, desk)
  const hints = await deskHints(shop)
  // After the hints, so that random calls do not use up the rows that known calls need.
  const scene = await deskScene(shop, world.demo, people)
  await settled(shop)
  await watchRows(shop)
  await restorePeople(shop)
  const all: readonly Who[] = [...roleKeys, 'nobody', 'suspended']
  const here: Desk = { world, desk, people, spare, hints, figures, scene, other }
  for (const name of names.filter((candidate) => only.length === 0 || only.includes(candidate))) {
    for (const who of all) {
      await visit(here, name, who)
      if (LAST.test(name)) await restorePeople(shop)
    }
    if (!LAST.test(name)) await restorePeople(shop)
  }
  await knownWalk(here, only)
  if (only.length === 0) allReached(world, figures)
  await chainHolds(world)
  return figures
}

/**
 * Calls with valid bodies by a person with the right, which fuzzed bodies never hit by chance. Before each come some
 * with one thing wrong.
 */
async function knownWalk(desk: Desk, only: readonly string[]): Promise<void> {
  const { world } = desk
  const { shop } = world
  for (const { name, who, client, alone, body } of await knownCalls({ ...desk, shop })) {
    await restorePeople(shop)
    const first = await body()
    if (!first) continue
    if (!alone && (only.length === 0 || only.includes(name))) {
      const bodies = spoiled(schemaOf(specOf(name)), first, mix(world.seed, `known ${name}`), SPOILED)
      await takeTurn(desk, { name, who, client, bodies })
      await restorePeople(shop)
    }
    const object = alone ? first : await body()
    const valid: Body = { kind: 'valid', text: Buffer.from(JSON.stringify(object)), type: 'application/json' }
    await takeTurn(desk, { name, who, client, bodies: [valid] })
  }
  await restorePeople(shop)
}

/** Every call of the desk must succeed at least once. Those that cannot are named in `NEVER`, with the reason. */
function allReached({ report }: World, { reached }: DeskFigures): void {
  for (const name of names) {
    const unit = `desk ${name}: reached`
    report.unit(unit)
    if (!reached.has(name) && !(name in NEVER)) report.add(unit, 'it never succeeded')
    if (reached.has(name) && name in NEVER) report.add(unit, 'it succeeded, though the list says that it cannot')
  }
}

/** Whether a call succeeded: it did its work, or became a request. */
function count(figures: DeskFigures, name: DeskCallName, code: number | undefined): void {
  if (code === 0) figures.successes++
  if (code === errors.NeedsApproval.code) figures.requestsOfTwo++
  if (code === 0 || code === errors.NeedsApproval.code) figures.reached.add(name)
}

/** The audit is still one chain, and each line of a desk change names its actor. */
async function chainHolds({ shop, report }: World): Promise<void> {
  report.unit('desk: the audit holds')
  const { rows } = await shop.db.query(brokenLines)
  if (rows.length > 0) report.add('desk: the audit holds', `${rows.length} lines do not`)
}
