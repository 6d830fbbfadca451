import { beforeAll, describe, expect, it } from 'vitest'
import { inState } from '../../kit/desk-shop.ts'
import { keptWordsRule } from './drafts.ts'
import { Hand, atTab, heading, look, signedIn } from '../../kit/browser/staff.ts'
import { chooseFilter, focusOn, lookFor, see, toOrder } from '../../kit/browser/steps.ts'
import { withBrowser, withDeskAtWork, withStaff } from '../../kit/browser/stage.ts'
import type { Player } from '../../kit/shop.ts'
import type { Page } from 'playwright-core'

const EMAIL = 'canary-player@mail.example'

const at = withDeskAtWork({ RETRY_BASE_MS: '500', RETRY_CAP_MS: '1000' })
const browser = withBrowser(() => at.shop.url)
const support = withStaff(at, browser, 'support')
const finance = withStaff(at, browser, 'finance')
const owner = withStaff(at, browser, 'owner')

/** Support, finance and operations at work on orders, players and deliveries. */
describe('support, finance and operations at work', () => {
  let demo: Player
  let uid: string
  let page: Page
  beforeAll(async () => {
    await at.rows(`update account set email = $1 where login = 'demo'`, EMAIL)
    demo = await at.shop.signIn('demo', 'Demo1234')
    const [account] = await at.rows(`select uid from account where login = 'demo'`)
    uid = String(account?.uid)
    ;({ page } = support)
  })
  const paid = async (): Promise<string> => {
    const order = await demo.order('gem_60')
    await at.shop.outcome(order, 'paid')
    return order
  }

  const delivered = async (): Promise<string> => {
    at.game.says = 'yes'
    const order = await paid()
    await inState(at, `dlv_${order}`, 'confirmed')
    return order
  }

  const refused = async (): Promise<string> => {
    at.game.says = { refused: 'bag full' }
    const order = await paid()
    await inState(at, `dlv_${order}`, 'refused')
    at.game.says = 'yes'
    return order
  }

  const order = (no: string): Promise<unknown> => page.goto(`${at.desk}/orders/${no}`)

  it('“paid, nothing came” is one click from the order, and the answer is in its timeline', async () => {
    const no = await demo.order('gem_60')
    await order(no)
    await heading(page, `Order ${no}`)
    await see(page, 'hasn’t opened the payment page')
    await look(page, 'order-made')
    const hand = new Hand(page)
    await hand.press('Check status now')
    await see(page, 'Checked. The answers are below.')
    await see(page, 'Gateway asked')
    expect(hand.clicks, 'clicks').toEqual(1)
  })

  it('the game is told again in two clicks, and the page follows it to the end by itself', async () => {
    const no = await refused()
    await order(no)
    await see(page, 'the game rejected the item: “bag full”')
    await look(page, 'order-refused')
    const hand = new Hand(page)
    await hand.press('Resend to game')
    await see(page, 'The game is asked again now')
    await look(page, 'order-retell')
    await hand.why()
    await hand.press('Resend to game')
    await see(page, ' and delivered ')
    expect(hand.clicks, 'clicks').toEqual(2)
  })

  it('a refund shows its effect first, and is three clicks from the list', async () => {
    const no = await delivered()
    await page.goto(`${at.desk}/orders`)
    await heading(page, 'Orders')
    await look(page, 'orders')
    const hand = new Hand(page)
    hand.clicks++
    await toOrder(page, no).click()
    await heading(page, `Order ${no}`)
    await hand.press('Refund')
    await see(page, 'The game is asked to take the item back.')
    await see(page, 'You can do this yourself')
    await look(page, 'order-refund')
    await hand.press('Refund $0.99')
    await see(page, 'Choose a reason.')
    hand.clicks--
    await hand.why()
    await hand.press('Refund $0.99')
    await see(page, ' refunded ')
    expect(hand.clicks, 'clicks').toEqual(3)
    await look(page, 'order-refunded')
  })

  it('a list without a match says what it would contain, and its filters are in the address', async () => {
    await page.goto(`${at.desk}/orders?status=3&channel=nowhere`)
    await see(page, 'Nothing matches these filters.')
    await look(page, 'orders-empty')
    await chooseFilter(page, 'Status', 'Delivered')
    await page.waitForURL(/status=4/)
  })

  it('a player is found by an address, which appears nowhere on the page', async () => {
    await page.goto(`${at.desk}/players`)
    await heading(page, 'Players')
    await look(page, 'players')
    await lookFor(page, EMAIL)
    await page.getByRole('link', { name: uid }).waitFor()
    await look(page, 'players-found')
    expect(page.url().includes('canary'), page.url()).toBe(false)
    await lookFor(page, 'nobody-of-this-name')
    await see(page, 'Nobody fits exactly')
    await look(page, 'players-empty')
  })

  it('a player is found by the number of their order, and their lists have words instead of codes', async () => {
    const no = await delivered()
    const pack = await demo.order('coin_500', 'sandbox', { role_id: '', server_id: '' })
    await at.shop.outcome(pack, 'paid')
    await page.goto(`${at.desk}/players`)
    await lookFor(page, no)
    await page.getByRole('link', { name: uid }).click()
    await heading(page, `Player ${uid}`)
    await page.getByRole('tab', { name: 'Points', exact: true }).click()
    await page.getByRole('cell', { name: 'Points bought' }).first().waitFor()
    await page.getByRole('tab', { name: 'Deliveries', exact: true }).click()
    await toOrder(page, no).click()
    await heading(page, `Order ${no}`)
  })

  it('a waiting row leads to the page of its decision', async () => {
    await at.rows(
      `insert into account_market (account_id, country, source, since, change_from, appeal, appealed_at)
        select account_id, 'DE', 'declared', now(), now(), 'asked', now() from account where login = 'demo'`,
    )
    await page.goto(`${at.desk}/waiting?kind=appeals`)
    await page.getByRole('row', { name: uid }).getByRole('link', { name: 'Country request', exact: true }).click()
    await atTab(page, 'Players', 'Country requests')
  })

  it('an address is shown in three clicks, with a reason for the audit', async () => {
    const hand = new Hand(page)
    await page.goto(`${at.desk}/players`)
    await lookFor(page, 'demo')
    hand.clicks++
    await page.getByRole('link', { name: uid }).click()
    await heading(page, `Player ${uid}`)
    await see(page, 'c…@mail.example')
    await look(page, 'player')
    await hand.press('Show the mail address')
    await look(page, 'player-reveal')
    await hand.why()
    await hand.press('Show')
    await see(page, EMAIL)
    expect(hand.clicks, 'clicks').toEqual(3)
    expect((await at.audited('player/reveal')).length, 'lines of the audit').toEqual(1)
  })

  it('sessions end in two clicks, and each tab of a player has its list', async () => {
    for (const tab of ['Orders', 'Points', 'Deliveries', 'Redeemed', 'Sessions', 'Limits', 'Notes']) {
      await page.getByRole('tab', { name: tab, exact: true }).click()
      await look(page, `player-${tab.toLowerCase()}`)
    }
    const hand = new Hand(page)
    await hand.press('Sign out everywhere')
    await look(page, 'player-end')
    await hand.why()
    await hand.press('Sign out everywhere')
    await see(page, 'One session is ended.')
    expect(hand.clicks, 'clicks').toEqual(2)
    demo = await at.shop.signIn('demo', 'Demo1234')
  })

  it('a note with a ticket is two clicks, and appears in finance’s waiting list', async () => {
    const no = await delivered()
    await order(no)
    const hand = new Hand(page)
    await hand.press('Add note')
    await look(page, 'order-note')
    await page.getByRole('dialog').getByLabel('Note').fill('please look at the amount')
    await page.getByRole('dialog').getByLabel('Ticket').fill('T-9')
    await page.getByRole('dialog').getByLabel('For').selectOption('finance')
    await hand.press('Add note')
    await see(page, 'please look at the amount')
    expect(hand.clicks, 'clicks').toEqual(2)
    await finance.page.goto(`${at.desk}/waiting?kind=note`)
    await see(finance.page, 'please look at the amount')
    await look(finance.page, 'waiting-note')
    const title = 'Note for Finance: please look at the amount'
    await finance.page.getByRole('button', { name: `More: ${title}` }).click()
    await finance.page.getByRole('button', { name: `Done: ${title}` }).click()
    await see(finance.page, 'The note is done and no longer waits.')
    await finance.page.getByRole('link', { name: title, exact: true }).waitFor({ state: 'detached' })
    await finance.page.goto(`${at.desk}/orders/${no}`)
    await finance.page.getByRole('button', { name: 'Not done yet: please look at the amount' }).click()
    await see(finance.page, 'The note counts as not done again.')
    await look(finance.page, 'order-notes')
    await finance.page.goto(`${at.desk}/waiting?kind=note`)
    await see(finance.page, 'please look at the amount')
  })

  it('waiting deliveries are sent again together, row by row', async () => {
    const orders = [await refused(), await refused()]
    await page.goto(`${at.desk}/waiting?kind=refused_deliveries`)
    await heading(page, 'To do')
    await see(page, 'bag full')
    await look(page, 'waiting')
    for (const no of orders) await page.getByLabel(`Choose refused_deliveries ${no}`).check()
    const hand = new Hand(page)
    await hand.press('Resend to game')
    await look(page, 'waiting-bulk')
    await hand.why()
    await hand.press('Resend to game')
    await see(page, '2 done, 0 refused.')
    for (const no of orders) await inState(at, `dlv_${no}`, 'confirmed')
    const [third, fourth] = [await refused(), await refused()]
    await page.goto(`${at.desk}/orders?delivery=refused`)
    for (const no of [third, fourth]) await page.getByLabel(`Choose ${no}`).check()
    await look(page, 'orders-bulk')
    await hand.press('Resend to game')
    await hand.why()
    await hand.press('Resend to game')
    await see(page, '2 done, 0 refused.')
    for (const no of [third, fourth]) await inState(at, `dlv_${no}`, 'confirmed')
    await page.goto(`${at.desk}/waiting?kind=refused_deliveries`)
    await see(page, 'Nothing matches these filters.')
    await look(page, 'waiting-empty')
  })

  it('a waiting row leads to the step of its runbook, and back to the list', async () => {
    const no = await refused()
    await page.goto(`${at.desk}/waiting?kind=refused_deliveries`)
    await page.getByRole('button', { name: 'More: Game rejected the item' }).click()
    await page.getByRole('link', { name: 'What to do: Game rejected the item' }).click()
    await heading(page, 'A paid order does not arrive')
    await page.waitForFunction(() => document.activeElement?.id === 'step-3')
    const top = await page.locator('#step-3').evaluate((step) => step.getBoundingClientRect().top)
    expect(top >= 0 && top < 900, `the step is at ${top} px`).toBe(true)
    expect(await page.locator('article').getAttribute('lang'), 'the language of a runbook').toEqual('en')
    await look(page, 'runbook')
    await page
      .getByRole('main')
      .getByRole('link', { name: 'A refund failed: the player has not been paid' })
      .first()
      .click()
    await heading(page, 'A refund failed: the player has not been paid')
    await look(page, 'runbook-long')
    await page.goBack()
    await heading(page, 'A paid order does not arrive')
    await page.goBack()
    await heading(page, 'To do')
    await page.locator(`[data-row][href$="/orders/${no}"]`).waitFor()
    await at.as('support').call('order/retell', { number: no, reason: 'ticket 12, the player wrote' })
    await inState(at, `dlv_${no}`, 'confirmed')
  })

  it('help is found by keys alone: by its letter, from the list of keys and from the palette', async () => {
    await page.goto(`${at.desk}/orders`)
    await heading(page, 'Orders')
    await focusOn(page.locator('h1'))
    await page.keyboard.press('g')
    await page.keyboard.press('e')
    await heading(page, 'Help')
    await look(page, 'help')
    await lookFor(page, 'chargeback after refund')
    await page.waitForURL(/q=chargeback/)
    await look(page, 'help-found')
    await focusOn(page.locator('tbody [data-row]').first())
    await page.keyboard.press('Enter')
    await page.waitForFunction(() => document.activeElement?.id === 'a-hold-that-stays')
    await focusOn(page.locator('h1'))
    await page.keyboard.press('Shift+?')
    await page.getByRole('dialog').getByRole('link', { name: 'Help', exact: true }).click()
    await heading(page, 'Help')
    await page.keyboard.press('ControlOrMeta+k')
    await page.waitForFunction(() => document.activeElement?.matches('.palette input'))
    await page.keyboard.type('game lost')
    await page.getByRole('option', { name: 'The game lost data', selected: true }).waitFor()
    await page.keyboard.press('Enter')
    await heading(page, 'The game lost data')
    await page.goto(`${at.desk}/help/nothing-of-this-name`)
    await heading(page, 'There is no such page')
    await page.goto(`${at.desk}/help?q=xylophone`)
    await see(page, 'No guide has these words')
    await look(page, 'help-empty')
  })

  it('a lost webhook is closed in three clicks from the list', async () => {
    await at.rows(
      `insert into inbox (channel_code, event_id, kind, order_no, txn, amount_cents, currency, raw, state, outcome,
          run_at)
        values ('sandbox', 'evt-lost', 'paid', 'no-such-order', 'T-lost', 99, 'USD', '{"a":1}', 'parked', 'unknown_order',
          now())`,
    )
    await at.rows(
      `insert into reconcile_finding (channel_code, kind, txn, order_no, detail, found_at)
        values ('sandbox', 'missing_here', 'T-77', '', '{"cents":1}', now())`,
    )
    const { page: hers } = finance
    await hers.goto(`${at.desk}/inbox`)
    await heading(hers, 'Webhooks')
    await look(hers, 'inbox')
    const hand = new Hand(hers)
    await hand.press('Show the stored body')
    await see(hers, '{"a":1}')
    await hand.press(/^Dismiss webhook/)
    await look(hers, 'inbox-close')
    await hand.why()
    await hand.press('Dismiss')
    await see(hers, 'No webhook fits these filters')
    expect(hand.clicks, 'clicks').toEqual(3)
    await hers.getByRole('button', { name: 'Add note: T-77' }).click()
    await hers.getByRole('dialog').getByLabel('Note', { exact: true }).fill('The gateway looks for it.')
    await hers.getByRole('dialog').getByRole('button', { name: 'Add note' }).click()
    await hers.getByRole('dialog').waitFor({ state: 'hidden' })
    await hers.getByRole('button', { name: 'Notes: T-77' }).click()
    await hers.getByRole('dialog').getByRole('cell', { name: 'The gateway looks for it.' }).waitFor()
    await look(hers, 'inbox-notes')
    await hers.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
    await hand.press('Settle T-77')
    await hand.why()
    await hand.press('Settle')
    await see(hers, 'Our books and the gateways’ agree.')
    await look(hers, 'inbox-empty')
  })

  it('deliveries, refunds and disputes have lists, and a game that lost data is told again', async () => {
    const { page: ownerPage } = owner
    for (const [path, title] of [
      ['deliveries', 'Deliveries'],
      ['refunds', 'Refunds'],
      ['disputes', 'Disputes'],
    ] as const) {
      await ownerPage.goto(`${at.desk}/${path}`)
      await heading(ownerPage, title)
      await look(ownerPage, path)
    }
    await ownerPage.goto(`${at.desk}/refunds?state=failed`)
    await see(ownerPage, 'Nothing matches these filters.')
    await look(ownerPage, 'refunds-empty')
    await ownerPage.goto(`${at.desk}/deliveries?state=parked`)
    await see(ownerPage, 'Nothing matches these filters.')
    const hand = new Hand(ownerPage)
    await hand.press('Resend past deliveries')
    await ownerPage.getByLabel('Since (day)').fill(new Date(Date.now() - 86_400_000).toISOString().slice(0, 10))
    await ownerPage.getByText(/^(One delivery|\d+ deliveries)\.$/).waitFor()
    await look(ownerPage, 'deliveries-again')
    await hand.why()
    await hand.press('Resend to game')
    await see(ownerPage, /(delivery is|deliveries are) resent/)
  })

  it('a long story shows what came last and how it began, and all of it by one press', async () => {
    const no = await delivered()
    for (let n = 1; n <= 30; n++)
      await at.as('support').call('remark/write', { kind: 'order', target: no, text: `Call ${n}`, ticket: '' })
    await order(no)
    const parts = page.locator('.story > li')
    const noted = (text: string) => page.locator('.story').getByText(`Note: ${text}`, { exact: true })
    await page.getByText('Order created', { exact: true }).waitFor()
    await noted('Call 30').waitFor()
    expect(await noted('Call 2').count(), 'folded notes').toEqual(0)
    const folded = await parts.count()
    await look(page, 'order-folded')
    const hand = new Hand(page)
    await hand.press(/^Show \d+ more in between$/)
    await noted('Call 15').waitFor()
    expect(folded === 12 && (await parts.count()) > 30, `${folded} parts, then ${await parts.count()}`).toBe(true)
    expect(await page.evaluate(() => document.activeElement?.className), 'the focus').toEqual('story')
  })

  it('the technical details show as many rows as the call, and the browser remembers the switch', async () => {
    const no = await refused()
    const rows = async () => (await at.as('support').call('order/read', { order_no: no })).result.timeline.length
    await order(no)
    await page.getByText('Rejected by game', { exact: true }).first().waitFor()
    expect(await page.locator('.story > li').count(), 'chapters').toBeLessThanOrEqual(6)
    await page.getByRole('switch', { name: 'Technical details' }).check()
    await page.reload()
    await page.locator('.timeline > li').first().waitFor()
    await expect.poll(async () => (await page.locator('.timeline > li').count()) - (await rows())).toEqual(0)
    await look(page, 'order-technical')
    await page.getByRole('switch', { name: 'Technical details' }).uncheck()
    await page.locator('.story > li').first().waitFor()
  })

  keptWordsRule(at, browser, () => uid)

  it('a page has no button without the right to press it', async () => {
    const no = await delivered()
    const auditor = await signedIn(at, browser, 'auditor')
    await auditor.page.goto(`${at.desk}/orders/${no}`)
    await see(auditor.page, ' and delivered ')
    expect(await auditor.page.getByRole('main').getByRole('button', { name: 'Refund' }).count(), 'refund').toEqual(0)
    expect(await auditor.page.getByRole('button', { name: 'Add note' }).count(), 'note').toEqual(0)
    await auditor.close()
  })
})
