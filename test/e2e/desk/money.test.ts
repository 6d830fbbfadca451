import { beforeAll, describe, expect, it } from 'vitest'
import { readFile } from 'node:fs/promises'
import { until, type Player } from '../../kit/shop.ts'
import { Hand, atTab, heading, look, signedIn } from '../../kit/browser/staff.ts'
import { see } from '../../kit/browser/steps.ts'
import { withBrowser, withDeskAtWork, withStaff } from '../../kit/browser/stage.ts'

const at = withDeskAtWork({ RETRY_BASE_MS: '500', RETRY_CAP_MS: '1000' })
const browser = withBrowser(() => at.shop.url)
const support = withStaff(at, browser, 'support')
const finance = withStaff(at, browser, 'finance')
const owner = withStaff(at, browser, 'owner')

/** Two people at the desk's money: a request and its decision, points by hand, and the books. */
describe('two people at the desk’s money', () => {
  let demo: Player
  let uid: string
  let order: string
  beforeAll(async () => {
    demo = await at.shop.signIn('demo', 'Demo1234')
    const [account] = await at.rows(`select uid from account where login = 'demo'`)
    uid = String(account?.uid)
    order = await demo.order('gem_6480')
    await at.shop.outcome(order, 'paid')
    await until('it is delivered', async () => (await demo.record(order)).status === 4)
  })
  /** The number of the request that a call became: its words may be on the page before its answer is. */
  const requestOf = async (call: string): Promise<number> =>
    await until(`a request of ${call}`, async () => {
      const [row] = await at.rows(`select approval_no::int as no from desk.approval where call = '${call}'`)
      return Number(row?.no ?? 0)
    })

  it('a refund above the limit becomes a request, with the same words and the same clicks', async () => {
    const { page } = support
    await page.goto(`${at.desk}/orders/${order}`)
    await heading(page, `Order ${order}`)
    const hand = new Hand(page)
    await hand.press('Refund')
    await page.getByRole('dialog').getByLabel('A part').check()
    await page.getByRole('dialog').getByLabel('Amount in USD').fill('10')
    await see(page, 'You can do this yourself (limit $20.00 per order')
    await page.getByRole('dialog').getByLabel('Amount in USD').fill('30')
    await see(page, 'Needs approval. This is above your limit of $20.00.')
    await hand.why()
    await look(page, 'refund-part')
    await hand.press('Request approval')
    await see(page, 'request')
    expect(hand.clicks, 'clicks').toEqual(2)
    expect((await at.rows('select 1 from refund_part')).length, 'parts').toEqual(0)
    await see(page, 'Refund of $30.00 is waiting for approval, requested by')
    expect(await page.getByRole('button', { name: 'Refund' }).getAttribute('aria-disabled'), 'off').toEqual('true')
    await look(page, 'order-requested')
    const body = { order_no: order, cents: 3000, refunded_cents: 0, reason: 'once more' }
    const again = await at.as('support').call('refund/part', body)
    expect([again.msg, again.data], 'a second request').toMatchObject(['NeedsApproval', { approval: 1, again: true }])
    await page.getByRole('link', { name: 'See the approvals' }).click()
    await atTab(page, 'To do', 'Approvals')
    await page.getByRole('link', { name: /^Refund a part: / }).click()
    await heading(page, /^Refund a part: /)
    await see(page, 'Request 1')
    await page.getByRole('button', { name: 'Withdraw' }).waitFor()
    expect(await page.getByRole('button', { name: 'Approve' }).count(), 'buttons to approve the own request').toEqual(0)
  })

  it('another person sees before and after, and approves it with a fresh factor', async () => {
    const { page } = finance
    await page.goto(`${at.desk}/approvals`)
    await atTab(page, 'To do', 'Approvals')
    await look(page, 'approvals')
    const hand = new Hand(page)
    await page.getByRole('link', { name: /^Refund a part: / }).click()
    await heading(page, /^Refund a part: /)
    await see(page, '$30.00')
    await look(page, 'approval')
    await hand.press('Approve')
    await look(page, 'approval-yes')
    await hand.press('Approve it')
    await see(page, 'Approved, and done.')
    expect(hand.clicks, 'clicks').toEqual(2)
    await until('the part is done', async () => {
      const [part] = await at.rows('select state from refund_part')
      return part?.state === 'done'
    })
    await page.goto(`${at.desk}/approvals?which=past`)
    await see(page, 'Approved')
    await page.goto(`${at.desk}/approvals`)
    await see(page, 'Nothing to approve.')
    await look(page, 'approvals-empty')
  })

  it('the second of two tabs that refund the same part shows the first refund before it refunds', async () => {
    const other = await signedIn(at, browser, 'finance')
    const tabs = [finance.page, other.page]
    for (const page of tabs) {
      await page.goto(`${at.desk}/orders/${order}`)
      await page.getByRole('button', { name: 'Refund', exact: true }).click()
      await page.getByRole('dialog').getByLabel('A part').check()
      await page.getByRole('dialog').getByLabel('Amount in USD').fill('10')
      await new Hand(page).why()
    }
    const backed = async (cents: number): Promise<void> => {
      await until(`${cents} cents went back`, async () => {
        const [row] = await at.rows('select refunded_cents::int as cents from orders where order_no = $1', order)
        return row?.cents === cents
      })
    }
    await new Hand(finance.page).press('Refund $10.00')
    await backed(4000)
    const late = new Hand(other.page)
    await late.press('Refund $10.00')
    await see(other.page, 'was refunded while you were writing')
    await other.page.getByRole('dialog').getByText('$40.00').waitFor()
    expect((await at.rows('select 1 from refund_part')).length, 'parts').toEqual(2)
    await late.press('Refund $10.00')
    await backed(5000)
    expect(other.complaints, 'complaints').toEqual([])
    await other.close()
  })

  it('goodwill points are four clicks at most, and the dialog shows the new balance', async () => {
    const { page } = support
    await page.goto(`${at.desk}/players/${uid}`)
    const hand = new Hand(page)
    await hand.press('Adjust points')
    await page.getByRole('dialog').getByLabel('Bonus points').fill('12000')
    await see(page, '0 → 12,000')
    await page.getByRole('dialog').getByLabel('Bonus points').fill('50')
    await hand.why()
    await look(page, 'adjust-points')
    await hand.press('Adjust them')
    await see(page, 'request')
    expect(hand.clicks <= 4, `${hand.clicks} clicks`).toBe(true)
  })

  it('the books balance, and a journal says what caused it', async () => {
    const { page } = finance
    await page.goto(`${at.desk}/finance`)
    await see(page, 'every unit sums to zero')
    await look(page, 'books')
    await page.goto(`${at.desk}/finance/journals?order_no=${order}`)
    await atTab(page, 'Ledger', 'Journals')
    await see(page, 'Refund')
    await look(page, 'journals')
    await page.locator('[data-row]').first().click()
    await see(page, 'What caused it')
    await look(page, 'journal')
    await page.goto(`${at.desk}/finance/gateways`)
    await see(page, 'Import a payout file to match it with your books.')
    await look(page, 'gateways')
  })

  it('the import dialog shows the errors of a payout file line by line', async () => {
    const { page } = finance
    const hand = new Hand(page)
    await hand.press('Import payouts')
    const file = page.getByRole('dialog').getByLabel('File')
    const csv = (text: string) => ({ name: 'payout.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
    await file.setInputFiles(csv('x'.repeat(8 * 1024 * 1024 + 1)))
    await hand.press('Import')
    await see(page, 'larger than 8 MB')
    await file.setInputFiles(
      csv(
        'payout,paid_at,kind,reference,gross_cents,fee_cents\npo_1,soon,refund,re_1,100,0\npo_1,2026-11-30,fee,x,0,a',
      ),
    )
    await hand.press('Import')
    await see(page, 'Nothing was imported')
    expect(await page.getByRole('dialog').locator('tbody tr').allInnerTexts(), 'what is wrong').toEqual([
      '2\tpaid_at\tThis must be a date such as 2026-11-30.\tsoon',
      '2\tgross_cents\tA refund is below zero.\t100',
      '3\tfee_cents\tThis must be a whole number.\ta',
    ])
    await look(page, 'payout-wrong')
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  })

  it('a payout file that is dropped on the page waits in the dialog, and its gateway names the next step', async () => {
    const { page } = finance
    await page.goto(`${at.desk}/finance/gateways`)
    await page.getByRole('link', { name: /^Import the .* file$/ }).waitFor()
    const [capture] = await at.rows('select txn, amount_cents::int as cents from capture where order_no = $1', order)
    const day = new Date().toISOString().slice(0, 10)
    const drop = (name: string): Promise<void> =>
      page.evaluate(
        ([file, text]) => {
          const data = new DataTransfer()
          data.items.add(new File([text], file))
          dispatchEvent(new DragEvent('drop', { dataTransfer: data, cancelable: true }))
        },
        [
          name,
          `payout,paid_at,kind,reference,gross_cents,fee_cents\npo_9,${day},capture,${String(capture?.txn)},${String(capture?.cents)},300\n`,
        ] as const,
      )
    await drop('picture.png')
    const hand = new Hand(page)
    await hand.press('Import')
    await see(page, 'picture.png is not a CSV file.')
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    await drop('november.csv')
    await see(page, 'november.csv is ready to import.')
    await look(page, 'payout-dropped')
    await hand.press('Import')
    await see(page, '1 line is new')
    await page.getByRole('link', { name: 'Post payout po_9' }).click()
    await heading(page, 'Payout po_9')
    await hand.press('Post payout')
    await hand.press('Post payout')
    await see(page, 'Posted:')
    await page.goto(`${at.desk}/finance/gateways`)
    await see(page, 'Everything is posted')
    await look(page, 'gateways-posted')
  })

  it('a refund names its item, its player, who asked and who approved, and is found by the player', async () => {
    const { page } = finance
    await page.goto(`${at.desk}/refunds`)
    await page.getByRole('columnheader', { name: 'Approved by' }).waitFor()
    await page.getByLabel('Order, player, refund ID …').fill('demo')
    await page.waitForURL(/q=demo/)
    await see(page, '6,480 Star Gems')
    await page.getByRole('link', { name: 'This month', exact: true }).click()
    await page.waitForURL(/from=/)
    await page.locator('[data-row]').first().waitFor()
    await look(page, 'refunds-named')
  })

  it('a dispute goes from the collected evidence to the bank’s decision, in three steps', async () => {
    const { page } = finance
    const disputed = await demo.order('gem_300')
    await at.shop.outcome(disputed, 'paid')
    await until('it is delivered', async () => (await demo.record(disputed)).status === 4)
    await at.rows(
      `insert into dispute (channel_code, dispute_id, order_no, txn, amount_cents, currency, stage, reason, due_at,
            opened_at)
          select channel_code, 'dp_5', order_no, txn, amount_cents, currency, 'opened', 'fraudulent',
            now() + interval '30 hours', now() from capture where order_no = $1`,
      disputed,
    )
    const step = (): Promise<string> => page.locator('[aria-current=step]').innerText()
    await page.goto(`${at.desk}/disputes/sandbox/dp_5`)
    await heading(page, 'Dispute dp_5')
    await see(page, /^\d+ hours left$/)
    expect(await step(), 'the first step').toContain('Collect')
    await see(page, `in order ${disputed}.`)
    await page.getByRole('button', { name: 'Copy all' }).waitFor()
    const hand = new Hand(page)
    await page.getByLabel('Your own text').fill('The player thanked us.')
    await hand.press('Add: Files')
    await page.getByLabel('Name', { exact: true }).fill('chat.pdf')
    await page.getByLabel('Where it is').fill('ticket 12')
    await hand.press('Save')
    await see(page, 'Saved.')
    await look(page, 'dispute-collect')
    await hand.press('Evidence submitted')
    await see(page, 'Under review')
    expect(await step(), 'the last step').toContain('Wait for the decision')
    const work = async () => (await at.rows(`select state, text, files from desk.dispute_work`))[0]
    const files = [{ name: 'chat.pdf', where: 'ticket 12' }]
    expect(await work()).toEqual({ state: 'entered', text: 'The player thanked us.', files })
    await look(page, 'dispute-wait')
    await hand.press('Back to collecting')
    await page.getByRole('main').getByRole('button', { name: 'Evidence submitted' }).waitFor()
    await hand.press('Accept the dispute')
    await see(page, 'You send no evidence')
    await look(page, 'dispute-accept')
    await hand.press('Accept the dispute')
    await see(page, 'You accepted this dispute.')
    expect((await work())?.state).toEqual('given_up')
    await at.rows(`update dispute set stage = 'won', closed_at = now()`)
    await page.reload()
    await see(page, 'Won: $4.99 stays with you')
    expect(await page.getByRole('button', { name: 'Save', exact: true }).count(), 'ways to work on it').toEqual(0)
    await look(page, 'dispute-won')
  })

  it('a journal is corrected by a separate journal, whose sum is shown before the request', async () => {
    const { page } = finance
    await page.goto(`${at.desk}/finance`)
    const hand = new Hand(page)
    await hand.press('New adjustment')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Bank, in USD').fill('-12.50')
    await dialog.getByLabel('Gateway fees, in USD').fill('12')
    await see(page, '-$0.50')
    await hand.why()
    await hand.press('Request approval')
    await see(page, 'Two accounts at least, and amounts that sum to zero.')
    await dialog.getByLabel('Gateway fees, in USD').fill('12.50')
    await look(page, 'correction')
    await hand.press('Request approval')
    await see(page, 'request')
    const no = await requestOf('ledger/correct')
    await owner.page.goto(`${at.desk}/approvals/${String(no)}`)
    await see(owner.page, 'Adjust the books')
    await look(owner.page, 'correction-approval')
    await at.as('owner').call('approval/decide', { approval_no: no, yes: true })
    await page.goto(`${at.desk}/finance/journals?reason=correction`)
    await page.locator('[data-row]').first().click()
    await see(page, 'What caused it')
    await look(page, 'correction-journal')
    await page.getByRole('button', { name: 'Correct this' }).click()
    expect(await page.getByRole('dialog').getByLabel('Bank, in USD').inputValue(), 'what takes it back').toEqual(
      '12.50',
    )
    await page.keyboard.press('Escape')
  })

  it('the game’s key is rotated in three clicks, and its secret is shown once', async () => {
    const ops = await signedIn(at, browser, 'ops')
    const { page } = ops
    await page.goto(`${at.desk}/settings/game`)
    await see(page, 'Keys of the game')
    const hand = new Hand(page)
    await hand.press('Rotate the key')
    await hand.why()
    await look(page, 'game-key-ask')
    await hand.press('Request approval')
    await see(page, 'request')
    const no = await requestOf('gamekey/rotate')
    await at.as('owner').call('approval/decide', { approval_no: no, yes: true })
    await page.reload()
    // A game with a key pair of its own gives its public half in place of that; what is none is refused there.
    await page.getByRole('button', { name: 'Enter a public key' }).click()
    await page.getByLabel('Public key of the game').fill('hcg_not-a-public-key')
    await page.getByRole('button', { name: 'Use this key' }).click()
    await see(page, 'This is no public key')
    await look(page, 'game-key-public')
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
    await hand.press('Take the new key')
    await see(page, 'hcg_')
    await look(page, 'game-key')
    expect(hand.clicks, 'clicks').toEqual(3)
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
    await page.getByRole('button', { name: 'End the key demo-key' }).waitFor()
    expect((await page.content()).includes('hcg_'), 'the secret is still on the page').toEqual(false)
    expect(ops.complaints, 'complaints').toEqual([])
    await ops.close()
  })

  it('a month is closed in three clicks, as a request for another person', async () => {
    const [old] = await at.rows(
      `with who as (select account_id from account where login = 'demo'),
      j as (insert into ledger_journal (reason, source_id, account_id, basic_points, created_at)
        select 'opening', 'long ago', account_id, 70, date_trunc('month', now()) - interval '1 day' from who
        returning journal_id, to_char(created_at at time zone 'UTC', 'YYYY-MM') as month),
      e as (insert into ledger_entry (journal_id, ledger_account_id, unit, amount)
        select journal_id, v.id, 'HCB', v.amount from j, (select 4::bigint as id, -70 as amount union all
          select ledger_account_id, 70 from ledger_account l, who where l.account_id = who.account_id
            and kind = 'wallet' and unit = 'HCB') v)
      select month from j`,
    )
    const { page } = finance
    const hand = new Hand(page)
    await page.goto(`${at.desk}/finance/periods`)
    await atTab(page, 'Ledger', 'Month-end')
    await look(page, 'periods')
    const month = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' })
    const name = month.format(new Date(`${String(old?.month)}-15`))
    await hand.press(`Close ${name}`)
    await hand.why()
    await look(page, 'period-close')
    await hand.press('Close the month')
    await see(page, 'request')
    expect(hand.clicks <= 3, `${hand.clicks} clicks`).toBe(true)
    const no = await requestOf('period/close')
    await at.as('owner').call('approval/decide', { approval_no: no, yes: true })
    await page.reload()
    await page.getByText(`Totals of ${name}`).click()
    await see(page, 'Last line of the audit at the close')
    await look(page, 'period-closed')
    await owner.page.goto(`${at.desk}/rules`)
    await heading(owner.page, 'Approval rules')
    await look(owner.page, 'rules')
  })

  it('a player’s own data is requested, allowed by another person, and downloaded by the requester', async () => {
    const lead = await signedIn(at, browser, 'lead')
    const { page } = lead
    await page.goto(`${at.desk}/players/${uid}`)
    await heading(page, `Player ${uid}`)
    const take = page.getByRole('button', { name: `Save the data of ${uid} as a file` })
    expect(await take.count(), 'ways to take it before anybody allowed it').toEqual(0)
    const hand = new Hand(page)
    await hand.press('Export personal data')
    await hand.why()
    await look(page, 'player-export')
    await hand.press('Request approval')
    await see(page, 'request')
    const no = await requestOf('player/export')
    await owner.page.goto(`${at.desk}/approvals/${String(no)}`)
    await see(owner.page, 'Hours to take the file')
    const decides = new Hand(owner.page)
    await decides.press('Approve')
    await decides.press('Approve it')
    await see(owner.page, 'Approved, and done.')
    expect(await owner.page.getByRole('button', { name: /^Save the data/ }).count(), 'ways for who allowed it').toEqual(
      0,
    )
    await page.goto(`${at.desk}/players/${uid}`)
    const coming = page.waitForEvent('download')
    await take.click()
    const file = await coming
    expect(file.suggestedFilename(), 'the name of the file').toEqual(`player-${uid}.json`)
    const text = await readFile(await file.path(), 'utf8')
    JSON.parse(text)
    expect(text.includes(uid) && text.includes(order), 'the player’s number and order are in it').toBe(true)
    const [row] = await at.rows('select count(taken_at)::int as n from desk.player_export')
    expect(row?.n, 'exports that were taken').toEqual(1)
    expect((await at.audited('player/exportTake')).length, 'lines of the audit').toEqual(1)
    expect(lead.complaints, 'complaints').toEqual([])
    await lead.close()
  })
})
