import { AppError } from '@hc/contract/errors'
import { encrypt } from '../../kit/shop.ts'
import type { Ctx } from '../../../apps/server/src/ctx.ts'
import { checkInvariants, type Violation } from '../../../apps/server/src/care/doctor/invariants.ts'
import { EPOCH_MS, resetDatabase } from './database.ts'
import { PLAYERS } from './sizes.ts'
import { createMembers, type Credentials } from './members.ts'
import { createDesk } from './desk.ts'
import { type Catalog, currencies } from './goods.ts'
import { createPriceBooks } from './price-books.ts'
import { checkDesk } from './desk-checks.ts'
import { checkMembers } from './members-checks.ts'
import { asObject, count, seeded, type Tally, total } from './rng.ts'
import { createScheduler, type Faults, noFaults } from './scheduler.ts'
import type { Mutant } from './mutant-list.ts'
import { createBooks, shopContext } from './shop.ts'
import type { Lane } from './slots.ts'
import { checkLeft, checkWorld, type AnswerLog } from './world-checks.ts'
import { codes } from './world-gateways.ts'
import { createWorkload } from './workload.ts'
import { checkWithdrawals } from './withdrawal-checks.ts'
import { createWithdrawals, giveAddresses } from './withdrawals.ts'

/** `channels`: how often something happened with each channel, as `stripe captures`. */
export type Result = {
  seed: number
  figures: Tally
  channels: Tally
  faults: Tally
  checks: number
  violations: Violation[]
}

/**
 * The amount of work, and the share of accounts that buy nothing. A bug is searched either among accounts or
 * without them.
 */
const MIXED = { operations: 85, share: 0.1, desk: 0.2 }
const ACCOUNTS = { operations: 60, share: 0.8, desk: 0 }
const MONEY = { operations: 60, share: 0, desk: 0 }
const LAW = { operations: 100, share: 0, desk: 0 }
const DESK = { operations: 120, share: 0, desk: 0.5 }
const faulty: Faults = { crash: 0.008, insideCrash: 0.03, lostCommit: 0.006, dropped: 0.006, http: 0.17, gate: 0.4 }
/**
 * Seconds by which the clock jumps between rounds of the quiet phase: past leases, retries, expiry and every late
 * check.
 */
const jumps = [0, 40, 70, 400, 70, 700, 70, 3_700, 70, 700, 70, 3_700, 70, 90_000, 70, 70, 70]
/** Seeds with players in countries whose law lets them withdraw: one of dollars, one of other currencies, too. */
const LAWFUL = new Set([7, 8])
/** Seeds in which some payers take a voucher. */
const VOUCHERS = 3
/** The round in which the last vouchers are paid or run out: long after the time that their orders had at first. */
const VOUCHERS_END = 9
/** Rounds in which months of the books are closed; the last of them ends in the middle of these. */
const MONTHS_END = new Set([4, 7, 8, 11, 12])
/** Rounds in which the gateways' own books are read. */
const READ_BOOKS = new Set([0, 3_700, 90_000])

/** One seed: a workload with faults, a quiet phase in which everything must come to its end, then the books. */
export async function runSeed(lane: Lane, seed: number, mutant: Omit<Mutant, 'name'> | undefined): Promise<Result> {
  const {
    wiring = (ctx: Ctx) => ctx,
    line,
    channel,
    often,
    members: ofAccounts = false,
    desk: ofDesk = false,
    currencies: ofCurrencies = !mutant && seed % 2 === 0,
    withdrawals: ofLaw = !mutant && LAWFUL.has(seed % 10),
    vouchers: ofVouchers = !mutant && seed % 10 === VOUCHERS,
  } = mutant ?? {}
  const {
    operations,
    share,
    desk: atDesk,
  } = !mutant ? MIXED : ofAccounts ? ACCOUNTS : ofDesk ? DESK : ofLaw ? LAW : MONEY
  const rng = seeded(seed)
  const figures: Tally = new Map()
  const faults: Tally = new Map()
  const violations: Violation[] = []
  const log: AnswerLog = {
    orders: new Map(),
    pointsPaid: new Set(),
    redeemed: new Set(),
    refunds: new Set(),
    withdrawals: new Set(),
  }
  let clockMs = 0
  const wallets = Array.from({ length: PLAYERS }, () => [rng.int(2000), rng.int(1500)] as const)
  await resetDatabase(lane.q, wallets)
  // In half of the seeds gateways are soon asked for late money for the last time, so that players leave in the middle
  // of it all.
  const late = rng.chance(0.5) ? [5, 20, 60] : undefined
  const { world, ...books } = createBooks(rng, () => clockMs, line)
  const onError = (op: string, error: unknown): void => {
    // A refusal of the contract, or a connection that the simulation cut, is no fault of the shop.
    if (error instanceof AppError || (error instanceof Error && error.message === 'Connection terminated unexpectedly'))
      return
    violations.push({
      name: `${op} failed in a way that it must not`,
      rows: [error instanceof Error ? `${(error as { code?: string }).code ?? ''} ${error.message}` : String(error)],
    })
  }
  const scheduler = createScheduler({ lane, rng: rng.fork(), figures, faults, world, onError })
  const start = (name: string, run: (ctx: Ctx) => Promise<unknown>): void => {
    const random = rng.fork()
    scheduler.start(name, async (q) => {
      // A process continues its background work until it is done or the process dies.
      const asides: Promise<unknown>[] = []
      const aside = (work: Promise<unknown>): void => {
        asides.push(work.catch(() => undefined))
      }
      try {
        return await run(shopContext(q, random, books.gateways, () => clockMs, wiring, aside, late))
      } finally {
        await Promise.all(asides)
      }
    })
  }
  const catalog: Catalog = new Map()
  // With its own randomness, too.
  const coins = seeded(~seed ^ 0xc0175)
  const needs = seeded(~seed ^ 0xe8ac7)
  const closings = seeded(~seed ^ 0xc105e)
  // By randomness of its own.
  const prices = createPriceBooks({ rng: seeded(~seed ^ 0x9147ce), faults, start })
  // With its own randomness, like its additions to the workload.
  const rights = seeded(~seed ^ 0x1a35)
  const withdrawals = !ofLaw
    ? undefined
    : await createWithdrawals(lane.q, {
        rng: rights.fork(),
        now: () => EPOCH_MS + clockMs,
        faults,
        start,
        free: scheduler.free,
        orders: () => workload.known(),
        paid: () => workload.paid(),
        told: log,
      })
  if (withdrawals) await giveAddresses(lane.q)
  // With its own randomness, too.
  const vouchers = ofVouchers ? seeded(~seed ^ 0x70c4) : undefined
  const workload = createWorkload({
    vouchers,
    catalog,
    prices,
    lawOf: (kind) => withdrawals?.terms(kind),
    mint: () => (ofCurrencies && coins.chance(0.6) ? coins.pick(currencies) : undefined),
    lacking: () => (ofCurrencies && needs.chance(0.5) ? 60 + needs.int(400) : 0),
    rng: rng.fork(),
    often,
    channel,
    wallets,
    books,
    told: log,
    faults,
    start,
    free: scheduler.free,
  })
  const drive = rng.fork()
  const credentials: Credentials = new Map()
  // With its own randomness, so that it does not change the purchases.
  const fork = seeded(~seed)
  const members = createMembers({ rng: fork.fork(), asked: credentials, figures, encrypt, start, free: scheduler.free })
  const publisher = createDesk({
    rng: seeded(~seed ^ 0x5eed),
    often,
    faults,
    start,
    free: scheduler.free,
    paid: workload.paid,
    told: log,
    catalog,
    now: () => EPOCH_MS + clockMs,
  })
  const act = (): void => {
    if (ofCurrencies && coins.chance(0.05)) {
      workload.work('document')
      return
    }
    if (withdrawals && rights.chance(mutant ? 0.35 : 0.15)) withdrawals.act()
    else if (atDesk > 0 && fork.chance(atDesk)) publisher.act()
    else if (fork.chance(share)) members.act()
    else workload.act()
  }
  const pass = (ms: number): void => {
    clockMs += ms
    scheduler.setClock(clockMs)
  }

  pass(0)
  for (const player of workload.players) {
    workload.login(player)
    await finish()
  }
  // An operator also opens the currency of the bank's wrong charges, while earlier money is on its way back.
  if (ofCurrencies) {
    await prices.make(lane.q)
    // Yen are for players of their country alone.
    await lane.q({ text: `update price_book set protected = true, tax = 'inclusive' where currency = 'JPY'` })
    for (const code of codes) books.gateways.fakes[code].payerCountry = seed % 4 === 0 ? 'JP' : 'US'
  }
  const opensAt = ofCurrencies ? 10 + coins.int(operations / 2) : Infinity
  let opened = false
  scheduler.setFaults(faulty)
  for (let step = 0; step < 4000 && (figures.get('operations') ?? 0) < operations; step++) {
    if (drive.chance(0.06)) pass(drive.chance(0.2) ? 1000 * drive.int(400) : drive.int(15_000))
    if (drive.chance(0.13)) workload.bank()
    if (!opened && scheduler.free() > 0 && (figures.get('operations') ?? 0) >= opensAt) {
      opened = true
      start('open a currency', (ctx) => ctx.q({ name: 'open-currency', text: `select open_currency('EUR')` }))
      count(faults, 'a currency opens')
    }
    if (ofCurrencies && scheduler.free() > 0 && coins.chance(often?.bookPrices ?? 0.02)) prices.change()
    if (ofCurrencies && scheduler.free() > 0 && needs.chance(0.02)) prices.rerate()
    if (ofCurrencies && scheduler.free() > 0 && closings.chance(0.03))
      prices[closings.chance(0.5) ? 'close' : 'reopen']()
    if (scheduler.free() > 0 && drive.chance(0.3)) {
      act()
      await scheduler.settle()
    } else if (!(await scheduler.grant()) && scheduler.free() > 0) {
      act()
      await scheduler.settle()
    }
  }
  scheduler.setFaults(noFaults)
  await finish()
  const middle = await checkInvariants(lane.q, { atRest: false })
  const leaverViolations = await checkLeft(lane.q)
  await quiet()
  const end = await checkInvariants(lane.q, { atRest: true })
  const outside = await checkWorld(lane.q, { ...books, told: log })
  const accounts = await checkMembers(lane.q, credentials)
  const desk = await checkDesk(lane.q)
  const ofRights = withdrawals && (await checkWithdrawals(lane.q, withdrawals, log))
  for (const outcome of ofRights?.outcomes ?? []) count(faults, `withdrawal: ${outcome}`)
  for (const how of accounts.compared) count(figures, `let in by ${how}`)
  // A gateway tells a new refund at times before it tells that the one before it failed.
  violations.push(
    ...middle.violations.filter(({ name }) => name !== 'no capture is given back beyond its amount'),
    ...end.violations,
    ...outside.violations,
    ...accounts.violations,
    ...desk.violations,
    ...(ofRights?.violations ?? []),
    ...leaverViolations.slice(0, 1),
  )
  if ((figures.get('deadlocks') ?? 0) > 0) violations.push({ name: 'nothing ends in a deadlock', rows: [] })
  if ((figures.get('refusals') ?? 0) > 0) violations.push({ name: 'no constraint has to refuse', rows: [] })
  count(figures, 'orders', (await lane.q<{ n: number }>({ text: 'select count(*) as n from orders' }))[0]?.n ?? 0)
  const months = await lane.q<{ n: number }>({ text: 'select count(*) as n from desk.period_close' })
  count(figures, 'months closed', months[0]?.n ?? 0)
  count(figures, 'faults', total(faults))
  const channels: Tally = new Map()
  for (const { channel, captures, refunds } of books.gateways.books()) {
    count(channels, `${channel} orders`)
    count(channels, `${channel} captures`, captures.length)
    count(channels, `${channel} refunds`, refunds.length)
  }
  for (const code of codes) count(channels, `${code} disputes`, books.gateways.disputedOf(code))
  return {
    seed,
    figures,
    channels,
    faults,
    checks: middle.checks + end.checks + outside.checks + accounts.checks + desk.checks + (ofRights?.checks ?? 0) + 4,
    violations,
  }

  async function finish(): Promise<void> {
    await scheduler.settle()
    for (let step = 0; step < 5000 && scheduler.busy(); step++) if (!(await scheduler.grant())) await scheduler.settle()
  }
  /** Some buyers withdraw after delivery and its mail. */
  async function withdrawAtLast({ work, withdraw }: NonNullable<typeof withdrawals>): Promise<void> {
    await toEnd(() => workload.work('deliver'))
    for (const job of ['letters', 'mail'] as const) await toEnd(() => work(job))
    for (let n = 0; n < 4; n++) await toEnd(() => withdraw())
  }
  async function toEnd(does: () => void): Promise<void> {
    does()
    await finish()
  }
  async function each(does: (player: (typeof workload.players)[number]) => void): Promise<void> {
    for (const player of workload.players) {
      does(player)
      await finish()
    }
  }
  async function quiet(): Promise<void> {
    workload.loseSome()
    for (const order of workload.unanswered()) {
      workload.create(order)
      await finish()
    }
    for (const [at, seconds] of jumps.entries()) {
      // First only the workload ends, and the outside world still fails; then nothing fails any more.
      scheduler.setFaults(at < 3 ? { ...noFaults, http: faulty.http } : noFaults)
      pass(seconds * 1000)
      if (at >= 2) workload.settleOutside()
      if (vouchers && at === VOUCHERS_END) workload.settleVouchers(vouchers)
      // Stripe keeps a key for a day.
      if (at === 1) books.gateways.fakes.stripe.forgetKeys(/^.v1.refunds /)
      // Slow news: at first about half of what waits goes out in each round.
      for (let n = at < 3 ? Math.ceil(books.gateways.hooks.length / 2) : 500; n > 0 && workload.sendNext(); n--)
        await finish()
      // The operators act while there is time for the consequences.
      if (at >= 3 && at <= 8 && workload.workOff()) await finish()
      if (withdrawals && at === 0) await withdrawAtLast(withdrawals)
      if (withdrawals) await toEnd(() => withdrawals.work('follow'))
      // All players who may leave do so; some return later, and money comes for some of them.
      if (at === 0) await each((player) => workload.redeem(player))
      if (at >= 1) await each((player) => workload.leave(player))
      leaverViolations.push(...(await checkLeft(lane.q)))
      if (at === 8 || at === 11) workload.payLate()
      if (at >= 7 && at % 3 === 0) {
        for (const does of ['arrive', 'login', 'redeem'] as const) await each((player) => workload[does](player))
      }
      if (READ_BOOKS.has(seconds)) {
        workload.work('books')
        await finish()
      }
      publisher.schedule()
      await finish()
      if (MONTHS_END.has(at)) {
        publisher.closeMonths()
        for (const job of ['inbox', 'repair', 'refund'] as const) if (scheduler.free() > 0) workload.work(job)
        await finish()
      }
      for (const job of ['refund', 'inbox', 'repair', 'inbox', 'deliver', 'recall', 'document'] as const) {
        for (let round = 0; round < 40; round++) {
          const before = figures.get('outsideCalls') ?? 0
          workload.work(job)
          await finish()
          // Rounds without an outside call found nothing more to do.
          if ((figures.get('outsideCalls') ?? 0) === before) break
        }
      }
    }
    withdrawals?.calmDown()
    if (withdrawals)
      for (const job of ['follow', 'letters', 'mail', 'mail'] as const) await toEnd(() => withdrawals.work(job))
  }
}

export const describe = ({ seed, figures, faults, checks, violations }: Result): Record<string, unknown> => ({
  seed,
  ...asObject(figures),
  checks,
  faultsByKind: asObject(faults),
  violations,
})
