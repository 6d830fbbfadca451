import { calls, type CallName } from '@hc/contract/calls'
import { z } from 'zod'
import type { Player, Shop } from '../../kit/shop.ts'
import { type Body, bodiesOf, type Hints, type Kind, oddHeaders, type Sets } from './bodies.ts'
import { tokens } from './corpus.ts'
import { callAnswer, envelopeOf, type Persona, specOf } from './oracles.ts'
import { type Report, showAnswer, showAsk } from './report.ts'
import { type Ask, inFlight, send } from './send.ts'
import { fingerprint, holdings, orderNumbers, settled } from './state.ts'

export const DEMO = '100001'
/** Rows of demo that no other player may see; new order numbers are added. */
const DEMO_SECRETS = ['Astra', 'Bront', 'Celes', '"Dune"', 'demo@example.com', 'd***@example.com', '+15550100001']
const MUTATING: ReadonlySet<CallName> = new Set([
  'order/webCreate',
  'payment/order/epoint/pay',
  'order/check',
  'code/redeem',
])
/** No sign-in, reset or deletion may succeed without secrets that a fuzzer does not have. */
const CLOSED: ReadonlySet<CallName> = new Set([
  'user/login',
  'user/tmpWebTokenLogin',
  'user/email/psw/reset',
  'user/phone/psw/reset',
  'user/data/delete',
  // A sealed statement, an existing receipt, and a shop with country prices.
  'withdraw/confirm',
  'order/receiptPdf',
  'order/confirmationPdf',
  'market/set',
  'market/appeal',
])
const SHARES: readonly (readonly [Persona, number])[] = [
  ['none', 12],
  ['odd', 14],
  ['demo', 28],
  ['rich', 28],
]
const KINDS: readonly Kind[] = ['valid', 'mutated', 'garbage']

export type World = {
  shop: Shop
  report: Report
  seed: number
  demo: Player
  rich: Player
  spare: Player
  endedToken: string
  hints: Hints
  sets: Sets
  figures: Figures
}
export type Figures = {
  requests: number
  refused: number
  successes: number
  none: number
  byClass: Record<string, number>
  byCode: Record<string, number>
  successesOf: Record<string, number>
}
type Shot = { ask: Ask; body: Body }

/** Seeds differ by call and persona, and stay the same when a call is added. */
const mix = (seed: number, text: string): number =>
  [...text].reduce((sum, char) => Math.imul(sum ^ (char.codePointAt(0) ?? 0), 16_777_619), seed ^ 0x81_1c_9d_c5)

function personasOf(name: CallName): readonly (readonly [Persona, number])[] {
  // A logout that succeeds ends the session: a third account is there for it.
  return name === 'user/logout'
    ? [
        ['none', 28],
        ['odd', 28],
        ['spare', 20],
      ]
    : SHARES
}

/** Fits HTTP's header syntax; the client refuses to send anything else. */
const sendable = (text: string): boolean => /^[\x20-\x7e\x80-\xff]*$/.test(text)

function shots(world: World, name: CallName, persona: Persona, share: number): Shot[] {
  const spec = specOf(name)
  const schema = z.toJSONSchema(spec.body, { io: 'input' })
  const seed = mix(world.seed, `${name} ${persona}`)
  const odd = [...tokens, world.endedToken].filter(sendable)
  const bodies = KINDS.flatMap((kind, at) => bodiesOf(kind, schema, world.hints, world.sets, seed + at, share))
  const headers = oddHeaders(seed, bodies.length)
  return bodies.map((body, at) => {
    const token = {
      none: undefined,
      odd: odd[at % odd.length],
      demo: world.demo.token,
      rich: world.rich.token,
      spare: world.spare.token,
    }[persona]
    return {
      body,
      ask: {
        method: spec.method,
        path: `/api/${name}`,
        body: body.text,
        headers: {
          ...headers[at],
          ...(body.type === null ? {} : { 'content-type': body.type }),
          ...(token === undefined ? {} : { token }),
        },
      },
    }
  })
}

/** One persona at one call. Returns nothing: what is wrong goes to the report. */
async function visit(
  world: World,
  name: CallName,
  persona: Persona,
  share: number,
  secrets: readonly string[],
): Promise<void> {
  const { shop, report, figures } = world
  let before = await fingerprint(shop)
  const mutating = MUTATING.has(name)
  const unit = (group: string): string => `${name}: ${group}`
  for (const group of [
    'answer',
    'contract',
    'unchanged',
    ...(specOf(name).auth === 'player' ? ['session'] : []),
    ...(persona === 'rich' ? ['second account'] : []),
  ])
    report.unit(unit(group))
  await inFlight(shots(world, name, persona, share), mutating ? 1 : 8, async ({ ask, body }) => {
    const answer = await send(shop.url, ask)
    const envelope = envelopeOf(answer)
    figures.requests++
    figures.byClass[body.kind] = (figures.byClass[body.kind] ?? 0) + 1
    const result = envelope === undefined ? 'none' : envelope.code === 0 ? 'successes' : 'refused'
    figures[result]++
    if (envelope?.code === 0) figures.successesOf[name] = (figures.successesOf[name] ?? 0) + 1
    if (envelope) figures.byCode[envelope.code] = (figures.byCode[envelope.code] ?? 0) + 1
    for (const { group, what } of callAnswer(name, body, ask, persona, answer, secrets)) {
      report.add(unit(group), what, `[${persona}, ${body.kind}] ${showAsk(ask)}`, showAnswer(answer))
    }
    if (!mutating) return
    if (envelope?.code === 0) await settled(shop)
    const after = await fingerprint(shop)
    if (envelope?.code !== 0 && after !== before)
      report.add(
        unit('unchanged'),
        'refused, yet the books changed',
        `[${persona}] ${showAsk(ask)}`,
        `${showAnswer(answer)}\n  ${before}\n  ${after}`,
      )
    before = after
  })
  if (mutating) return
  const after = await fingerprint(shop)
  if (after !== before)
    report.add(unit('unchanged'), `a call that only reads changed the books, as ${persona}`, before, after)
}

/** Every call of the contract, as every persona. */
export async function walk(world: World, only: readonly string[]): Promise<void> {
  const names = (Object.keys(calls) as CallName[]).filter((name) => only.length === 0 || only.includes(name))
  for (const name of names) {
    for (const [persona, share] of personasOf(name)) {
      const secrets = [...DEMO_SECRETS, ...(await orderNumbers(world.shop, DEMO))]
      const before = await holdings(world.shop, DEMO)
      await visit(world, name, persona, share, secrets)
      if (persona !== 'demo' && (await holdings(world.shop, DEMO)) !== before)
        world.report.add(`${name}: second account`, `what demo owns changed, by ${persona}`)
    }
    // If every call refuses the fuzzer at once, the run has tested nothing else.
    world.report.unit(`${name}: reached`)
    const reached = world.figures.successesOf[name] ?? 0
    if (reached > 0 === CLOSED.has(name)) world.report.add(`${name}: reached`, `${reached} successes`)
  }
}
