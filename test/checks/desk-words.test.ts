import { expect, it } from 'vitest'
import { flatten, ownTexts } from '@hc/i18n/texts'

/** What the English desk said of its own making; each text now says what other desks say. A line: key, old text. */
const oldPhrases = `
orders.statuses.1 waits for money
orders.statuses.2 paid, not handed over
orders.statuses.3 payment failed
orders.statuses.4 handed over
orders.statuses.5 given back
orders.statuses.6 ran out
deliveries.states.pending to be asked
deliveries.states.unknown no answer yet
deliveries.states.confirmed confirmed
deliveries.states.refused refused
deliveries.states.parked given up
deliveries.states.cancelled stopped
deliveries.states.recall asked back
refunds.states.pending to be asked
refunds.states.unknown no answer yet
refunds.states.confirmed confirmed
refunds.states.refused refused
refunds.states.parked given up
refunds.states.failed failed
refunds.states.held held
refunds.states.open under way
refunds.states.stopped stopped: somebody decides
webhooks.states.new to be worked
webhooks.states.done done
webhooks.states.parked given up
row.states.pending to be asked
row.states.unknown no answer yet
row.states.parked given up
row.states.new to be worked
disputes.stages.opened open
disputes.stages.won won
disputes.stages.lost lost
disputes.case.states.new nothing yet
disputes.case.states.gathering gathering evidence
disputes.case.states.entered entered at the gateway
disputes.case.states.given_up given up
withdrawals.outcomes.person waits for a person
withdrawals.outcomes.cancelled order ended unpaid
withdrawals.outcomes.refund money is on its way back
withdrawals.outcomes.refunded refunded
withdrawals.outcomes.waived right given up
withdrawals.outcomes.late too late
withdrawals.outcomes.no_right no such right
withdrawals.outcomes.refused kept
approvals.states.open Waits for a decision
approvals.states.alone Runs by itself
approvals.states.done Approved and done
approvals.states.refused Refused
approvals.states.lapsed Lapsed
approvals.states.stale Out of date, nothing happened
campaigns.states.draft draft
campaigns.states.ready begins later
campaigns.states.running running
campaigns.states.over over
campaigns.states.stopped stopped
articles.state.draft draft
articles.state.live published
articles.state.down taken down
articles.state.changed has a draft
articles.hot hot
articles.pinned pinned
revisions.behind (behind)
revisions.missing (none)
products.onSale on sale
products.offSale off sale
products.missing Languages that lack
channels.isOffered offered
channels.isNot switched off
channels.bare not set up
channels.rests rests after failures until
channels.mode.live real money
channels.mode.test test
prices.states.now runs
prices.states.over behind another
prices.states.planned to come
prices.states.ended ended
prices.inclusive inside the price
currencies.evidence Signs of the country
prices.protected Protected
law.on On
law.off Off
health.light.green well
health.light.amber look
health.light.red wrong
alerts.open_ open
alerts.over_ over
alerts.mutedUntil silent until {at}
alerts.seenBy {name} looks after it
revisions.state.waiting waiting
revisions.state.done done
revisions.state.conflict not done: it was changed meanwhile
revisions.state.failed not done: a rule refused it
revisions.state.withdrawn withdrawn
imports.states.checked tried
imports.states.running being applied
imports.states.applied applied
imports.same The same
imports.refused Wrong
imports.rowStates.left left as it is
payouts.states.matched Matches
payouts.states.amount Another amount here
payouts.states.unknown Unknown here
payouts.booked Booked
payouts.there Still there
codes.said.missing_here known to the gateway alone
codes.said.missing_there known to the shop alone
ledger.accounts.gateway At the gateways
ledger.accounts.suspense Money that is not ours to keep
ledger.accounts.issued Points given out
ledger.accounts.settled_elsewhere Given back by other means
ledger.accounts.fees Fees of gateways
ledger.accounts.tax Tax that is owed
ledger.accounts.adjusted Points by hand
ledger.accounts.differences Differences that nobody could explain
players.one.active active
players.one.disabled Disabled
staff.active active
staff.suspended suspended
staff.factors Factors
roles.builtIn comes with the shop
orders.page.back Given back
orders.page.net Stays
orders.page.expires Payable until
orders.page.timeline What happened
orders.page.reads The player reads
row.owed Owed
row.made Made
row.said Last word
row.tries Tries
row.held Held
row.type Kind
codes.fact.said Said
orders.openFor Open for
players.one.in Money in
products.words Words
products.sort Place in the list
products.quantity How many of its unit it holds
campaigns.perRole Uses for each character
campaigns.boundless no total
campaigns.kinds.reset Bonus anew
reports.money.newcomers First orders
waiting.claimed Looked at by
waiting.age Waits for
waiting.runbook Runbook
campaigns.dry Dry run
documents.title Documents
months.periods Months
ledger.title Books
payouts.gateways Gateways
law.title Law
appeals.title Country appeals
menu.promote Promotion
media.title Pictures
staff.title People
approvals.title Requests
orders.act.ask Ask both now
orders.act.retell Tell the game again
orders.act.retry Ask the gateway again
orders.act.settle_gateway It stands at the gateway
orders.act.settle_elsewhere Paid by other means
orders.act.close Keeps the item
orders.act.release Send the wrong amount back
orders.act.seen Seen
orders.act.recall Item was taken back by hand
orders.act.points_take Take the points
orders.act.points_leave Leave the points
orders.page.note Write a note
waiting.claim I look at it
alerts.ack I look after it
waiting.unclaim Let go
alerts.mute Silence
webhooks.rework Work it again
webhooks.close Close it
views.save Keep this view
views.drop Forget {name}
health.doctor Run the doctor now
health.reconcile Compare with the gateways now
ledger.correct.ask Correct the books
payouts.import Import a payout file
payouts.book Book it
staff.invite Invite somebody
roles.give Give or take a role
staff.restore Let in again
players.one.disable Disable
players.one.end End sessions
players.export.ask Export their data
articles.takeDown Take down
articles.markHot Mark as hot
products.arrange Arrange items
products.on Put on sale
products.off Take off sale
campaigns.reset Give the bonus anew
campaigns.saveDry Save and dry run
ledger.correct.confirm Ask for it
roles.ask Ask for this role
channels.rules.tryIt Try
staff.invitation.submit Go on
kit.reasonHint It stands in the audit.
revisions.whenHint Empty: now. Otherwise a date and time in {zone}.
deliveries.again The game lost data
error.RowNotFound There is nothing of this number any more.
roles.peopleHave {n} people have it.
`
  .trim()
  .split('\n')
  .map((line) => [line.slice(0, line.indexOf(' ')), line.slice(line.indexOf(' ') + 1)] as const)

const texts = new Map(flatten(ownTexts('en-US', 'desk')))

it('the desk’s English says none of its old phrases', () => {
  expect(oldPhrases.filter(([key, old]) => texts.get(key) === old)).toEqual([])
  expect(oldPhrases.filter(([key]) => !texts.has(key)).map(([key]) => key)).toEqual([])
})

it('the word of a state begins with a capital', () => {
  const words =
    /(?:statuses|badges|states|state|stages|outcomes|rowStates|light|mode|said|sources)\.\w+$|^words\.waits\.|^alerts\.says\.|^(?:alerts\.(?:on|off|open_|over_|mutedUntil)|roles\.(?:builtIn|own))$/
  const small = [...texts].filter(([key, text]) => words.test(key) && /^[a-z]/.test(text))
  expect(small.map(([key]) => key)).toEqual([])
})
