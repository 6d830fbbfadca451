import { createHmac } from 'node:crypto'
import { isOneOf } from '@hc/domain/record'
import { type Locale, locales } from '@hc/contract/locales'
import { deskTexts } from '@hc/i18n/texts'
import type { Ctx, Game } from '../../ctx.ts'
import type { Query } from '../../platform/db.ts'
import type { Seal } from '../../platform/seal.ts'
import { fill, frame } from '../../shop/message/frame.ts'
import { sealed } from '../../shop/message/queue-letter.ts'
import type { Site } from '../../shop/message/site.ts'
import { callOutside } from '../health/outside-heartbeat.ts'
import type { SetupFacts, SetupHouse } from './facts.ts'
import { type Gateways, type Outcome, testAddress, testGame, testGateways, testTls } from './tests.ts'

/** What the tests of the steps need, at the desk and on the command line. */
export type TestDeps = {
  ctx: Gateways & Pick<Ctx, 'game'>
  house: SetupHouse
  /** The game's address, with signatures that it must not believe. */
  forged: Game
  /** The installation's secret. */
  secret: string
  heartbeatUrl: string | null
}

/** Steps whose test is over with its answer. The others send a code. */
export type AskedStep = 'address' | 'tls' | 'gateway' | 'game' | 'heartbeat'

const PULL_S = 300
const HEARTBEAT_MS = 8_000

/** Asks the real other party of a step. `q`: as the owner of the tables or as the desk. */
export async function runTest(q: Query, deps: TestDeps, step: AskedStep, facts: SetupFacts): Promise<Outcome> {
  const { ctx, house, forged, secret, heartbeatUrl } = deps
  const { key, now, gateways } = facts
  if (step === 'address') return await testAddress(house.publicUrl, secret)
  if (step === 'tls') {
    const outcome = await testTls(house, secret)
    // A worker reads the end of both certificates at once.
    await q({ text: `update chore set due_at = now() where name = 'look_around'` })
    return outcome
  }
  if (step === 'heartbeat') {
    if (heartbeatUrl === null) return { ok: false, outcome: 'none', detail: '' }
    const { ok, detail } = await callOutside(q, heartbeatUrl, HEARTBEAT_MS)
    return { ok, outcome: ok ? 'answers' : 'silent', detail }
  }
  if (step === 'gateway')
    return await testGateways(
      ctx,
      gateways.map(({ code }) => code),
    )
  return await testGame(ctx, forged, key.live && key.used > now - PULL_S)
}

/** Notes how a test ended; `ok` null: its code may still be typed back. */
export async function endTest(q: Query, id: number, { ok, outcome, detail }: Outcome): Promise<void> {
  await q({ text: 'update desk.setup_test set ok = $2, outcome = $3, detail = $4 where test_id = $1' }, [
    id,
    ok,
    outcome,
    detail,
  ])
}

/** The stored form of a code that was sent. */
export const codeHash = (secret: string, code: string): Buffer =>
  createHmac('sha256', `setup code:${secret}`).update(code).digest()

/** Where a code goes: a person's address, or a destination of alerts. */
export type CodePlace = { channel: string; address: string; name: string; subject: string }

/** Puts the letter with the code into the queue. @returns its number */
export async function queueCode(
  q: Query,
  { seal, site }: { seal: Seal; site: Site },
  { channel, address }: CodePlace,
  code: string,
  language: string,
): Promise<number> {
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
  const [message] = await q<{ id: number }>(
    { text: `select queue_message($1, $2, 'desk_test', $3, $4, interval '15 minutes') as id` },
    [channel, address, locale, sealed(seal, letter)],
  )
  return message?.id ?? 0
}

/** The first destination of alerts that no code has proved yet; if all are proved, the first one. */
export async function placeToProve(q: Query): Promise<CodePlace | undefined> {
  const [place] = await q<CodePlace>({
    text: `select c.kind as channel, c.address, c.name, c.channel_id::text as subject from desk.alert_channel c
      where c.enabled order by exists (select from desk.setup_test t where t.step = 'alerts' and t.ok
        and t.subject = c.channel_id::text), c.channel_id limit 1`,
  })
  return place
}
