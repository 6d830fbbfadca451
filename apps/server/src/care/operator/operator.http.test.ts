import { randomUUID } from 'node:crypto'
import { describe, expect, it, vi } from 'vitest'
import { withGame, withPlayer, withShop } from '@hc/test/fixtures'
import { operator, type CommandResult, type Tool } from '@hc/test/operator'
import { type Row, until } from '@hc/test/shop'

// Each command is a separate process.
vi.setConfig({ testTimeout: 240_000 })

const game = withGame()
const shop = withShop(() => game.env())
const demo = withPlayer(shop)

const type = (tool: Tool, ...args: string[]): Promise<CommandResult> =>
  operator(tool, args, { DATABASE_URL: shop.databaseUrl })
const asAnn = ['--by', 'ann', '--why', 'ticket 12']
const noted = async (subject: string): Promise<Row[]> =>
  await shop.rows(`select action, done_by, note from operator_action where subject = $1 order by 1`, subject)
const paid = async (goods = 'gem_60'): Promise<string> => {
  const order = await demo.order(goods)
  await shop.outcome(order, 'paid')
  return order
}
const deliveryState = async (id: string): Promise<unknown> =>
  (await shop.rows('select state from outbox where outbox_id = $1', id))[0]?.state
const refused = async (): Promise<string> => {
  game.says = { refused: 'bag full' }
  const order = await paid()
  await until('the game refused', async () => (await deliveryState(`dlv_${order}`)) === 'refused')
  game.says = 'yes'
  return order
}

describe('an operator asks for a delivery again', () => {
  it('and the game gets it under the same id; the row says who asked and why', async () => {
    const order = await refused()
    expect((await type('delivery', order)).text).toContain('state refused  attempts 1  detail bag full')
    expect(await type('delivery', order, '--again', ...asAnn)).toMatchObject({
      code: 0,
      text: expect.stringContaining('the game is asked again') as string,
    })
    await demo.reach(order, 4)
    expect(await noted(`dlv_${order}`)).toEqual([{ action: 'ask_delivery_again', done_by: 'ann', note: 'ticket 12' }])
    const again = await type('delivery', order, '--again', ...asAnn)
    expect([again.code, again.text]).toEqual([2, 'the game confirmed this delivery\n'])
    expect(await noted(`dlv_${order}`)).toHaveLength(1)
  })

  it('and is refused if the delivery does not exist or a refund stopped it', async () => {
    expect(await type('delivery', 'nothing', '--again', ...asAnn)).toEqual({
      code: 2,
      text: 'there is no such delivery\n',
    })
    const order = await refused()
    await type('refund', order, '--reason', 'no item', '--by', 'ann')
    await demo.reach(order, 5)
    expect(await type('delivery', order, '--again', ...asAnn)).toEqual({
      code: 2,
      text: 'a refund stopped this delivery\n',
    })
  })
})

describe('an operator closes a recall', () =>
  it('that the game refused, once, and no other recall', async () => {
    const order = await paid()
    await demo.reach(order, 4)
    expect((await type('delivery', order, '--close-recall', ...asAnn)).text).toBe(
      'nothing of this order was recalled\n',
    )
    game.says = { refused: 'the item was used' }
    await type('refund', order, '--reason', 'sorry', '--by', 'ann')
    await until('the recall was refused', async () => (await deliveryState(`rcl_${order}`)) === 'refused')
    game.says = 'yes'
    for (const answer of ['the recall is closed', 'the recall was closed before'])
      expect(await type('delivery', order, '--close-recall', ...asAnn)).toMatchObject({
        code: 0,
        text: expect.stringContaining(answer) as string,
      })
    expect(await shop.rows('select state, detail from outbox where outbox_id = $1', `rcl_${order}`)).toEqual([
      { state: 'cancelled', detail: 'operator: ticket 12' },
    ])
    expect(await noted(`rcl_${order}`)).toHaveLength(1)
  }))

describe('an operator resolves a held order', () => {
  it('and sends a wrong payment back, once', async () => {
    const order = await demo.order('gem_60')
    await shop.rows(`select apply_capture('sandbox', $1, 'W1-' || $1, 1, 'USD', 'poll', null)`, order)
    expect((await type('hold', order)).text).toContain('held amount_mismatch')
    expect((await type('hold', order, '--close', ...asAnn)).text).toBe(
      'the order is held for a wrong payment: send it back with --refund\n',
    )
    expect((await type('hold', order, '--refund', ...asAnn)).text).toContain('the refund is on its way')
    expect((await type('hold', order, '--refund', ...asAnn)).text).toContain('the refund was sent before')
    expect(await noted(order)).toEqual([{ action: 'send_held_refund', done_by: 'ann', note: 'ticket 12' }])
  })

  it('and closes the hold of money that went back twice, with a note after the reason', async () => {
    const order = await paid()
    await demo.reach(order, 4)
    expect((await type('hold', order, '--close', ...asAnn)).text).toBe('the order is not held\n')
    expect((await type('hold', order, '--refund', ...asAnn)).text).toBe('no refund of this order is held\n')
    await shop.rows(`update orders set hold_reason = 'refund_exceeds_payment' where order_no = $1`, order)
    expect((await type('doctor')).text).toContain('orders that are held')
    for (const answer of ['the hold is closed', 'the hold was closed before'])
      expect((await type('hold', order, '--close', ...asAnn)).text).toContain(answer)
    expect(await shop.rows('select hold_reason, hold_note from orders where order_no = $1', order)).toEqual([
      { hold_reason: 'refund_exceeds_payment', hold_note: 'ticket 12' },
    ])
    expect(await noted(order)).toHaveLength(1)
  })
})

describe('an operator decides about the points of a pack that went back in part', () => {
  const partly = async (): Promise<string> => {
    const order = await paid('coin_500')
    await demo.reach(order, 4)
    await shop.rows('update orders set refunded_cents = paid_cents / 2 where order_no = $1', order)
    await shop.rows('insert into pack_part_kept (order_no) values ($1)', order)
    return order
  }
  const takenPoints = async (order: string): Promise<Row[]> =>
    await shop.rows(`select basic_points from ledger_journal where order_no = $1 and reason = 'take_back'`, order)

  it('and takes their part once', async () => {
    const order = await partly()
    for (const answer of ['the points are taken', 'the points were taken before'])
      expect((await type('points', order, '--take', ...asAnn)).text).toContain(answer)
    expect(await takenPoints(order)).toHaveLength(1)
    expect((await type('points', order, '--leave', ...asAnn)).text).toBe('the points were taken\n')
    expect((await noted(order)).map((row) => row.action)).toEqual(['take_kept_points'])
  })

  it('or leaves them with the player', async () => {
    const order = await partly()
    for (const answer of ['the points stay with the player', 'the points were left before'])
      expect((await type('points', order, '--leave', ...asAnn)).text).toContain(answer)
    expect((await type('points', order, '--take', ...asAnn)).text).toBe('the points were left with the player\n')
    expect(await takenPoints(order)).toEqual([])
    expect((await type('doctor')).text).not.toContain('packs that were given back in part')
  })
})

describe('an operator resolves a webhook that found no order', () => {
  const parked = async (order: string): Promise<string> => {
    const [row] = await shop.rows(
      `insert into inbox (channel_code, event_id, kind, order_no, txn, amount_cents, currency, raw, state, attempts,
         outcome) values ('sandbox', $1, 'paid', $2, $1, 99, 'USD', '{"text":"as it came"}', 'parked', 10,
         'unknown_order') returning inbox_id`,
      randomUUID(),
      order,
    )
    return String(row?.inbox_id)
  }

  it('and lists all of them, and reads one with its text', async () => {
    const id = await parked('ELSEWHERE')
    const list = await type('webhook')
    expect(list.text).toContain(`id ${id}  `)
    expect(list.text).toContain('order_no ELSEWHERE')
    expect((await type('webhook', id)).text).toContain('raw {"text":"as it came"}')
    expect((await type('webhook', '0')).text).toBe('there is no such webhook\n')
  })

  it('and has it processed again, from its first try', async () => {
    const order = await demo.order('gem_60')
    const [price] = await shop.rows('select amount_cents from orders where order_no = $1', order)
    const id = await parked(order)
    await shop.rows('update inbox set amount_cents = $2 where inbox_id = $1', id, price?.amount_cents)
    expect((await type('webhook', id, '--again', ...asAnn)).text).toContain('the webhook is processed again')
    await demo.reach(order, 4)
    expect(await shop.rows('select state, outcome from inbox where inbox_id = $1', id)).toEqual([
      { state: 'done', outcome: 'applied' },
    ])
    for (const flag of ['--again', '--close'])
      expect(await type('webhook', id, flag, ...asAnn)).toEqual({ code: 2, text: 'the webhook was processed\n' })
    expect(await noted(id)).toHaveLength(1)
  })

  it('or closes it with a note', async () => {
    const id = await parked('ELSEWHERE')
    for (const answer of ['the webhook is closed', 'the webhook was closed before'])
      expect((await type('webhook', id, '--close', ...asAnn)).text).toContain(answer)
    expect(await shop.rows('select state, outcome, outcome_note from inbox where inbox_id = $1', id)).toEqual([
      { state: 'done', outcome: 'operator', outcome_note: 'ticket 12' },
    ])
    expect((await type('webhook', id)).text).toContain('action close_webhook  done_by ann  note ticket 12')
  })
})

describe('a command of an operator', () => {
  it('prints the story of an order', async () => {
    const order = await paid()
    await demo.reach(order, 4)
    const { code, text } = await type('order', order)
    expect(code).toBe(0)
    expect([...new Set(text.split('\n').map((line) => line.slice(0, 14).trim()))].filter(Boolean)).toEqual([
      'order',
      'event',
      'capture',
      'webhook',
      'delivery',
      'journal',
    ])
    expect(text).toContain(`id dlv_${order}  state confirmed`)
    expect(await type('order', 'nothing')).toEqual({ code: 2, text: 'there is no such order\n' })
  })

  it('names what blocks the deletion of a player', async () => {
    const order = await demo.order('gem_60')
    const [row] = await shop.rows('select uid from orders where order_no = $1', order)
    expect((await type('player', String(row?.uid))).text).toBe('deletion waits for order\n')
    expect(await type('player', 'nobody')).toEqual({ code: 2, text: 'there is no such player\n' })
  })

  it('changes nothing without an operator’s name and a reason, and prints its usage', async () => {
    const order = await refused()
    for (const more of [
      ['--by', 'ann'],
      ['--by', ' ', '--why', 'because'],
    ]) {
      const output = await type('delivery', order, '--again', ...more)
      expect([output.code, output.text.split('\n')[0]]).toEqual([2, 'npm run hc -- delivery NUMBER'])
    }
    expect(await deliveryState(`dlv_${order}`)).toBe('refused')
    expect(await noted(`dlv_${order}`)).toEqual([])
  })

  it.each(['webhook', 'refund', 'doctor'] as const)('%s explains itself with --help', async (tool) => {
    const { code, text } = await type(tool, '--help')
    expect([code, text.startsWith(`npm run hc -- ${tool}`)]).toEqual([0, true])
  })

  it('leaves a row that cannot be changed or deleted', async () => {
    await expect(shop.rows(`update operator_action set done_by = 'bob'`)).rejects.toThrow('append-only')
    await expect(shop.rows('delete from operator_action')).rejects.toThrow('append-only')
  })
})
