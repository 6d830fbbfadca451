import { createHash } from 'node:crypto'
import { AppError } from '@hc/contract/errors'
import type { ResultOf } from '@hc/contract/calls'
import { defaultLocale, type Locale } from '@hc/contract/locales'
import type { Config } from '../../config/config.ts'
import type { Ctx } from '../../ctx.ts'
import type { CallContext, Register } from '../../http/calls.ts'
import { addressKey } from '../../platform/address.ts'
import { epochSeconds } from '../../platform/epoch.ts'
import { createSeal, type FormerKey, type Seal } from '../../platform/seal.ts'
import type { Refusal } from '../../sql-refusals.ts'
import { normalEmail } from '../identity/codes.ts'
import type { Account } from '../identity/session.ts'
import type { Catalog } from '../catalog/catalog.ts'
import { versionName, waiverOf } from '../law/checkout.ts'
import type { Law } from '../law/law.ts'
import { connectionCountry, type VisitorParts } from '../market/visitor.ts'
import { fill } from '../message/frame.ts'
import type { Messages } from '../message/messages.ts'
import { withdrawalSeal } from './follow-withdrawals.ts'
import { withdrawalWords } from './withdrawal-mail.ts'
import { namedCall } from '../../platform/named-call.ts'

type Outcome = ResultOf<'withdraw/confirm'>['outcome']
/** The sealed statement that the first step gives and the second takes. `account` null: no session. */
type Statement = { name: string; order: string; contact: string; account: number | null; locale: Locale; at: number }
type Eligibility = { until: number | null; goods: string; points: number | null }

const STATEMENT_MS = 3_600_000
/** Statements an hour from one address. */
const PER_HOUR = 10
const WAIT_SECONDS = 600
/** Letters and digits that are not confused on the phone. */
const SIGNS = '23456789ABCDEFGHJKMNPQRSTVWXYZ'

/** A reference that can be read out: W-7K3M-9QXT. */
function reference(random: Uint8Array): string {
  const signs = [...random].map((byte) => SIGNS[byte % SIGNS.length]).join('')
  return `W-${signs.slice(0, 4)}-${signs.slice(4, 8)}`
}

const issue = (path: string, message: string): AppError =>
  new AppError('InvalidParams', { issues: [{ path, message }] })

/** The account of a live session, or null: a withdrawal needs no session. */
async function callerOf({ token, player }: CallContext): Promise<Account | null> {
  if (token === '') return null
  return await player().catch((error: unknown) => {
    if (error instanceof AppError) return null
    throw error
  })
}

/** Facts of the caller's own order; of any other number nothing is revealed. */
async function ownOrder(
  { q }: Pick<Ctx, 'q'>,
  account: number | null,
  order: string,
): Promise<Eligibility | undefined> {
  if (account === null) return undefined
  const [eligibility] = await q<Eligibility>(
    {
      name: 'withdraw-own-order',
      text: `select ${epochSeconds('r.until')} as until, o.cp_goods_id as goods, o.points
        from orders o, withdraw_right(o) r where o.order_no = $1 and o.account_id = $2`,
    },
    [order, account],
  )
  return eligibility
}

function opened(seal: Seal, sealed: string, nowMs: number): Statement {
  let statement: Statement
  try {
    statement = JSON.parse(seal.open(Buffer.from(sealed, 'base64url'))) as Statement
  } catch {
    throw issue('statement', 'is not a statement of this shop')
  }
  if (statement.at + STATEMENT_MS < nowMs) throw issue('statement', 'is more than an hour old')
  return statement
}

type Parts = VisitorParts & {
  config: Pick<Config, 'sessionSecrets'>
  ctx: Pick<Ctx, 'q' | 'now' | 'random'>
  formerKeys: readonly FormerKey[]
  law: Law
  catalog: Pick<Catalog, 'find' | 'text'>
  messages: Pick<Messages, 'offered'>
  wake: (job: 'withdrawals') => void
}

/** Withdrawing from a contract in two steps, with and without a session (Directive 2011/83/EU, article 11a). */
export function withdrawalRoutes(register: Register, app: Parts): void {
  const statements = createSeal(app.config.sessionSecrets, 'withdrawal statement')
  const letterSeal = withdrawalSeal(app)

  register('withdraw/terms', async (body, context) => {
    const { locale } = context
    const account = app.law.hasWithdrawal() ? await callerOf(context) : null
    const { country } = await app.markets.of({ account, ip: connectionCountry(app.config, context.request) })
    const rule = app.law.withdrawal(country)
    const product = app.catalog.find(body.cp_goods_id)
    const waiver = rule && product && waiverOf(app, rule, product.kind)
    const text = waiver && app.law.text('waiver', locale, waiver.version)
    // No letter reaches this player: the confirmation will wait as a file. Decision 585.
    const file = account !== null && (account.email === null || !app.messages.offered.has('email'))
    return {
      days: rule?.days ?? 0,
      box:
        rule && text
          ? {
              version: versionName('waiver', text.version),
              text: text.body,
              required: rule.ask,
              ...(file && { file }),
            }
          : null,
    }
  })

  register('withdraw/state', async (body, context) => {
    const { locale } = context
    const caller = await callerOf(context)
    const account = caller?.accountId ?? null
    const contact = mailOf(body.contact || (caller?.email ?? ''))
    const order = await ownOrder(app.ctx, account, body.sdk_order_id)
    const statement: Statement = {
      name: body.name,
      order: body.sdk_order_id,
      contact,
      account,
      locale,
      at: app.ctx.now(),
    }
    return {
      statement: statements.close(JSON.stringify(statement)).toString('base64url'),
      until_ts: order?.until ?? 0,
      text: fill(withdrawalWords(locale).legal.withdrawal, { order: body.sdk_order_id }),
      covers: order ? app.catalog.text(order.goods, locale, order.points).name : '',
    }
  })

  register('withdraw/confirm', async (body, { request }) => {
    const { ctx, law } = app
    const { name, order, contact, account, locale } = opened(statements, body.statement, ctx.now())
    const key = createHash('sha256')
      .update(JSON.stringify([order, contact, account]))
      .digest()
    const { call, values } = namedCall('state_withdrawal', {
      number: reference(ctx.random(8)),
      key,
      order,
      account,
      email: contact,
      name: letterSeal.close(name),
      contact: letterSeal.close(contact),
      locale,
      version: law.text('withdrawal', defaultLocale)?.version ?? 0,
      address: addressKey(request.ip),
      hourly: PER_HOUR,
    })
    const [answer] = await ctx.q<{
      refusal: Refusal<'state_withdrawal'> | null
      number: string
      outcome: string
      at: number
      own: boolean
    }>(
      {
        name: 'state-withdrawal',
        text: `select refusal, number, outcome, ${epochSeconds('at')} as at, own from ${call}`,
      },
      values,
    )
    if (!answer) throw new Error('state_withdrawal gave no row')
    if (answer.refusal !== null) throw new AppError('TooManyRequests', null, WAIT_SECONDS)
    app.wake('withdrawals')
    // Without a session the answer reveals nothing about the order, not even that it exists: its buyer gets a mail.
    const outcome: Outcome =
      account === null || !answer.own || answer.outcome === 'person' || answer.outcome === 'refused'
        ? 'received'
        : (answer.outcome as Outcome)
    return { number: answer.number, at_ts: answer.at, outcome }
  })
}

/** The address for the answer. @throws AppError InvalidParams, at its own field */
function mailOf(text: string): string {
  try {
    return normalEmail(text)
  } catch {
    throw issue('contact', 'is not an email address')
  }
}
