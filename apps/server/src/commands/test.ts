import { randomBytes, randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'
import { createChannels } from '@hc/channels/registry'
import { testedSteps } from '@hc/contract/desk/setup-steps'
import { isOneOf } from '@hc/domain/record'
import { deskTexts } from '@hc/i18n/texts'
import { withBrand } from '../config/config.ts'
import { readSetup, setupHouse, subjectsOf } from '../desk/setup/facts.ts'
import { codeHash, type CodePlace, endTest, placeToProve, queueCode, runTest } from '../desk/setup/run-test.ts'
import { gamePush } from '../shop/delivery/game-push.ts'
import { siteOf } from '../shop/message/site.ts'
import { fill } from '../shop/message/frame.ts'
import { createSeal } from '../platform/seal.ts'
import type { Query } from '../platform/db.ts'
import { command, Refusal } from './command.ts'

const usage = `npm run hc -- test STEP
       npm run hc -- test mail --as EMAIL
       npm run hc -- test mail|alerts [--as EMAIL] --code 123456

Tests a step of "Open your shop" with the real other party, as the desk does: ${testedSteps.join(', ')}.`

/** Begins a test as the desk does, with its line of the audit. @throws Refusal */
async function begin(
  q: Query,
  actor: string,
  { step, subject, hash }: { step: string; subject: string; hash: Buffer | null },
): Promise<number> {
  const [row] = await q<{ test_id: number | null; wait: number }>(
    {
      text: `with act as materialized (select desk.act($1, 'setup/test', '', '', '', '', '') as done)
        select b.test_id, b.wait from act, lateral desk.begin_setup_test($2, $1, $3, $4) b where act.done is not null`,
    },
    [actor, step, subject, hash],
  )
  if (!row || row.test_id === null) throw new Refusal(`this was tested a moment ago: again in ${row?.wait ?? 1} s`)
  return row.test_id
}

/** `npm run hc -- test STEP`: exit code 1 if the test fails. */
await command(async ({ db: { query }, config: settings, args }) => {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { as: { type: 'string' }, code: { type: 'string' } },
  })
  const [step = '', more] = positionals
  if (!isOneOf(testedSteps, step) || more !== undefined) throw new Refusal(usage)
  const config = withBrand(settings)
  const ctx = {
    channels: createChannels({ sandbox: config.sandbox, ...config.gateways }, Date.now),
    game: gamePush(config.game, Date.now),
    now: Date.now,
    random: (bytes: number): Uint8Array => randomBytes(bytes),
    order: config.order,
  }
  const house = setupHouse(config, ctx.channels)
  const secret = config.sessionSecrets[0] ?? ''
  const person = (values.as ?? '').trim().toLowerCase()
  const actor = `cli:${person || 'operator'}`
  const facts = await readSetup(query, house)
  const subject = subjectsOf(house, facts.places)[step]?.[0] ?? ''
  if (step !== 'mail' && step !== 'alerts') {
    const id = await begin(query, actor, { step, subject, hash: null })
    const forged = gamePush(
      { ...config.game, secrets: [`whsec_${randomBytes(32).toString('base64')}`], privateKeys: [] },
      Date.now,
    )
    const start = performance.now()
    const outcome = await runTest(query, { ctx, house, forged, secret, heartbeatUrl: config.heartbeatUrl }, step, facts)
    await endTest(query, id, outcome)
    const words = deskTexts(config.deskLocale).setup
    const answers: Readonly<Record<string, string>> = words.told
    const says: Readonly<Record<string, string>> = words.says
    const text = outcome.ok
      ? (answers[outcome.outcome] ?? outcome.outcome)
      : (says[`${step}_${outcome.outcome}`] ?? outcome.outcome)
    const facings = { url: house.publicUrl, detail: outcome.detail, ms: Math.round(performance.now() - start) }
    return { ok: outcome.ok, text: fill(text, facings) }
  }
  if (values.code !== undefined) {
    const [row] = await query<{ ok: boolean }>(
      {
        text: `with act as materialized (select desk.act($1, 'setup/test', '', '', '', '', '') as done)
          select desk.take_setup_code($2, $1, $3) as ok from act where done is not null`,
      },
      [actor, step, codeHash(secret, values.code)],
    )
    const isRight = row?.ok === true
    return { ok: isRight, text: isRight ? 'proved by the code' : 'that is not the code, or it is too old' }
  }
  const place = step === 'mail' ? await mailbox(query, person, house.mail) : await placeToProve(query)
  if (!place) throw new Refusal('nobody is told when something breaks: the desk’s notifications add a place')
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  await begin(query, actor, { step, subject: place.subject, hash: codeHash(secret, code) })
  const parts = { seal: createSeal(config.sessionSecrets, 'message'), site: siteOf(config) }
  await queueCode(query, parts, place, code, config.deskLocale)
  return {
    ok: true,
    text: `a code goes to ${place.name}: npm run hc -- test ${step}${person && ` --as ${person}`} --code CODE`,
  }
}, usage)

/** A person of the desk. @throws Refusal */
async function mailbox(q: Query, email: string, subject: string | null): Promise<CodePlace> {
  if (subject === null) throw new Refusal('no mail server is set: SMTP_URL')
  const [staff] = await q<{ email: string }>(
    { text: 'select email from desk.staff where lower(email) = $1 and suspended_at is null' },
    [email],
  )
  if (!staff) throw new Refusal('--as EMAIL: a person of the desk, who gets the code')
  return { channel: 'email', address: staff.email, name: staff.email, subject }
}
