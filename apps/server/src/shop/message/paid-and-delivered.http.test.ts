import { describe, expect, it } from 'vitest'
import { type Letter, until } from '@hc/test/shop'
import { withGame, withPlayer, withShop } from '@hc/test/fixtures'

const game = withGame()
const shop = withShop(() => ({ ...game.env(), RETRY_BASE_MS: '100', LEASE_SECONDS: '2' }))
const demo = withPlayer(shop)

const lettersOf = async (no: string): Promise<Letter[]> =>
  (await shop.letters()).filter((message) => message.text.includes(no)).toReversed()
const subjectsOf = async (no: string): Promise<string[]> => (await lettersOf(no)).map(({ subject }) => subject)
/** Makes and pays an order. */
async function paid(goods: string): Promise<string> {
  const no = await demo.order(goods)
  await shop.outcome(no, 'paid')
  await demo.reach(no, game.says === 'yes' ? 4 : 2)
  return no
}
/** The payment was so many seconds ago. */
const age = async (no: string, seconds: number): Promise<unknown> =>
  await shop.db.query(
    `update order_letter set at = at - make_interval(secs => $2), lease_until = lease_until - make_interval(secs => $2)
      where order_no = $1`,
    [no, seconds],
  )
const untilDelivered = async (no: string): Promise<void> => {
  game.says = 'yes'
  await shop.db.query('update outbox set run_at = now() where order_no = $1', [no])
  await demo.reach(no, 4)
}

describe('a payment and its delivery', () => {
  it('are one letter if the delivery comes within two minutes, and no letter comes before it', async () => {
    game.says = 'nothing'
    const no = await paid('gem_300')
    await age(no, 100)
    const other = await demo.order('coin_500')
    await shop.outcome(other, 'paid')
    await until('a later letter is out', async () => (await lettersOf(other)).length === 1)
    expect(await subjectsOf(no)).toEqual([])
    await untilDelivered(no)
    await until('it is told', async () => (await lettersOf(no)).length > 0)
    expect(await subjectsOf(no)).toEqual(['Paid and delivered: 300 Star Gems'])
    expect((await lettersOf(no))[0]?.text).toContain('delivered 300 Star Gems + 300 bonus to')
  })

  it('are two letters if the delivery takes longer', async () => {
    game.says = 'nothing'
    const no = await paid('gem_60')
    await age(no, 121)
    await until('the payment is told', async () => (await lettersOf(no)).length === 1)
    expect((await lettersOf(no))[0]?.text).toContain('are sending 60 Star Gems + 60 bonus to')
    await untilDelivered(no)
    await until('the delivery is told', async () => (await lettersOf(no)).length === 2)
    const subjects = await subjectsOf(no)
    expect(subjects[0]).toContain('Your receipt from')
    expect(subjects[1]).toBe('Delivered: 60 Star Gems')
  })

  it('are one letter, and told once, if the process that was writing it died', async () => {
    game.says = 'nothing'
    const no = await paid('gem_980')
    // A process that died had read the letter as due before the item arrived.
    await shop.db.query(`update order_letter set lease_until = now() + interval '1 second' where order_no = $1`, [no])
    await untilDelivered(no)
    const late = await shop.db.query(
      `select write_paid_letter($1, false, null, 'demo@example.com', 'en-US', '', 24) as wrote`,
      [no],
    )
    expect(late.rows).toEqual([{ wrote: false }])
    await until('it is told', async () => (await lettersOf(no)).length > 0)
    const again = await shop.db.query(
      `select write_paid_letter($1, true, null, 'demo@example.com', 'en-US', '', 24) as wrote`,
      [no],
    )
    expect(again.rows).toEqual([{ wrote: false }])
    expect(await subjectsOf(no)).toEqual(['Paid and delivered: 980 Star Gems'])
  })

  it('do not wait for each other if the money goes back before the delivery', async () => {
    game.says = 'nothing'
    const no = await paid('gem_1980')
    await shop.db.query(`select request_refund($1, 'asked for', 'ann')`, [no])
    await demo.reach(no, 5)
    await until('both are told', async () => (await lettersOf(no)).length === 2)
    const [first, second] = await subjectsOf(no)
    expect(first).toContain('Your receipt from')
    expect(second).toContain('We’ve refunded')
  })
})
