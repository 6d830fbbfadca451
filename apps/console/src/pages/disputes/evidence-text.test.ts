import { describe, expect, it } from 'vitest'
import { evidenceText } from './evidence-text.ts'

const at = Date.UTC(2026, 10, 26, 12, 18, 3) / 1000
const dispute = {
  channel: 'stripe',
  dispute_id: 'dp_1',
  order_no: '01M8',
  txn: 'ch_1',
  stage: 'opened',
  amount_cents: 9999,
  currency: 'USD',
  reason: 'fraudulent',
  due_at: null,
  opened_at: at,
  closed_at: null,
} as const
const evidence = {
  ordered_at: at,
  paid_at: at + 1,
  delivered_at: at + 2,
  server_id: 's1',
  role_id: '12',
  goods: 'gem_6480',
  goods_name: '6,480 Star Gems',
  proof: 'g-77',
  paid_before: 2,
  disputes_before: 0,
  first_order_at: at - 86_400,
  sign_ins_after: 1,
}

describe('the evidence as text', () => {
  it('is English prose with goods, times in UTC, character, proof, earlier orders and sign-ins', () => {
    expect(evidenceText({ dispute, evidence }).map(({ text }) => text)).toEqual([
      'The buyer bought “6,480 Star Gems” (gem_6480), a digital item of our game, for $99.99 in order 01M8.',
      'The order was created on November 26, 2026 at 12:18:03 UTC, paid on November 26, 2026 at 12:18:04 UTC and ' +
        'delivered on November 26, 2026 at 12:18:05 UTC.',
      'The buyer was signed in to a player account and chose the character 12 on the server s1 to receive it.',
      'Our game server confirmed the delivery; its receipt is g-77.',
      'The same player account paid for 2 orders before this one, the first of them created on November 25, 2026 at ' +
        '12:18:03 UTC, and none of them was disputed.',
      'After the order, the same player account signed in once more.',
    ])
  })
  it('leaves out what is not known, and what would speak for the bank', () => {
    const poor = { ...evidence, delivered_at: null, role_id: '', proof: '', paid_before: 0, sign_ins_after: 0 }
    expect(evidenceText({ dispute, evidence: poor }).map(({ key }) => key)).toEqual(['goods', 'times'])
    const disputed = evidenceText({ dispute, evidence: { ...evidence, disputes_before: 1 } })
    expect(disputed.map(({ text }) => text).join(' ')).not.toContain('disputed')
  })
})
