import { keysOf } from '@hc/domain/record'
import type { Ctx } from '../ctx.ts'
import type { Watch } from '../care/doctor/watch.ts'
import { applyDueChange } from '../desk/revisions/apply-due-change.ts'
import { workInbox } from '../shop/payment/work-inbox.ts'
import { followBooks } from '../shop/payment/reconcile.ts'
import { repairOrders } from '../shop/payment/repair-orders.ts'
import { deliverItems } from '../shop/delivery/deliver-items.ts'
import type { Messages } from '../shop/message/messages.ts'
import { sendRecalls } from '../shop/delivery/send-recalls.ts'
import { tellAgain } from '../shop/delivery/resend-confirmed.ts'
import { dueJobs, type DueJob } from './due-jobs.ts'
import { sendRefunds } from '../shop/payment/send-refunds.ts'

export type Job = DueJob | 'books' | 'watch' | 'again' | 'withdrawals'
/** The jobs that requests wake. The others run only by themselves. */
export type Wakeable = 'inbox' | 'deliver' | 'message' | 'withdrawals'
export type Workers = { wake(job: Wakeable): void; stop(): Promise<void> }

/** Turns up to `limit` letters about orders into messages. Returns how many were due. */
export type Letters = (limit: number) => Promise<number>

/** Both functions return how many documents were due. */
export type Documents = {
  /** Writes up to `limit` receipts and credit notes. */
  issue(limit: number): Promise<number>
  /** Turns some issued documents into messages. */
  mail(): Promise<number>
}

/** `everyMs`: the pause of a job that runs by itself. Jobs without it run when the database has due work for them. */
type Loop = { round: () => Promise<boolean>; everyMs?: number }

/** The intervals of the query for due work, normally and after an idle minute. */
const LOOK_MS = 500
const LOOK_AT_REST_MS = 1_000
const LOOKS_TO_REST = 120

/**
 * The least time between the starts of two rounds of a job, in ms: one round takes all the work in between. At rest a
 * round starts at once. Decisions 118 and 244.
 */
const PACE_MS = 25

/** Documents in one transaction of a series. */
const DOCUMENTS = 500

/**
 * The loops that finish the work of requests. One query finds the due work of all loops, and this process wakes a loop
 * directly if it knows of work. A loop runs one round at a time and goes on while its rounds find work. All loops may
 * run in any number of processes.
 */
export function startWorkers(
  ctx: Ctx,
  messages: Messages,
  letters: Letters,
  withdrawals: () => Promise<boolean>,
  documents: Documents,
  watch: Watch,
  onError: (job: Job, error: unknown) => void,
  /** The longest pause of a job that looks for scheduled work. */
  lookMs: number,
): Workers {
  const loops: Record<Job, Loop> = {
    inbox: {
      round: async () => {
        const { worked, failed } = await workInbox(ctx, 32)
        if (worked > 0) wake('deliver')
        return worked + failed > 0
      },
    },
    deliver: { round: async () => (await deliverItems(ctx, 16)) > 0 },
    refund: { round: async () => (await sendRefunds(ctx, 4)) > 0 },
    recall: { round: async () => (await sendRecalls(ctx, 4)) > 0 },
    letter: {
      round: async () => {
        const count = await letters(16)
        if (count > 0) wake('message')
        return count > 0
      },
    },
    withdrawals: {
      everyMs: Math.min(15_000, lookMs),
      round: async () => {
        const more = await withdrawals()
        if (more) wake('message')
        return more
      },
    },
    message: { round: async () => (await messages.sendDue(8)) > 0 },
    again: { everyMs: Math.min(5_000, lookMs), round: async () => (await tellAgain(ctx, 16)) > 0 },
    watch: {
      everyMs: 60_000,
      round: async () => {
        await watch.round()
        return false
      },
    },
    books: {
      everyMs: ctx.order.reconcileSeconds * 1000,
      round: async () => {
        await followBooks(ctx)
        return false
      },
    },
    repair: { round: async () => (await repairOrders(ctx, 10)) === 10 },
    document: { round: async () => (await documents.issue(DOCUMENTS)) === DOCUMENTS },
    document_mail: {
      round: async () => {
        const mailed = await documents.mail()
        if (mailed > 0) wake('message')
        return mailed > 0
      },
    },
    change: { round: () => applyDueChange(ctx) },
  }
  const state = new Map<
    Job,
    { running: boolean; again: boolean; begun: number; timer: NodeJS.Timeout | undefined; current: Promise<void> }
  >()
  let stopped = false

  function run(job: Job): void {
    const at = state.get(job)
    if (!at || stopped) return
    if (at.running) {
      at.again = true
      return
    }
    clearTimeout(at.timer)
    const early = at.begun + PACE_MS - performance.now()
    if (early > 0) {
      at.timer = setTimeout(run, early, job)
      return
    }
    at.running = true
    at.begun = performance.now()
    at.current = loops[job]
      .round()
      .catch((error: unknown) => {
        onError(job, error)
        return false
      })
      .then((more) => {
        at.running = false
        if (stopped) return
        if (more || at.again) {
          at.again = false
          run(job)
          return
        }
        const { everyMs } = loops[job]
        if (everyMs !== undefined) at.timer = setTimeout(run, everyMs, job)
      })
  }
  function wake(job: Wakeable): void {
    run(job)
  }
  const all = keysOf(loops)
  let timer: NodeJS.Timeout | undefined
  let looking: Promise<void> = Promise.resolve()
  let inVain = 0
  function look(): void {
    looking = dueJobs(ctx.q)
      // If the query fails, each job runs, looks for work itself, and reports the error.
      .catch(() => all.filter((job) => loops[job].everyMs === undefined))
      .then((jobs) => {
        if (stopped) return
        for (const job of jobs) run(job)
        inVain = jobs.length > 0 ? 0 : inVain + 1
        timer = setTimeout(look, inVain < LOOKS_TO_REST ? LOOK_MS : LOOK_AT_REST_MS)
      })
  }
  for (const job of all) {
    state.set(job, { running: false, again: false, begun: -Infinity, timer: undefined, current: Promise.resolve() })
    run(job)
  }
  timer = setTimeout(look, LOOK_MS)
  return {
    wake,
    async stop() {
      stopped = true
      clearTimeout(timer)
      for (const at of state.values()) clearTimeout(at.timer)
      await Promise.all([looking, ...[...state.values()].map((at) => at.current)])
    },
  }
}
