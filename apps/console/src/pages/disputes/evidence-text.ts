import type { DeskResult } from '@hc/contract/desk/calls'
import { money } from '../../kit/facts.tsx'

type Case = Pick<DeskResult<'dispute/read'>, 'dispute' | 'evidence'>
export type EvidenceKey = 'goods' | 'times' | 'character' | 'proof' | 'before' | 'signIns'
export type EvidenceLine = { key: EvidenceKey; text: string }

const plural = (n: number, single: string, many: string): string => (n === 1 ? `one ${single}` : `${n} ${many}`)

/** A moment as a bank reads it, whatever the desk's language and zone are. */
const time = (at: number): string =>
  `${new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'medium', hourCycle: 'h23', timeZone: 'UTC' }).format(at * 1000)} UTC`

/**
 * The shop's evidence as English sentences, which gateways' forms want. What is unknown, or speaks for nobody, is left
 * out.
 */
export function evidenceText({ dispute, evidence }: Case): EvidenceLine[] {
  const { ordered_at: ordered, paid_at: paid, delivered_at: delivered, first_order_at: first } = evidence
  const { paid_before: before, disputes_before: disputes, sign_ins_after: signIns } = evidence
  const price = money(dispute.amount_cents, dispute.currency, 'en-US')
  const steps = [
    `The order was created on ${time(ordered)}`,
    ...(paid === null ? [] : [`paid on ${time(paid)}`]),
    ...(delivered === null ? [] : [`delivered on ${time(delivered)}`]),
  ]
  const lines: readonly (readonly [EvidenceKey, string | false])[] = [
    [
      'goods',
      `The buyer bought “${evidence.goods_name}” (${evidence.goods}), a digital item of our game, for ${price} in order ${dispute.order_no ?? ''}.`,
    ],
    ['times', `${steps.length > 1 ? `${steps.slice(0, -1).join(', ')} and ${steps.at(-1) ?? ''}` : (steps[0] ?? '')}.`],
    [
      'character',
      evidence.role_id !== '' &&
        `The buyer was signed in to a player account and chose the character ${evidence.role_id} on the server ${evidence.server_id} to receive it.`,
    ],
    ['proof', evidence.proof !== '' && `Our game server confirmed the delivery; its receipt is ${evidence.proof}.`],
    [
      'before',
      before > 0 &&
        `The same player account paid for ${plural(before, 'order', 'orders')} before this one, the first of them created on ${time(first)}${disputes === 0 ? ', and none of them was disputed' : ''}.`,
    ],
    [
      'signIns',
      signIns > 0 &&
        `After the order, the same player account signed in ${signIns === 1 ? 'once' : `${signIns} times`} more.`,
    ],
  ]
  return lines.flatMap(([key, text]) => (text === false ? [] : [{ key, text }]))
}
