import { type GameCall, gameCalls } from '@hc/contract/game/game'
import { errors } from '@hc/contract/errors'
import { z } from 'zod'
import { signRequest } from '../../../apps/server/src/shop/game/signature.ts'
import { type Body, bodiesOf, type Hints, type Kind } from './bodies.ts'
import { evilStrings } from './corpus.ts'
import { apiAnswer, envelopeOf } from './oracles.ts'
import { showAnswer, showAsk } from './report.ts'
import { type Ask, type Answer, inFlight, send } from './send.ts'
import { fingerprint } from './state.ts'
import type { World } from './walk.ts'

const KINDS: readonly Kind[] = ['valid', 'mutated', 'garbage']
const hints: Hints = {
  uid: ['f1', 'f2', 'f3'],
  account: ['fuzzy', 'fuzzy2', 'fuzzy3'],
  email: ['fuzz@example.com', 'Fuzz2@Example.com'],
  phone: ['+15550109999', '0049 151 2345678'],
  password: ['Fuzz1234'],
  server_id: ['sf', 's1'],
  role_id: ['rf1', 'rf2'],
  name: ['Fuzz', '<b>F</b>', '長い名前', 'a\u202eb'],
  google: ['g1'],
  apple: ['a1'],
  facebook: ['f1'],
  wechat: ['w1'],
  sdk_order_id: ['none'],
  delivery_id: ['dlv_none'],
  ticket: ['x'],
  grant_id: ['G-1'],
  refused: ['no'],
}
let last = 0
/** Never the same time twice: two equal requests in one millisecond would have one signature. */
const stamp = (): string => {
  last = Math.max(Date.now(), last + 1)
  return String(last)
}

function signed(method: string, path: string, body: Body | null): Ask {
  const timestamp = stamp()
  const text = body?.text ?? Buffer.alloc(0)
  const signature = signRequest('demo-game-secret', {
    method,
    url: path,
    timestamp,
    body: method === 'GET' ? '' : text,
  }).toString('hex')
  return {
    method,
    path,
    body: method === 'GET' ? null : text,
    headers: {
      'x-hc-key': 'demo-key',
      'x-hc-timestamp': timestamp,
      'x-hc-signature': signature,
      ...(body?.type ? { 'content-type': body.type } : {}),
    },
  }
}

/** The path with ids of ours or odd ones, and odd queries for the call that has one. */
function pathOf(spec: GameCall, at: number): string {
  const odd = evilStrings.filter((text) => text.length < 100)
  const path = spec.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const knownValues = hints[name] ?? ['x']
    return encodeURIComponent(
      (at % 4 === 3 ? (odd[at % odd.length] ?? 'x') : (knownValues[at % knownValues.length] ?? 'x')).toWellFormed(),
    )
  })
  const queries = [
    '',
    '',
    '?limit=5',
    '?limit=0',
    '?limit=x',
    '?after=%00',
    '?server_id=s1&limit=500',
    '?limit=1&limit=2',
    '?more=1',
    '?%zz',
    '?__proto__=1',
    '?',
  ]
  return spec.query ? path + (queries[at % queries.length] ?? '') : path
}

/** The demo's accounts, servers and roles must not change: other rules of this run need them. */
const spares = (path: string, body: Body | null): boolean =>
  !/10000|servers\/s[123]$/.test(
    decodeURIComponent(path.split('?')[0] ?? '').concat(body?.text.toString('utf8') ?? ''),
  ) && !/"server_id"\s*:\s*"s[123]"/.test(body?.text.toString('utf8') ?? '')

function complaints(spec: GameCall, body: Body | null, answer: Answer, signedRight: boolean): string[] {
  const faults = apiAnswer(answer).filter((what) => what !== 'status 401')
  const envelope = envelopeOf(answer)
  if (!envelope) return faults
  if (!signedRight)
    return answer.status === 401 || answer.status === 415 || answer.status === 413 || answer.status === 404
      ? faults
      : [...faults, `without a good signature: status ${answer.status}`]
  if (answer.status === 401) faults.push('a good signature is Unauthorized')
  if (envelope.code === 0 && !spec.result.safeParse(envelope.result).success) faults.push('success of another form')
  if (body?.mustBe && !body.mustBe.includes(answer.status))
    faults.push(`status ${answer.status}, must be ${body.mustBe.join(' or ')}`)
  if (
    body?.kind === 'valid' &&
    envelope.code === 0 &&
    spec.body &&
    !spec.body.safeParse(JSON.parse(body.text.toString('utf8') || '{}')).success
  )
    faults.push('a body that does not fit is taken')
  const allowedCodes: readonly number[] = [...spec.errors.map((key) => errors[key].code), 0]
  if (envelope.code > 20_000 && !allowedCodes.includes(envelope.code))
    faults.push(`a refusal that the contract does not name: ${envelope.msg}`)
  return faults
}

async function visit(world: World, name: string, spec: GameCall): Promise<void> {
  const { shop, report, figures } = world
  const units = { right: `game ${name}: answer`, wrong: `game ${name}: signature`, books: `game ${name}: unchanged` }
  for (const unit of Object.values(units)) report.unit(unit)
  const schema = spec.body ? z.toJSONSchema(spec.body, { io: 'input' }) : undefined
  const operations = schema?.properties?.operations
  if (typeof operations === 'object') operations.maxItems = 6
  const kinds = name === 'bulk' ? KINDS.slice(0, 2) : KINDS
  const bodies = schema
    ? kinds.flatMap((kind, at) => bodiesOf(kind, schema, hints, [{}], world.seed + at, 40))
    : Array.from({ length: 60 }, () => null)
  const shots = bodies
    .map((body, at) => ({ body, path: pathOf(spec, at) }))
    .filter(({ body, path }) => spares(path, body))
  const before = await fingerprint(shop)
  let reached = 0
  await inFlight([...shots.entries()], 4, async ([at, { body, path }]) => {
    const right = signed(spec.method, path, body)
    const damage = [
      { 'x-hc-signature': '0'.repeat(64) },
      { 'x-hc-timestamp': String(Date.now() - 400_000) },
      { 'x-hc-key': 'nobody' },
      { 'x-hc-key': '\u00e9' },
      { 'x-hc-signature': '' },
    ][at % 5]
    const damaged = { ...right, headers: { ...right.headers, ...damage } as Record<string, string> }
    // The same bytes a second time are a replay.
    for (const [ask, good] of [
      ...(at % 3 === 0 ? [[damaged, false] as const] : []),
      [right, true] as const,
      ...(at % 3 === 1 ? [[right, false] as const] : []),
    ]) {
      const answer = await send(shop.url, ask)
      figures.requests++
      figures.byClass.game = (figures.byClass.game ?? 0) + 1
      if (envelopeOf(answer)?.code === 0) reached++
      for (const what of complaints(spec, body, answer, good))
        report.add(good ? units.right : units.wrong, what, showAsk(ask), showAnswer(answer))
    }
  })
  if (reached === 0 && !['verifyTicket', 'order', 'ack'].includes(name))
    report.add(units.right, 'no request was worked')
  const after = await fingerprint(shop)
  // A new account has a wallet.
  if (after !== before && !['putAccount', 'bulk'].includes(name))
    report.add(units.books, 'the books changed', before, after)
}

/** Every call of the game's API, signed and not, with fitting bodies, bodies with one thing wrong, and garbage. */
export async function gameWalk(world: World): Promise<void> {
  for (const [name, spec] of Object.entries(gameCalls) as [string, GameCall][]) await visit(world, name, spec)
}
