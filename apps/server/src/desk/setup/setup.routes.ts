import { createHmac, randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { DeskParsed, DeskResult } from '@hc/contract/desk/calls'
import { type Locale, locales } from '@hc/contract/locales'
import { AppError } from '@hc/contract/errors'
import { isOneOf } from '@hc/domain/record'
import { deskTexts } from '@hc/i18n/texts'
import type { Ctx, Game } from '../../ctx.ts'
import type { DeskContext, DeskRegister } from '../../http/desk/desk-calls.ts'
import type { Database, Query } from '../../platform/db.ts'
import type { Seal } from '../../platform/seal.ts'
import { fill, frame } from '../../shop/message/frame.ts'
import { sealed } from '../../shop/message/queue-letter.ts'
import type { Site } from '../../shop/message/site.ts'
import { readSetup, type SetupFacts, type SetupHouse, subjectsOf } from './facts.ts'
import { setupOf } from './steps.ts'
import { type Outcome, testAddress, testGame, testGateways } from './tests.ts'

type TestResult = DeskResult<'setup/test'>
type Tested = DeskParsed<'setup/test'>['step']

export type SetupDeps = {
  db: Pick<Database, 'query'>
  ctx: Ctx
  house: SetupHouse
  /** The game's address, with signatures that it must not believe. */
  forged: Game
  /** Seals messages. */
  seal: Seal
  /** The installation's secret. */
  secret: string
  site: Site
}

const PULL_S = 300
/** For so long a test waits for the mail server's word; the letter is sent in any case. */
const LETTER_MS = 6_000
const LOOK_MS = 250

/** "Open your shop": the steps with their states, and a test of each by the real other party. Decision 642. */
export function setupRoutes(register: DeskRegister, deps: SetupDeps): void {
  const { db, ctx, house, forged, seal, secret, site } = deps
  const hashOf = (code: string): Buffer => createHmac('sha256', `setup code:${secret}`).update(code).digest()

  register('setup/read', async (_body, { q }) => setupOf(await readSetup(q, house)))

  /** Begins a test. @throws AppError TestTooSoon */
  async function begin(context: DeskContext, step: Tested, subject: string, code: string | null): Promise<number> {
    const [row] = await context.q<{ test_id: number | null; wait: number }>(
      { text: 'select test_id, wait from desk.begin_setup_test($1, $2, $3, $4)' },
      [step, context.by.actor, subject, code === null ? null : hashOf(code)],
    )
    if (!row || row.test_id === null) throw new AppError('TestTooSoon', { wait: row?.wait ?? 1 })
    return row.test_id
  }

  /** Notes how a test ended; `ok` null: its code may still be typed back. */
  const end = async (
    id: number,
    { ok, outcome, detail }: Outcome | (Omit<Outcome, 'ok'> & { ok: null }),
  ): Promise<void> => {
    await db.query({ text: 'update desk.setup_test set ok = $2, outcome = $3, detail = $4 where test_id = $1' }, [
      id,
      ok,
      outcome,
      detail,
    ])
  }

  const run = (step: Exclude<Tested, 'mail' | 'alerts'>, facts: SetupFacts): Promise<Outcome> => {
    const { key, now, gateways } = facts
    if (step === 'address') return testAddress(house.publicUrl, secret)
    if (step === 'gateway')
      return testGateways(
        ctx,
        gateways.map(({ code }) => code),
      )
    return testGame(ctx, forged, key.live && key.used > now - PULL_S)
  }

  /** Sends a code, and waits a little for the transport's word. */
  async function sendCode(
    context: DeskContext,
    step: 'mail' | 'alerts',
    to: { channel: string; address: string; name: string; subject: string },
  ): Promise<TestResult> {
    const code = String(randomInt(1_000_000)).padStart(6, '0')
    const id = await begin(context, step, to.subject, code)
    const language = context.who().locale
    const locale: Locale = isOneOf(locales, language) ? language : 'en-US'
    const words = deskTexts(locale).setup.letter
    const letter = frame(locale, site, {
      subject: fill(words.subject, { code }),
      blocks: [
        { kind: 'text', text: words.text },
        { kind: 'code', text: code },
        { kind: 'small', text: words.why },
      ],
      code,
    })
    const [message] = await context.q<{ id: number }>(
      { text: `select queue_message($1, $2, 'desk_test', $3, $4, interval '15 minutes') as id` },
      [to.channel, to.address, locale, sealed(seal, letter)],
    )
    const start = performance.now()
    context.after(async () => {
      for (;;) {
        const [row] = await db.query<{ state: string; detail: string | null }>(
          { text: 'select state, detail from message where message_id = $1' },
          [message?.id],
        )
        const ms = Math.round(performance.now() - start)
        const detail = (row?.detail ?? '').slice(0, 200)
        if (row?.state === 'failed') {
          await end(id, { ok: false, outcome: 'refuses', detail })
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
      hashOf(code),
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
        step === 'mail' || step === 'alerts' ? { ok: false, outcome: 'none', detail: '' } : await run(step, facts)
      await end(id, outcome)
      return { ...outcome, ms: Math.round(performance.now() - start) } satisfies TestResult
    })
    return { ok: null, outcome: 'queued', detail: '', ms: 0 }
  })
}

/** The first destination of alerts that no code has proved yet; if all are proved, the first one. */
async function placeToProve(
  q: Query,
): Promise<{ channel: string; address: string; name: string; subject: string } | undefined> {
  const [place] = await q<{ channel: string; address: string; name: string; subject: string }>({
    text: `select c.kind as channel, c.address, c.name, c.channel_id::text as subject from desk.alert_channel c
      where c.enabled order by exists (select from desk.setup_test t where t.step = 'alerts' and t.ok
        and t.subject = c.channel_id::text), c.channel_id limit 1`,
  })
  return place
}
