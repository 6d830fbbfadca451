import { NoAnswer } from '@hc/channels/http'
import type { Ctx } from '../../ctx.ts'

/** How often the others are asked about one order, however often its player asks, and in however many processes. */
const EVERY_SECONDS = 3
/** The time that a call waits for the answer to another caller's question. */
const ROUNDS = 25
const ROUND_MS = 200
const SAID_LENGTH = 300

type Standing = { asks: boolean; under_way: boolean; was_answered: boolean }
/** The gateway's word, where the subject is an order that one was asked about. */
type GatewayWord = string | undefined

/** Questions that this process is asking, or waits for another's answer to. */
const underWay = new WeakMap<Ctx, Map<string, Promise<boolean>>>()

/**
 * Asks gateway or game once for everybody who wants to know at the same time: `ask` runs in one of all processes, the
 * others wait for what it finds and read it from the database. Within seconds of an answer nobody asks again, nor
 * before the other side wants to be asked (Retry-After). @returns whether the last question was answered. @throws what
 * `ask` throws, but NoAnswer
 * Decision 170.
 */
export async function askOnce(ctx: Ctx, subject: string, ask: () => Promise<GatewayWord>): Promise<boolean> {
  const tasks = underWay.get(ctx) ?? new Map<string, Promise<boolean>>()
  underWay.set(ctx, tasks)
  const running = tasks.get(subject)
  if (running) return await running
  const question = askOrWait(ctx, subject, ask).finally(() => {
    tasks.delete(subject)
  })
  tasks.set(subject, question)
  return await question
}

async function askOrWait(ctx: Ctx, subject: string, ask: () => Promise<GatewayWord>): Promise<boolean> {
  for (let round = 0; ; round++) {
    const text = 'select asks, under_way, was_answered from ask_about($1, $2)'
    const [standing] = await ctx.q<Standing>({ name: 'ask-about', text }, [subject, ctx.order.leaseSeconds])
    if (!standing) throw new Error('ask_about gave no row')
    if (standing.asks) return await askNow(ctx, subject, ask)
    if (!standing.under_way || round === ROUNDS) return standing.was_answered
    await ctx.pause(ROUND_MS)
  }
}

async function askNow(ctx: Ctx, subject: string, ask: () => Promise<GatewayWord>): Promise<boolean> {
  let hasAnswer = false
  let waitMs = 0
  let word: GatewayWord
  try {
    word = await ask()
    hasAnswer = true
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error
    word = subject.includes(':') ? undefined : error.message.slice(0, SAID_LENGTH)
    waitMs = error.retryAfterMs
  } finally {
    const text = `with noted as (insert into gateway_question (order_no, asked_by, said, answered, at)
        select $1, 'check', $5, $2, app_now() where $5 <> '')
      select question_ended($1, $2, $3, $4)`
    await ctx.q({ name: 'question-ended', text }, [subject, hasAnswer, EVERY_SECONDS, waitMs / 1000, word ?? ''])
  }
  return hasAnswer
}
