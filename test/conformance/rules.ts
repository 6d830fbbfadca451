import {
  type Answer,
  type Delivery,
  freshId,
  type Item,
  type Push,
  pushOf,
  send,
  show,
  signed,
  type Target,
  verdict,
} from './push.ts'

/** The tool's test data in the game: a role and two items that exist. */
export type Goods = { uid: string; server: string; role: string; items: readonly [string, string] }
export type Stage = {
  target: Target
  goods: Goods
  /** A new delivery, to the known role unless `more` says otherwise. */
  delivery(more?: Partial<Delivery>): Delivery
  item(id?: string, quantity?: number): Item
  /** Notes a grant that the game reports, for the comparison with its inventory. */
  granted(delivery: Delivery): void
}
type Check = { ok: boolean; seen: string }
export type Rule = { id: string; title: string; why: string; run: (stage: Stage) => Promise<Check> }

const right = (detail: string): Check => ({ ok: true, seen: detail })
const fail = (detail: string): Check => ({ ok: false, seen: detail })

/** Pushes a delivery as the shop does, and returns the grant id or the other answer. */
async function grant(
  stage: Stage,
  delivery: Delivery,
  offsetSeconds = 0,
): Promise<{ grant?: string; answer: Answer; seen: string }> {
  const answer = await send(stage.target, pushOf(stage.target, delivery, offsetSeconds))
  const is = verdict(delivery.delivery_id, answer)
  if (is.kind !== 'granted') return { answer, seen: `${show(answer)}${is.kind === 'unknown' ? `: ${is.why}` : ''}` }
  stage.granted(delivery)
  return { grant: is.grant, answer, seen: show(answer) }
}

/** A genuine delivery is granted; if it is asked again in another way, the answer names the same grant. */
async function sameGrant(stage: Stage, delivery: Delivery, again: () => Promise<Answer>): Promise<Check> {
  const first = await grant(stage, delivery)
  if (first.grant === undefined) return fail(`the first arrival was not granted: ${first.seen}`)
  const second = await again()
  const is = verdict(delivery.delivery_id, second)
  if (is.kind === 'granted')
    return is.grant === first.grant
      ? right(`grant ${first.grant} both times`)
      : fail(`grant ${first.grant}, then grant ${is.grant}`)
  return fail(`grant ${first.grant}, then ${show(second)}`)
}

/** A forged push must not be granted. */
async function turnedAway(stage: Stage, push: Push): Promise<Check> {
  const answer = await send(stage.target, push)
  const is = verdict(push.id, answer)
  if (answer.status === 0) return fail(`${show(answer)}; an answer such as 401 is expected`)
  return answer.status >= 400 && answer.status < 500
    ? right(`HTTP ${answer.status}`)
    : fail(
        is.kind === 'granted'
          ? `it was granted: ${show(answer)}`
          : `${show(answer)}; an answer such as 401 is expected`,
      )
}

async function refusal(stage: Stage, delivery: Delivery): Promise<Check> {
  const answer = await send(stage.target, pushOf(stage.target, delivery))
  const is = verdict(delivery.delivery_id, answer)
  if (is.kind === 'granted') {
    stage.granted(delivery)
    return fail(`it was granted: ${show(answer)}`)
  }
  if (is.kind === 'unknown') return fail(`${show(answer)}: ${is.why}`)
  const again = verdict(delivery.delivery_id, await send(stage.target, pushOf(stage.target, delivery)))
  return again.kind === 'refused'
    ? right(`refused: ${is.reason}`)
    : fail(`refused (${is.reason}), but asked again: ${again.kind}`)
}

const NO_ROLE = 'hc-conformance:no-such-role'
const OTHER_SECRET = `whsec_${Buffer.from('hc-conformance-another-secret-1').toString('base64')}`
const NO_ITEM = 'hc-conformance:no-such-item'
const forged = 'Anyone who finds the URL could grant themselves items.'
const double = 'The shop asks again whenever an answer is lost. A second grant gives away what was paid for once.'

const answers: Rule[] = [
  {
    id: 'answer.grant',
    title: 'A genuine delivery is answered with 2xx and JSON with its delivery_id and a grant_id',
    why: 'Anything else counts as unknown: the shop retries for 72 hours and the player waits.',
    async run(stage) {
      const { grant: id, seen } = await grant(stage, stage.delivery())
      return id === undefined ? fail(seen) : right(seen)
    },
  },
  {
    id: 'answer.in-time',
    title: "The answer comes within half of the shop's time-out",
    why: 'An answer that comes too late is a lost answer, and under load yours will be slower.',
    async run(stage) {
      const { answer, seen } = await grant(stage, stage.delivery())
      return answer.status > 0 && answer.ms <= stage.target.timeoutMs / 2
        ? right(`${answer.ms} ms of ${stage.target.timeoutMs}`)
        : fail(seen)
    },
  },
  {
    id: 'answer.two-are-two',
    title: 'Two deliveries of the same item are two grants',
    why: 'A player who buys twice must get two. Only an equal delivery id marks a repetition.',
    async run(stage) {
      const [a, b] = [await grant(stage, stage.delivery()), await grant(stage, stage.delivery())]
      return a.grant === undefined || b.grant === undefined
        ? fail(`${a.seen}; ${b.seen}`)
        : a.grant === b.grant
          ? fail(`both are grant ${a.grant}`)
          : right(`grants ${a.grant} and ${b.grant}`)
    },
  },
  {
    id: 'answer.several-items',
    title: 'A delivery of several items is one grant',
    why: 'Packs and gifts hold several items.',
    async run(stage) {
      const { grant: id, seen } = await grant(
        stage,
        stage.delivery({ items: stage.goods.items.map((item) => stage.item(item)) }),
      )
      return id === undefined ? fail(seen) : right(seen)
    },
  },
  {
    id: 'answer.unicode-and-long-ids',
    title: 'Text of any script, escaped or not, and ids of 64 characters are accepted',
    why: 'The signature is over bytes. A game that parses and prints the body again before checking fails on the first order with such text.',
    async run(stage) {
      const id = freshId().padEnd(64, 'x')
      const body = JSON.stringify(stage.delivery({ delivery_id: id, sdk_order_id: 'заказ 長い注文 👩‍🚀 é' }))
        .replace('é', '\\u00e9')
        .replace('{', '{ ')
      const answer = await send(stage.target, signed(id, body, Math.floor(Date.now() / 1000), stage.target.secret))
      const is = verdict(id, answer)
      if (is.kind !== 'granted') return fail(show(answer))
      stage.granted(stage.delivery({ delivery_id: id }))
      return right(show(answer))
    },
  },
  {
    id: 'answer.two-signatures',
    title: 'One right signature among several (with spaces between) is enough',
    why: 'During a rotation the shop signs with the new and with the old secret.',
    async run(stage) {
      const delivery = stage.delivery()
      const push = pushOf(stage.target, delivery)
      const other = pushOf(stage.target, delivery, 0, OTHER_SECRET).headers['webhook-signature'] ?? ''
      const answer = await send(stage.target, {
        ...push,
        headers: { ...push.headers, 'webhook-signature': `${other} ${push.headers['webhook-signature']}` },
      })
      if (verdict(delivery.delivery_id, answer).kind !== 'granted') return fail(show(answer))
      stage.granted(delivery)
      return right(show(answer))
    },
  },
  {
    id: 'answer.new-fields',
    title: 'Fields that the game does not know are ignored',
    why: 'Later versions of the shop may send more fields.',
    async run(stage) {
      const { grant: id, seen } = await grant(stage, stage.delivery({ later_field: { a: [1] } }))
      return id === undefined ? fail(seen) : right(seen)
    },
  },
]

const repeats: Rule[] = [
  {
    id: 'repeat.replay',
    title: 'The same bytes a second time grant nothing more',
    why: double,
    async run(stage) {
      const delivery = stage.delivery()
      const push = pushOf(stage.target, delivery)
      const first = verdict(delivery.delivery_id, await send(stage.target, push))
      if (first.kind !== 'granted') return fail(`the first arrival was not granted: ${first.kind}`)
      stage.granted(delivery)
      const answer = await send(stage.target, push)
      const second = verdict(delivery.delivery_id, answer)
      // Rejecting a replay is right, too: the shop signs each of its tries anew.
      return second.kind === 'granted'
        ? second.grant === first.grant
          ? right(`grant ${first.grant} both times`)
          : fail(`grant ${first.grant}, then grant ${second.grant}`)
        : answer.status >= 400
          ? right(`rejected: HTTP ${answer.status}`)
          : fail(show(answer))
    },
  },
  {
    id: 'repeat.same-grant',
    title: 'A delivery that comes again, signed anew, is answered with the same grant_id',
    why: double,
    async run(stage) {
      const delivery = stage.delivery()
      return await sameGrant(stage, delivery, async () => await send(stage.target, pushOf(stage.target, delivery, 1)))
    },
  },
  {
    id: 'repeat.twenty-at-once',
    title: 'Twenty arrivals at the same moment are one grant',
    why: 'A check and an insert are two steps; between them another arrival fits. A unique key on the delivery id closes the gap.',
    async run(stage) {
      const delivery = stage.delivery()
      const findings = (
        await Promise.all(
          Array.from({ length: 20 }, async () => await send(stage.target, pushOf(stage.target, delivery))),
        )
      ).map((answer) => verdict(delivery.delivery_id, answer))
      const after = await grant(stage, delivery)
      const grants = new Set([
        ...findings.flatMap((candidate) => (candidate.kind === 'granted' ? [candidate.grant] : [])),
        ...(after.grant === undefined ? [] : [after.grant]),
      ])
      if (after.grant === undefined) return fail(`asked once more: ${after.seen}`)
      return grants.size === 1
        ? right(
            `grant ${after.grant}, ${findings.filter((candidate) => candidate.kind === 'granted').length} of 20 named it`,
          )
        : fail(`${grants.size} grants: ${[...grants].slice(0, 4).join(', ')}`)
    },
  },
  {
    id: 'repeat.lost-answer',
    title: 'When the connection is cut before the answer is read, the next try names the one grant',
    why: `${double} This is the most common cause of double grants.`,
    async run(stage) {
      const delivery = stage.delivery()
      for (let i = 0; i < 3; i++) await send(stage.target, pushOf(stage.target, delivery), true)
      return await sameGrant(stage, delivery, async () => await send(stage.target, pushOf(stage.target, delivery)))
    },
  },
  {
    id: 'repeat.out-of-order',
    title: 'Deliveries that arrive in another order than they were made, up to five minutes late, are all granted',
    why: 'Retries overtake each other.',
    async run(stage) {
      const all = [stage.delivery(), stage.delivery(), stage.delivery()]
      const findings = []
      for (const [i, delivery] of [...all].reverse().entries()) findings.push(await grant(stage, delivery, i * -120))
      return new Set(findings.map((item) => item.grant)).size === 3 &&
        findings.every((item) => item.grant !== undefined)
        ? right('three grants')
        : fail(findings.map((item) => item.seen).join('; '))
    },
  },
]

const forgeries: Rule[] = [
  {
    id: 'forged.tampered-body',
    title: 'A body that was changed after signing is rejected (401) and grants nothing',
    why: forged,
    run: (stage) => {
      const push = pushOf(stage.target, stage.delivery())
      return turnedAway(stage, { ...push, body: push.body.replace('"quantity":1', '"quantity":100') })
    },
  },
  {
    id: 'forged.wrong-secret',
    title: 'A signature with another secret is rejected',
    why: forged,
    run: (stage) => turnedAway(stage, pushOf(stage.target, stage.delivery(), 0, OTHER_SECRET)),
  },
  ...(['webhook-id', 'webhook-timestamp', 'webhook-signature'] as const).map((name): Rule => ({
    id: `forged.no-${name}`,
    title: `A push without ${name} is rejected`,
    why: forged,
    run: (stage) => {
      const push = pushOf(stage.target, stage.delivery())
      return turnedAway(stage, {
        ...push,
        headers: Object.fromEntries(Object.entries(push.headers).filter(([key]) => key !== name)),
      })
    },
  })),
  {
    id: 'forged.other-id',
    title: 'A webhook-id that is not the signed one is rejected',
    why: 'The signature covers the id; a game that leaves it out accepts one delivery under many ids.',
    run: (stage) => {
      const push = pushOf(stage.target, stage.delivery())
      return turnedAway(stage, { ...push, headers: { ...push.headers, 'webhook-id': freshId() } })
    },
  },
  ...(
    [
      [-301, 'old'],
      [301, 'new'],
    ] as const
  ).map(([seconds, word]): Rule => ({
    id: `forged.too-${word}`,
    title: `A timestamp more than 300 seconds ${word === 'old' ? 'ago' : 'ahead'} is rejected`,
    why: 'An attacker who has read one delivery on the wire could send it again for ever.',
    // A few seconds more, for two clocks are never equal.
    run: (stage) => turnedAway(stage, pushOf(stage.target, stage.delivery(), seconds + Math.sign(seconds) * 5)),
  })),
  {
    id: 'forged.no-json',
    title: 'A signed body that is not a delivery is answered with 4xx',
    why: 'An exception in the middle of a grant leaves it half done.',
    async run(stage) {
      const findings: Check[] = []
      for (const body of ['', '{', '[]', 'null', '{"delivery_id":5}', '{"items":[]}'])
        findings.push(
          await turnedAway(stage, signed(freshId(), body, Math.floor(Date.now() / 1000), stage.target.secret)),
        )
      return findings.find((finding) => !finding.ok) ?? right('4xx for all six')
    },
  },
]

const refusals: Rule[] = [
  {
    id: 'refuse.unknown-role',
    title: 'A role that does not exist is refused: 2xx with delivery_id and refused, each time',
    why: 'A refusal reaches an operator and the player at once; an error is retried for 72 hours, and a grant to nobody is lost.',
    run: (stage) => refusal(stage, stage.delivery({ role_id: NO_ROLE })),
  },
  {
    id: 'refuse.unknown-item',
    title: 'An item that does not exist is refused',
    why: 'A grant id for an item that nobody got closes a paid order with nothing delivered.',
    run: (stage) => refusal(stage, stage.delivery({ items: [stage.item(NO_ITEM)] })),
  },
  {
    id: 'refuse.all-or-nothing',
    title: 'A delivery of which one item does not exist is refused as a whole',
    why: 'The shop refunds or repairs whole deliveries. Items granted from a refused delivery are given away.',
    run: (stage) =>
      refusal(stage, stage.delivery({ items: [stage.item(), stage.item(NO_ITEM), stage.item(stage.goods.items[1])] })),
  },
]

export const rules: readonly Rule[] = [...answers, ...repeats, ...forgeries, ...refusals]
