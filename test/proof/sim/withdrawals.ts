import { defaultLocale } from '@hc/contract/locales'
import { euPacks } from '@hc/domain/law/eu'
import type pg from 'pg'
import type { Ctx } from '../../../apps/server/src/ctx.ts'
import type { CallContext, Register } from '../../../apps/server/src/http/calls.ts'
import { createSessions } from '../../../apps/server/src/shop/identity/session.ts'
import { termsOfLaw, versionName } from '../../../apps/server/src/shop/law/checkout.ts'
import { type Law, loadLaw } from '../../../apps/server/src/shop/law/law.ts'
import { SHIPPED_VERSION, shippedTexts } from '../../../apps/server/src/shop/law/shipped-texts.ts'
import { createMessages } from '../../../apps/server/src/shop/message/messages.ts'
import { writeOrderLetters } from '../../../apps/server/src/shop/message/order-letters.ts'
import type { OrderTerms } from '../../../apps/server/src/shop/order/create-order.ts'
import { followWithdrawals, withdrawalSeal } from '../../../apps/server/src/shop/withdrawal/follow-withdrawals.ts'
import { withdrawalRoutes } from '../../../apps/server/src/shop/withdrawal/withdrawal.routes.ts'
import { withdrawalWords } from '../../../apps/server/src/shop/withdrawal/withdrawal-mail.ts'
import type { Query } from '../../../apps/server/src/platform/db.ts'
import { createSeal } from '../../../apps/server/src/platform/seal.ts'
import type { Order } from './goods.ts'
import type { Start } from './players.ts'
import { count, type Rng, type Tally } from './rng.ts'
import type { AnswerLog } from './world-checks.ts'

const SECRETS = ['a secret of the simulation']
/** The demo's pack of a country, and the same in another one that sells without a consent, too. */
const ASKS = 'DE'
const SELLS_WITHOUT = 'AT'
/** Days of a period that ended before the order was made, as if weeks had passed. */
const OVER = -2
const site = { name: 'Simulation', url: 'http://shop.test' }
const nothing = (): undefined => undefined
const silent = { info: nothing, warn: nothing, error: nothing }
const bus = { connected: () => true, on: nothing, onConnect: nothing, local: nothing, stop: () => Promise.resolve() }

/** The packs of law and the texts, as the demo's publisher switches them on. */
export async function addLaw(db: pg.Client): Promise<void> {
  const texts = shippedTexts()
  for (const kind of ['waiver', 'withdrawal'] as const)
    await db.query(`select save_legal_text($1, $2, $3, '2026-01-01')`, [
      kind,
      SHIPPED_VERSION,
      JSON.stringify({ [defaultLocale]: texts[kind][defaultLocale] }),
    ])
  const pack = euPacks.find(({ country }) => country === ASKS)
  if (!pack?.rules.withdrawal) throw new Error(`no pack of law for ${ASKS}`)
  const { version, validFrom, rules, source } = pack
  for (const [country, ask] of [
    [ASKS, true],
    [SELLS_WITHOUT, false],
  ] as const)
    await db.query(`select enable_law_pack($1, $2, $3, $4, $5, 'sql:sim')`, [
      country,
      version,
      validFrom,
      JSON.stringify({ ...rules, withdrawal: { ...rules.withdrawal, ask } }),
      source,
    ])
}

/** Sent mails by message; a message that is sent twice counts once. */
export type Leavers = Map<number, { target: string; text: string }>

type Options = {
  rng: Rng
  now: () => number
  faults: Tally
  start: Start
  free: () => number
  orders: () => Order[]
  /** Orders whose money came. */
  paid: () => Order[]
  told: AnswerLog
}
type Step = (body: unknown, context: CallContext) => Promise<unknown>

export type Withdrawals = Awaited<ReturnType<typeof createWithdrawals>>

/** The actions of buyers with a right to withdraw, and of the shop's workers for them, by the seed. */
export async function createWithdrawals(q: Query, { rng, now, faults, start, free, orders, paid, told }: Options) {
  const law: Law = await loadLaw(q, { follow: async (_, load) => await load() }, now)
  /** A shop without mail confirms nothing. */
  const offersMail = rng.chance(0.8)
  const marks: Leavers = new Map()
  let calm = false
  const stepsOf = (ctx: Ctx): Map<string, Step> => {
    const steps = new Map<string, Step>()
    const register: Register = (name, handler) => {
      steps.set(name, handler as unknown as Step)
    }
    const config = { sessionSecrets: SECRETS, demo: false, countryHeader: undefined }
    const markets = { of: () => Promise.reject(new Error('no market is asked for')) }
    const catalog = { find: () => undefined, text: () => ({ name: '', desc: '' }) }
    const messages = { offered: new Set<never>() }
    withdrawalRoutes(register, { config, ctx, formerKeys: [], law, markets, catalog, messages, wake: nothing })
    return steps
  }

  const messagesOf = (ctx: Ctx) =>
    createMessages({
      q: ctx.q,
      seal: createSeal(SECRETS, 'message'),
      log: silent,
      random: () => rng.next(),
      leaseSeconds: 30,
      keepBodies: false,
      transports: offersMail
        ? {
            email: {
              send(id, target, { text }) {
                if (!calm && rng.chance(0.2)) return Promise.resolve({ state: 'unknown', detail: 'sim' })
                marks.set(id, { target, text })
                return Promise.resolve({ state: 'gone' })
              },
              close: nothing,
            },
          }
        : {},
    })
  const workers = {
    follow: (ctx: Ctx) =>
      followWithdrawals({
        q: ctx.q,
        messages: messagesOf(ctx),
        site,
        seal: withdrawalSeal({ config: { sessionSecrets: SECRETS }, formerKeys: [] }),
        leaseSeconds: 30,
      }),
    letters: (ctx: Ctx) =>
      writeOrderLetters(
        {
          q: ctx.q,
          catalog: { text: (id: string) => ({ name: id, desc: '' }), quantity: () => 1 } as never,
          messages: messagesOf(ctx),
          site,
          leaseSeconds: 30,
          documentFile: () => Promise.resolve(null),
        },
        8,
      ),
    mail: (ctx: Ctx) => messagesOf(ctx).sendDue(16),
  }
  const work = (job: keyof typeof workers): void => start(job, workers[job])

  /** Both steps of one statement; `email` is for a visitor without a session. */
  async function state(ctx: Ctx, { no, player }: Order, email: string | null): Promise<void> {
    const token = email === null ? player.token : ''
    const steps = stepsOf(ctx)
    const context = {
      request: { ip: `203.0.113.${rng.int(40)}` },
      locale: defaultLocale,
      token,
      player: () => createSessions(ctx.q, bus).require(token),
    } as unknown as CallContext
    const contact = email ?? mailOf(player.uid)
    const first = (await steps.get('withdraw/state')?.({ name: 'Sim', sdk_order_id: no ?? '', contact }, context)) as {
      statement: string
    }
    // A double click confirms twice.
    const double = rng.chance(0.2)
    const answers = await Promise.all(
      [first, ...(double ? [first] : [])].map(
        async ({ statement }) =>
          (await steps.get('withdraw/confirm')?.({ statement }, context)) as { number: string; outcome: string },
      ),
    )
    for (const { number, outcome } of answers) {
      count(faults, `withdrawn: ${outcome}`)
      told.withdrawals.add(number)
    }
  }
  const covered = (): Order[] => orders().filter(({ terms }) => terms)
  /** The newest orders are the likeliest to be open; a paid one may be delivered, and its mail sent. */
  const pickOne = (): Order => {
    // Some buyers without the right state a withdrawal, too.
    if (rng.chance(0.15)) return rng.pick(orders())
    const some = covered()
    const boughtOnline = paid().filter(({ terms }) => terms)
    return rng.pick(boughtOnline.length > 0 && rng.chance(0.5) ? boughtOnline : rng.chance(0.6) ? some.slice(-4) : some)
  }
  function withdraw(): void {
    if (covered().length === 0) return
    const order = pickOne()
    const email = rng.chance(0.8) ? null : rng.chance(0.6) ? mailOf(order.player.uid) : 'stranger@mail.test'
    // Without a right nothing goes back by itself.
    if (order.terms) told.refunds.add(order.no ?? '')
    for (let n = rng.chance(0.3) ? 2 : 1; n > 0 && free() > 0; n--) start('withdraw', (ctx) => state(ctx, order, email))
    if (email === null && order.product.kind === 'coin') withdrawRest(order)
  }
  /** The buyer of a pack withdraws from all of their packs at once, and goes on spending meanwhile. */
  function withdrawRest(from: Order): void {
    const others = paid().filter(({ product, player, terms, no }) =>
      Boolean(product.kind === 'coin' && terms && player.uid === from.player.uid && no !== from.no),
    )
    for (const other of others.slice(-4)) {
      if (free() === 0) return
      told.refunds.add(other.no ?? '')
      count(faults, 'withdrawn from many packs at once')
      start('withdraw', (ctx) => state(ctx, other, null))
    }
  }
  /** A person checks a visitor's statement, or refunds anyway. */
  function decide(): void {
    const which = rng.int(8)
    start('decide a withdrawal', async ({ q }) => {
      const text = `select number, order_no from withdrawal
        where outcome in ('person', 'waived', 'late', 'no_right') order by number`
      const open = await q<{ number: string; order_no: string }>({ name: 'withdrawals', text })
      const item = open[which % open.length]
      if (!item) return
      told.refunds.add(item.order_no)
      const word = [item.number, item.order_no, rng.chance(0.6) ? 'refund' : 'refused', 'operator', 'sim']
      const decided = 'select refusal from decide_withdrawal($1, $2, $3, $4, $5)'
      await q({ name: 'decide-withdrawal', text: decided }, word)
      count(faults, 'withdrawal decided')
    })
  }

  return {
    offersMail,
    left: marks,
    law,
    /** The terms that the law makes an order freeze; some buyers agree to immediate delivery. */
    terms(kind: 'item' | 'coin'): OrderTerms | undefined {
      if (!rng.chance(0.75)) return undefined
      const country = rng.chance(0.75) ? ASKS : SELLS_WITHOUT
      const consent = country === ASKS || rng.chance(0.4) ? [versionName('waiver', SHIPPED_VERSION)] : undefined
      const terms = termsOfLaw({ law }, { country, kind, consent })
      return terms && rng.chance(0.2) ? { ...terms, texts: { ...terms.texts, days: OVER } } : terms
    },
    act(): void {
      const some = covered().length > 0
      const what = rng.weigh({ follow: 5, letters: 4, mail: 4, decide: 1, ...(some ? { withdraw: 8 } : {}) })
      if (what === 'withdraw') withdraw()
      else if (what === 'decide') decide()
      else work(what)
    },
    work,
    withdraw,
    /** From now on every mail leaves. */
    calmDown(): void {
      calm = true
    },
  }
}

/** The players' addresses; a returning player, and the last player, have none. */
export const mailOf = (uid: string): string => `${uid}@mail.test`

/** The words that identify a mail. */
export const words = withdrawalWords(defaultLocale)

/** Two of the players have an address that letters about orders go to. */
export async function giveAddresses(q: Query): Promise<void> {
  for (const uid of ['p1', 'p2']) await q({ text: 'update account set email = $2 where uid = $1' }, [uid, mailOf(uid)])
}
