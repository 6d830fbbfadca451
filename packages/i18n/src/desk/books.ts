/** Texts of corrections, keys of the game, the funnel, saved reports and whole exports. */
export const correction = {
  ask: 'Correct the books',
  askThis: 'Correct this',
  titleOf: 'Correct journal {no}',
  text: 'Nothing is edited. A correction is a journal of its own, dated when it is written. A second person decides it.',
  confirm: 'Ask for it',
  amountOf: '{account}, in {currency}',
  amountHint: 'Below zero takes from the account. Empty: not touched.',
  channel: 'Whose gateway',
  noChannel: 'None',
  corrects: 'Journal that it corrects',
  correctsHint: 'Its number. Empty: none.',
  sum: 'Sum of the entries',
  wrong: 'Two accounts at least, and amounts that sum to zero.',
  amountWrong: 'An amount such as 12.50 or -12.50.',
  channelWrong: 'Choose whose money it is.',
  numberWrong: 'The number of a journal.',
  of: 'Corrects',
  by: 'Corrected by',
} as const

export const gameKey = {
  title: 'Keys of the game',
  lead: 'The game signs its calls with a key. Two may be in use, so that an old one goes on until the game has the new one.',
  key: 'Key',
  made: 'Made',
  used: 'Last used',
  never: 'never',
  empty: 'The game has no key',
  emptyText: 'Without a key the shop takes no call of the game.',
  rotate: 'Rotate the key',
  rotateText:
    'A second person decides. Then you take the new secret here, once, within 72 hours. The old key goes on until you end it.',
  confirm: 'Ask for it',
  take: 'Take the new key',
  takeUntil: 'until {at}',
  takenTitle: 'The new key of the game',
  takenText: 'The secret is shown this once. Give it to the game, then end the old key.',
  secret: 'Secret',
  copy: 'Copy the secret',
  takePublic: 'Enter a public key',
  publicKey: 'Public key of the game',
  publicHint: 'It begins with whpk_. The game keeps the private half.',
  publicConfirm: 'Use this key',
  publicTaken: 'The game now signs under this id. End the old key once it does.',
  end: 'End',
  endName: 'End the key {id}',
  endText: 'Calls that the game signs with it are refused from then on. A second person decides.',
} as const

export const booksErrors = {
  PeriodRefused_two_years: 'A file for DATEV has one business year. Choose days of one year.',
  PeriodRefused_too_long: 'A file for DATEV has 99,999 lines at most. Choose a shorter time.',
  PayoutRefused_changed: 'Somebody imported more lines of this payout meanwhile. Look at it again.',
  PayoutRefused_used: 'Another payout that was booked has one of these lines already.',
  NotPossible_disputed:
    'The buyer disputes this payment, so its money may go back by the dispute. Wait until the dispute has ended.',
  RefundRefused_disputed:
    'The buyer disputes this payment, so its money may go back by the dispute. Wait until the dispute has ended.',
  CorrectionRefused: 'This correction cannot be booked.',
  CorrectionRefused_account: 'Orders, players or deliveries own one of these accounts, so nobody corrects it by hand.',
  CorrectionRefused_twice: 'Name each account once.',
  CorrectionRefused_sum: 'Two accounts at least, and amounts that sum to zero.',
  CorrectionRefused_channel: 'The gateways’ account needs a gateway, and no other account has one.',
  CorrectionRefused_journal: 'There is no journal of this number.',
  CorrectionRefused_approval: 'A second person has to agree first.',
  GameKeyRefused: 'This cannot be done with the game’s keys.',
  GameKeyRefused_two_live: 'Two keys are in use already. End the old one first.',
  GameKeyRefused_last: 'This is the only key in use. Make a new one first.',
  GameKeyRefused_gone: 'This key is ended already.',
  GameKeyRefused_taken: 'This key was taken, or its time is over. Ask for another one.',
  GameKeyRefused_public_key: 'This is no public key. It begins with whpk_.',
} as const

export const funnel = {
  kind: 'Report',
  money: 'Money',
  title: 'Funnel',
  visits: 'Visits that were counted',
  recharge: 'Recharge page',
  item: 'Item chosen',
  clicks: 'Clicks on “Pay”',
  orders: 'Orders made',
  opened: 'Payment page opened',
  paid: 'Paid',
  delivered: 'Delivered',
  consent:
    'Visits are those that agreed to be counted; a visit is a tab of a browser on one day. Orders are all orders.',
  share:
    'Counted visits pressed “Pay” {clicks} times, for {orders} orders in all. So about {share} of what happens is counted.',
  counted: 'Last counted',
  empty: 'Nothing was counted in these days',
} as const

export const savedReport = {
  title: 'Saved reports',
  save: 'Save this report',
  text: 'It is saved for you alone, with {n, plural, one {# day} other {# days}} up to the day before.',
  weekly: 'Send it to me each Monday by mail',
  confirm: 'Save',
  done: 'The report is saved.',
  last: 'last {n, plural, one {day} other {# days}}',
  next: 'next mail: {at}',
  on: 'Send weekly',
  onName: 'Send weekly: {name}',
  off: 'Stop the mail',
  offName: 'Stop the mail: {name}',
  forget: 'Delete',
  forgetName: 'Delete the report {name}',
  mail: {
    subject: '{title}, {from} to {to}',
    text: 'Your weekly report of {from} to {to}. Days are those of UTC.',
    open: 'Open the report',
    why: 'You get this because you saved the report and switched the mail on. Reports at the desk has the switch.',
  },
} as const

export const wholeExport = {
  busy: 'Reading … {n} rows',
  done: '{n, plural, one {# row is} other {# rows are}} in {name}.',
  bound:
    'More than {n} rows fit these filters, and a file has {n} at most. Nothing was saved: choose a shorter time or narrower filters.',
} as const
