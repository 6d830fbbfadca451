import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { DeskParsed, DeskResult } from '@hc/contract/desk/calls'
import { AppError } from '@hc/contract/errors'
import type { DeskContext, DeskRegister } from '../../http/desk/desk-calls.ts'
import type { Database } from '../../platform/db.ts'
import type { Seal } from '../../platform/seal.ts'
import type { Site } from '../../shop/message/site.ts'
import { readSetup, subjectsOf } from './facts.ts'
import { codeHash, type CodePlace, endTest, placeToProve, queueCode, runTest, type TestDeps } from './run-test.ts'
import { setupOf } from './steps.ts'

type TestResult = DeskResult<'setup/test'>
type Tested = DeskParsed<'setup/test'>['step']

export type SetupDeps = TestDeps & {
  db: Pick<Database, 'query'>
  /** Seals messages. */
  seal: Seal
  site: Site
}

/** For so long a test waits for the mail server's word; the letter is sent in any case. */
const LETTER_MS = 6_000
const LOOK_MS = 250

/** "Open your shop": the steps with their states, and a test of each by the real other party. Decision 642. */
export function setupRoutes(register: DeskRegister, deps: SetupDeps): void {
  const { db, house, secret } = deps

  register('setup/read', async (_body, { q }) => setupOf(await readSetup(q, house)))

  /** Begins a test. @throws AppError TestTooSoon */
  async function begin(context: DeskContext, step: Tested, subject: string, code: string | null): Promise<number> {
    const [row] = await context.q<{ test_id: number | null; wait: number }>(
      { text: 'select test_id, wait from desk.begin_setup_test($1, $2, $3, $4)' },
      [step, context.by.actor, subject, code === null ? null : codeHash(secret, code)],
    )
    if (!row || row.test_id === null) throw new AppError('TestTooSoon', { wait: row?.wait ?? 1 })
    return row.test_id
  }

  /** Sends a code, and waits a little for the transport's word. */
  async function sendCode(context: DeskContext, step: 'mail' | 'alerts', to: CodePlace): Promise<TestResult> {
    const code = String(randomInt(1_000_000)).padStart(6, '0')
    const id = await begin(context, step, to.subject, code)
    const message = await queueCode(context.q, deps, to, code, context.who().locale)
    const start = performance.now()
    context.after(async () => {
      for (;;) {
        const [row] = await db.query<{ state: string; detail: string | null }>(
          { text: 'select state, detail from message where message_id = $1' },
          [message],
        )
        const ms = Math.round(performance.now() - start)
        const detail = (row?.detail ?? '').slice(0, 200)
        if (row?.state === 'failed') {
          await endTest(db.query, id, { ok: false, outcome: 'refuses', detail })
          return { ok: false, outcome: 'refuses', detail, ms } satisfies TestResult
        }
        if (row?.state === 'sent' || ms > LETTER_MS) {
          const outcome = row?.state === 'sent' ? 'sent' : 'queued'
          return { ok: null, outcome, detail: outcome === 'sent' ? to.name : detail, ms } satisfies TestResult
        }
        await sleep(LOOK_MS)
      }
    })
    return { ok: null, outcome: 'queued', detail: '', ms: 0 }
  }

  async function takeCode({ q, by }: DeskContext, step: Tested, code: string): Promise<TestResult> {
    const [row] = await q<{ ok: boolean }>({ text: 'select desk.take_setup_code($1, $2, $3) as ok' }, [
      step,
      by.actor,
      codeHash(secret, code),
    ])
    const ok = row?.ok === true
    return { ok, outcome: ok ? 'typed' : 'wrong', detail: '', ms: 0 }
  }

  register('setup/test', async ({ step, code }, context): Promise<TestResult> => {
    const { q, who, after } = context
    if (code !== undefined) return await takeCode(context, step, code)
    if (step === 'mail') {
      if (house.mail !== null) {
        const { email } = who()
        return await sendCode(context, step, { channel: 'email', address: email, name: email, subject: house.mail })
      }
    } else if (step === 'alerts') {
      const place = await placeToProve(q)
      if (place) return await sendCode(context, step, place)
    }
    const facts = await readSetup(q, house)
    const id = await begin(context, step, subjectsOf(house, facts.places)[step]?.[0] ?? '', null)
    after(async () => {
      const start = performance.now()
      const outcome =
        step === 'mail' || step === 'alerts'
          ? { ok: false, outcome: 'none', detail: '' }
          : await runTest(db.query, deps, step, facts)
      await endTest(db.query, id, outcome)
      return { ...outcome, ms: Math.round(performance.now() - start) } satisfies TestResult
    })
    return { ok: null, outcome: 'queued', detail: '', ms: 0 }
  })
}
