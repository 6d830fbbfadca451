import type { Entry } from './chapters.ts'

/*
 * The timelines of twelve made-up orders, as order/read answers them: milliseconds from the order's creation, kind,
 * what, and the facts. A row without milliseconds knows only its second.
 */
const rows = {
  paid: `
    0 order made {"channel":"sandbox"}
    0 status 1 {"cause":"created"}
    41 status 2 {"cause":"webhook"}
    41 payment applied {"txn":"txn_1","cents":99,"told_by":"webhook","currency":"USD"}
    41 webhook paid {"id":1,"txn":"txn_1","cents":99,"state":"done","tries":1,"outcome":"applied"}
    41 delivery made {"id":"dlv_ORDER"}
    41 points sale {}
    89 status 4 {"cause":"delivered"}
    89 delivery confirmed {"grant":"G-dlv_ORDER","tries":1}
    192 message order_paid {"way":"email","state":"sent"}
    200 message order_delivered {"way":"email","state":"sent"}
    - bonus bonus_given {"bonus":100}`,
  late: `
    0 order made {"channel":"sandbox"}
    0 status 1 {"cause":"created"}
    14 status 6 {"cause":"expired"}
    33 status 2 {"cause":"webhook"}
    33 payment applied {"txn":"txn_1","cents":499,"told_by":"webhook","currency":"USD"}
    33 webhook paid {"id":2,"txn":"txn_1","cents":499,"state":"done","tries":1,"outcome":"applied"}
    33 delivery made {"id":"dlv_ORDER"}
    33 points sale {}
    94 status 4 {"cause":"delivered"}
    94 delivery confirmed {"grant":"G-dlv_ORDER","tries":1}
    101 message order_paid {"way":"email","state":"sent"}
    108 message order_delivered {"way":"email","state":"sent"}
    - bonus bonus_late {"bonus":100,"order":"ORDER"}`,
  twice: `
    0 order made {"channel":"sandbox"}
    0 status 1 {"cause":"created"}
    48 status 2 {"cause":"webhook"}
    48 payment applied {"txn":"txn_1","cents":499,"told_by":"webhook","currency":"USD"}
    48 webhook paid {"id":3,"txn":"txn_1","cents":499,"state":"done","tries":1,"outcome":"applied"}
    48 delivery made {"id":"dlv_ORDER"}
    48 points sale {}
    107 status 4 {"cause":"delivered"}
    107 delivery confirmed {"grant":"G-dlv_ORDER","tries":1}
    108 message order_paid {"way":"email","state":"sent"}
    117 payment surplus {"txn":"S-ORDER","cents":499,"told_by":"poll","currency":"USD"}
    117 refund made {"id":"rfd_sandbox_S-ORDER","cents":499,"because":"surplus"}
    117 points suspense {}
    126 message order_delivered {"way":"email","state":"sent"}
    - bonus bonus_given {"bonus":100}
    569 try unknown {"of":"rfd_sandbox_S-ORDER","said":"sandbox does not know the payment","tries":1}
    900 refund confirmed {"id":"rfd_sandbox_S-ORDER","number":"ref_1","tries":2}
    900 returned applied {"txn":"S-ORDER","cents":499,"number":"ref_1"}
    900 points refunded_surplus {}`,
  'wrong amount': `
    0 order made {"channel":"sandbox"}
    0 status 1 {"cause":"created"}
    22 payment mismatch {"txn":"txn_1","cents":498,"told_by":"webhook","currency":"USD"}
    22 webhook paid {"id":4,"txn":"txn_1","cents":498,"state":"done","tries":1,"outcome":"mismatch"}
    22 refund held {"id":"rfd_sandbox_txn_1","cents":498,"because":"mismatch"}
    22 points suspense {}
    - bonus bonus_used {"order":"ORDER"}
    424 message order_review {"way":"email","state":"sent"}`,
  failed: `
    0 order made {"channel":"sandbox"}
    0 status 1 {"cause":"created"}
    17 webhook failed {"id":5,"state":"done","tries":1,"outcome":"failed"}
    18 status 3 {"cause":"failed"}`,
  cancelled: `
    0 order made {"channel":"sandbox"}
    0 status 1 {"cause":"created"}
    21 webhook cancelled {"id":6,"state":"done","tries":1,"outcome":"failed"}
    53 status 3 {"cause":"cancelled"}`,
  expired: `
    0 order made {"channel":"sandbox"}
    0 status 1 {"cause":"created"}
    6 status 6 {"cause":"expired"}`,
  'refused item': `
    0 order made {"channel":"sandbox"}
    0 status 1 {"cause":"created"}
    10 status 2 {"cause":"webhook"}
    10 payment applied {"txn":"txn_1","cents":499,"told_by":"webhook","currency":"USD"}
    10 webhook paid {"id":7,"txn":"txn_1","cents":499,"state":"done","tries":1,"outcome":"applied"}
    10 delivery made {"id":"dlv_ORDER"}
    10 points sale {}
    - bonus bonus_used {"order":"ORDER"}
    18 delivery refused {"said":"bag full","tries":1}
    18 try refused {"of":"dlv_ORDER","said":"bag full","tries":1}
    351 message order_paid {"way":"email","state":"sent"}`,
  'part refund': `
    0 order made {"channel":"sandbox"}
    0 status 1 {"cause":"created"}
    11 status 2 {"cause":"webhook"}
    11 payment applied {"txn":"txn_1","cents":1499,"told_by":"webhook","currency":"USD"}
    11 webhook paid {"id":8,"txn":"txn_1","cents":1499,"state":"done","tries":1,"outcome":"applied"}
    11 delivery made {"id":"dlv_ORDER"}
    11 points sale {}
    67 status 4 {"cause":"delivered"}
    67 delivery confirmed {"grant":"G-dlv_ORDER","tries":1}
    165 asked requested {"by":"owner","txn":"txn_1","part":"1","because":"late"}
    194 audit refund/part {"by":"owner","number":159,"because":"late"}
    289 message order_paid {"way":"email","state":"sent"}
    290 message order_delivered {"way":"email","state":"sent"}
    305 returned applied {"txn":"txn_1","cents":100,"number":"ref_1"}
    305 points refund {}
    797 message order_refunded {"way":"email","state":"sent"}
    - bonus bonus_given {"bonus":100}
    954 webhook refunded {"id":9,"txn":"txn_1","cents":100,"state":"done","tries":1,"outcome":"duplicate"}
    1744 refund made {"id":"rfd_sandbox_txn_1","cents":200,"because":"part"}
    1744 asked requested {"by":"owner","txn":"txn_1","part":"2","because":"late"}
    1766 audit refund/part {"by":"owner","number":160,"because":"late"}
    1810 refund confirmed {"id":"rfd_sandbox_txn_1","tries":1,"number":"ref_2"}
    1810 returned applied {"txn":"txn_1","cents":200,"number":"ref_2"}
    1810 points refund {}
    2328 message order_refunded {"way":"email","state":"sent"}
    2935 webhook refunded {"id":10,"txn":"txn_1","cents":200,"state":"done","tries":1,"outcome":"duplicate"}`,
  'refund by approval': `
    0 order made {"channel":"sandbox"}
    0 status 1 {"cause":"created"}
    16 status 2 {"cause":"webhook"}
    16 payment applied {"txn":"txn_1","cents":9999,"told_by":"webhook","currency":"USD"}
    16 webhook paid {"id":11,"txn":"txn_1","cents":9999,"state":"done","tries":1,"outcome":"applied"}
    16 delivery made {"id":"dlv_ORDER"}
    16 points sale {}
    31 status 4 {"cause":"delivered"}
    31 delivery confirmed {"grant":"G-dlv_ORDER","tries":1}
    37 message order_paid {"way":"email","state":"sent"}
    40 message order_delivered {"way":"email","state":"sent"}
    80 request refund/make_open {"by":"support","number":1,"because":"the player asks"}
    153 refund made {"id":"rfd_sandbox_txn_1","cents":9999,"because":"operator"}
    153 asked requested {}
    153 request refund/make_done {"by":"finance","number":1}
    153 action refund {"by":"support","because":"the player asks"}
    569 asked sent {"before":"requested"}
    590 status 5 {"cause":"refunded"}
    590 recall made {"id":"rcl_ORDER"}
    590 refund confirmed {"id":"rfd_sandbox_txn_1","tries":1,"number":"ref_1"}
    590 asked done {"said":"ref_1","before":"sent"}
    590 returned applied {"txn":"txn_1","cents":9999,"number":"ref_1"}
    590 points refund {}
    625 message order_refunded {"way":"email","state":"sent"}
    - bonus bonus_given {"bonus":100}
    1311 recall confirmed {"tries":1}
    1647 webhook refunded {"id":15,"txn":"txn_1","cents":9999,"state":"done","tries":1,"outcome":"duplicate"}`,
  'dispute lost': `
    0 order made {"channel":"sandbox"}
    0 status 1 {"cause":"created"}
    13 status 2 {"cause":"webhook"}
    13 payment applied {"txn":"txn_1","cents":1499,"told_by":"webhook","currency":"USD"}
    13 webhook paid {"id":12,"txn":"txn_1","cents":1499,"state":"done","tries":1,"outcome":"applied"}
    13 delivery made {"id":"dlv_ORDER"}
    13 points sale {}
    21 status 4 {"cause":"delivered"}
    21 delivery confirmed {"grant":"G-dlv_ORDER","tries":1}
    65 dispute opened {"id":"dp_9","cents":1499,"because":"fraudulent"}
    67 status 5 {"cause":"charged_back"}
    67 recall made {"id":"rcl_ORDER"}
    67 returned applied {"txn":"txn_1","cents":1499,"number":"dispute:dp_9"}
    67 dispute lost {"id":"dp_9"}
    67 points refund {}
    361 message order_paid {"way":"email","state":"sent"}
    367 recall confirmed {"tries":1}
    369 message order_delivered {"way":"email","state":"sent"}
    - bonus bonus_used {"order":"ORDER"}`,
  points: `
    0 order made {"channel":"sandbox"}
    0 status 1 {"cause":"created"}
    9 status 4 {"cause":"credited"}
    9 status 2 {"cause":"webhook"}
    9 payment applied {"txn":"txn_1","cents":500,"told_by":"webhook","currency":"USD"}
    9 webhook paid {"id":13,"txn":"txn_1","cents":500,"state":"done","tries":1,"outcome":"applied"}
    9 points top_up {"points":500}
    33 request refund/make_open {"by":"support","number":2,"because":"the player asks"}
    284 message order_paid {"way":"email","state":"sent"}`,
}
export const orderNames = Object.keys(rows) as (keyof typeof rows)[]
const CREATED = 1_795_812_680

const parsed = (line: string): Entry => {
  const [ms = '', kind = '', what = '', facts = ''] = / *(\S+) (\S+) (\S+) (.*)/.exec(line)?.slice(1) ?? []
  const at = CREATED + (ms === '-' ? 0 : Math.floor(Number(ms) / 1000))
  return {
    at,
    ...(ms === '-' ? {} : { ms: Number(ms) % 1000 }),
    kind,
    what: kind === 'request' ? what.replace('_', ' ') : what,
    facts: JSON.parse(facts) as Entry['facts'],
  }
}
/** The timeline of one of them. */
export const timelineOf = (name: keyof typeof rows): Entry[] => rows[name].trim().split('\n').map(parsed)
