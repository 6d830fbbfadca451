import type { Patch } from '../box/release.ts'

/**
 * Releases that are worse than the one before, each in another way, and what an upgrade must do with them. `times`:
 * what of upgrade.env is otherwise for it.
 */
export type Sabotage = {
  name: string
  patch: Patch
  exit: 2 | 5
  cut?: true
  times?: Readonly<Record<string, number>>
  /** What the reason must say. */
  why?: RegExp
  /** It ends calls without an answer, and says so in its log: these are its own, beside those it marks. */
  hangsUp?: true
  /** Rare failures need as many calls as prove them, so players may be back after so many seconds instead of 60. */
  longestBack?: number
}

const head = "import sabotageHttp from 'node:http'\nimport sabotageNet from 'node:net'\n"
/** What is put before the program acts in one of the three processes alone, and on no copy. */
const inRole = (role: 'web' | 'worker' | 'console', code: string): Patch => ({
  preamble: `${head}if (process.env.ROLE === '${role}') {\n${code}\n}`,
})
const anywhere = (code: string): Patch => ({ preamble: `${head}{\n${code}\n}` })
const notOnACopy = (code: string): Patch => ({ preamble: `${head}if (process.env.SHADOW !== '1') {\n${code}\n}` })
/** `act`: what happens to a request before the program sees it; it calls \`go\` to hand it on. */
const onRequest = (act: string): string => `
  const emit = sabotageHttp.Server.prototype.emit
  sabotageHttp.Server.prototype.emit = function (name, request, response, ...more) {
    const go = () => emit.call(this, name, request, response, ...more)
    if (name !== 'request') return go()
    ${act}
  }`
/** What a worse release fails by itself has this header: a call that fails without it is the upgrade's fault. */
const mark = `response.setHeader('x-sabotage', '1')`
const answer = (status: number): string => `{ ${mark}; response.writeHead(${status}).end('sabotage'); return true }`
/** Calls that end without an answer are counted in its log. */
const note = (calls: string): string => `console.error('sabotage: hangs up ' + ${calls})`
/** The process ends later, with all calls that are under way. */
const endAfter = (ms: number): string => `
  let underWay = 0
  ${onRequest(`underWay++
    response.once('close', () => underWay--)
    return go()`)}
  setTimeout(() => { ${note('underWay')}; process.exit(1) }, ${ms})`
/** Only the edge knows these: the process answers what came by the edge before it counts anything. */
const uncounted = (share: number, act: string): string =>
  onRequest(`if ('x-forwarded-for' in request.headers && Math.random() < ${share}) ${act}
    return go()`)
/** The order is made, and the answer is a failure: the shop counts it as its own. */
const failingOrders = (share: number): string =>
  onRequest(`if (request.url.startsWith('/api/order/webCreate') && Math.random() < ${share}) {
      const { writeHead } = response
      ${mark}
      response.writeHead = function (status, ...rest) { return writeHead.call(this, 500, ...rest) }
    }
    return go()`)
/** It asks the database for work of another kind, so nobody delivers. */
const noDelivery = `
  const { write } = sabotageNet.Socket.prototype
  const asked = Buffer.from('\\0\\0\\0\\x07deliver')
  sabotageNet.Socket.prototype.write = function (chunk, ...more) {
    const at = Buffer.isBuffer(chunk) ? chunk.indexOf(asked) : -1
    if (at >= 0) chunk[at + asked.length - 1] = 0x78
    return write.call(this, chunk, ...more)
  }`
/** One digit of each price of the shelf. */
const otherPrice = onRequest(`if (!request.url.startsWith('/api/order/webProduct')) return go()
    delete request.headers['accept-encoding']
    const { end } = response
    response.end = function (body, ...rest) {
      const text = Buffer.isBuffer(body) ? body.toString() : body
      return end.call(this, typeof text === 'string' ? text.replace(/99/g, '98') : text, ...rest)
    }
    return go()`)
const migration = (text: string): Patch => ({ files: { 'apps/server/sql/migrations/0999_sabotage.sql': text } })
const copies = { SHADOW_ORDERS: 3 }

export const sabotages: readonly Sabotage[] = [
  // In a watch of seconds: as many failures as 2 % are in one of ten minutes.
  { name: '15 % of orders answer 500', patch: inRole('web', failingOrders(0.15)), exit: 5, why: /calls of the group/ },
  {
    name: '2 % of orders answer 500, on the copy',
    patch: anywhere(failingOrders(0.02)),
    exit: 5,
    times: copies,
    why: /shadow: /,
  },
  {
    name: '2 % of orders answer 500, but not on the copy',
    patch: notOnACopy(failingOrders(0.02)),
    exit: 5,
    times: { WATCH_SECONDS: 240 },
    why: /calls of the group .* failed/,
    longestBack: 200,
  },
  {
    name: 'answers are 300 ms slower',
    patch: inRole('web', onRequest(`setTimeout(go, 300)\n    return true`)),
    exit: 5,
    why: /pages take/,
  },
  {
    name: 'web leaks 20 MB a second',
    patch: inRole('web', 'const leak = []\n  setInterval(() => leak.push(Buffer.alloc(20 << 20, 1)), 1000)'),
    exit: 5,
    times: { WATCH_SECONDS: 60 },
    why: /memory|MB and grows/,
  },
  { name: 'delivers nothing', patch: notOnACopy(noDelivery), exit: 5, why: /paid orders wait/ },
  { name: 'another price', patch: anywhere(otherPrice), exit: 5, times: copies, why: /answers otherwise/ },
  {
    name: 'breaks a book',
    patch: migration(`create function sabotage() returns trigger language plpgsql as $$ begin
      if new.reason = 'sale' then new.order_no := null; end if; return new; end $$;
    create trigger a_sabotage before insert on ledger_journal for each row execute function sabotage();\n`),
    exit: 5,
    times: copies,
    why: /BROKEN|books/,
  },
  {
    name: 'its migration locks 30 s',
    patch: migration('lock table orders in access exclusive mode;\nselect pg_sleep(30);\n'),
    exit: 5,
    times: copies,
    why: /would wait|lock/,
  },
  {
    name: 'its migration breaks the old release',
    patch: migration('alter table orders rename column amount_cents to cents;\n'),
    exit: 5,
    times: copies,
    why: /shadow: /,
  },
  {
    name: '2 % of calls answer 500 before it counts them',
    patch: inRole('web', uncounted(0.02, answer(500))),
    exit: 5,
    why: /calls of the group the edge failed/,
  },
  {
    name: '2 % of calls end without an answer',
    patch: inRole('web', uncounted(0.02, `{ ${note('1')}; request.socket.destroy(); return true }`)),
    exit: 5,
    why: /calls of the group the edge failed/,
    hangsUp: true,
  },
  { name: 'web ends among players', patch: inRole('web', endAfter(15_000)), exit: 5, hangsUp: true },
  {
    name: 'its migration fails',
    patch: migration('select 1 / 0;\n'),
    exit: 5,
  },
  { name: 'the desk ends at its start', patch: inRole('console', 'process.exit(1)'), exit: 5 },
  { name: 'the worker ends later', patch: inRole('worker', 'setTimeout(() => process.exit(1), 25_000)'), exit: 5 },
  {
    name: 'web is never ready',
    patch: inRole('web', onRequest(`if (request.url === '/readyz') ${answer(503)}\n    return go()`)),
    exit: 5,
  },
  { name: 'web ends at its start', patch: inRole('web', 'process.exit(1)'), exit: 5 },
  { name: 'signed by a stranger', patch: { key: 'other' }, exit: 2 },
  { name: 'its file is cut', patch: {}, exit: 2, cut: true },
]
