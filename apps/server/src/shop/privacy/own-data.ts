import { AppError } from '@hc/contract/errors'
import { accountName } from '@hc/domain/typed-text'
import type { Locale } from '@hc/contract/locales'
import type { Config } from '../../config/config.ts'
import type { Ctx } from '../../ctx.ts'
import type { Row } from '../../platform/db.ts'
import { listRecords, type RecordParts, toRecord } from '../order/records.ts'
import type { Passwords } from '../identity/password.ts'
import type { Account, Sessions } from '../identity/session.ts'
import { checkPassword } from '../identity/sign-in.ts'

const ORDERS_PER_QUERY = 500

export type ExportParts = RecordParts & { ctx: Pick<Ctx, 'q' | 'now'> }
export type DeleteParts = {
  config: Pick<Config, 'clientKey' | 'signIn'>
  ctx: Pick<Ctx, 'q' | 'log' | 'random'>
  sessions: Pick<Sessions, 'changed'>
  passwords: Passwords
}

/**
 * All stored data of a player under the database's own names; times in ISO 8601. The shop holds neither card data nor
 * the game's own data.
 */
export async function exportData(
  app: ExportParts,
  player: Pick<Account, 'accountId'>,
  locale: Locale,
): Promise<Record<string, unknown>> {
  const { q } = app.ctx
  const rows = (text: string): Promise<Row[]> => q<Row>({ text }, [player.accountId])
  const orders = []
  for (let page = 1; ; page++) {
    const { result, total } = await listRecords(q, player.accountId, {
      page,
      size: ORDERS_PER_QUERY,
      begin: 0,
      end: 0,
      sdk_order_id: '',
      status: -1,
    })
    orders.push(...result.map((row) => toRecord(app, row, locale)))
    if (orders.length >= total || result.length === 0) break
  }
  const [account] = await rows(
    'select uid, login, email, phone, email_login, receipts, created_at from account where account_id = $1',
  )
  return {
    made_at: new Date(app.ctx.now()).toISOString(),
    game: app.config.game.name,
    account,
    identities: await rows(`select provider, subject, made_by, created_at from external_identity
      where account_id = $1 order by created_at`),
    sessions: await rows(
      `select created_at, expires_at, remember, revoked_at, revoked_reason from session where account_id = $1
        order by created_at`,
    ),
    characters: await rows(
      'select server_id, role_id, name, level from game_role where account_id = $1 order by server_id, role_id',
    ),
    country: await rows(
      `select country, source, since, change_from, strikes, appeal, note, appealed_at from account_market
        where account_id = $1`,
    ),
    country_signs: await rows('select signal, country, at from account_signal where account_id = $1 order by signal'),
    order_countries: await rows(
      `select t.order_no, t.market, t.evidence from order_terms t join orders o using (order_no)
        where o.account_id = $1 and t.market is not null order by t.order_no`,
    ),
    orders,
    order_events: await rows(
      `select e.order_no, e.from_status, e.to_status, e.cause, e.at from order_event e join orders o using (order_no)
        where o.account_id = $1 order by e.order_no, e.event_id`,
    ),
    deliveries: await rows(
      `select b.order_no, b.state, b.proof, b.created_at, b.ended_at from orders o join outbox b
        on b.outbox_id = 'dlv_' || o.order_no where o.account_id = $1 order by b.created_at`,
    ),
    points: await rows(
      `select kind, unit, balance from ledger_account where account_id = $1 order by ledger_account_id`,
    ),
    point_records: await rows(
      `select journal_id, reason, basic_points, present_points, order_no, created_at from ledger_journal
        where account_id = $1 order by journal_id`,
    ),
    refund_parts: await rows(
      `select p.order_no, p.part, p.amount_cents, p.state, p.created_at, p.ended_at from refund_part p
        join orders o using (order_no) where o.account_id = $1 order by p.order_no, p.part`,
    ),
    point_adjustments: await rows(
      `select adjustment_no, basic_points, present_points, at from point_adjustment where account_id = $1
        order by adjustment_no`,
    ),
    redeemed_codes: await rows(
      `select number, code, server_id, role_id, items, basic_points, present_points, created_at from redemption
        where account_id = $1 order by number`,
    ),
    rebates: await rows(
      `select number, campaign_id, server_id, role_id, order_no, present_points, gift_goods_id, gift_quantity,
        created_at, taken_back_at from rebate_grant where account_id = $1 order by number`,
    ),
    receipts: await rows(
      `select document_number(d.series, d.number) as number, d.kind, d.order_no, d.currency, d.gross_minor,
        d.tax_minor, d.tax_country, d.issued_at from document d join orders o using (order_no)
        where o.account_id = $1 order by d.due_id`,
    ),
    payer_countries: await rows(
      `select e.order_no, e.signal, e.country, e.at from order_evidence e join orders o using (order_no)
        where o.account_id = $1 order by e.at`,
    ),
    messages: await rows(
      `select m.channel, m.target, m.kind, m.state, m.created_at from message m
        join account a on m.target in (a.email, a.phone) or m.account_id = a.account_id where a.account_id = $1
        order by m.created_at`,
    ),
    order_letters: await rows(
      'select order_no, event, at, written_at from order_letter where account_id = $1 order by at',
    ),
    support_requests: await rows(
      `select s.number, s.account, s.order_no, s.email, s.body, s.state, s.created_at from support_request s
        join account a on s.email = lower(a.email) where a.account_id = $1 order by s.created_at`,
    ),
    consents: await rows(
      'select order_no, kind, text_version, locale, at from consent where account_id = $1 order by consent_id',
    ),
    withdrawals: await rows(
      'select number, order_no, outcome, locale, stated_at from withdrawal where account_id = $1 order by stated_at',
    ),
    codes: await rows(
      `select channel, target, purpose, client_ip, created_at, used_at from verification_code where account_id = $1
        order by created_at`,
    ),
  }
}

type Forgotten = 'done' | 'open' | 'gone' | 'changed'

/**
 * Deletes a player's personal data. The remaining rows (`forget_account` in sql/functions/players/privacy.sql) stay
 * under a pseudonym. `open`: an order, a payment, a refund or an item of theirs is still in progress, and nothing was
 * deleted. `gone`: the data was deleted before. `changed`: the account's password is not the checked one, and nothing
 * was deleted.
 *
 * @param checked the hash of the checked password, null for an account without one; left out if the caller asks for no
 * password
 */
export async function forgetAccount(
  ctx: Pick<Ctx, 'q' | 'random'>,
  accountId: number,
  checked?: { hash: string | null },
): Promise<Forgotten> {
  const pseudonym = `gone-${Buffer.from(ctx.random(12)).toString('hex')}`
  const [row] = await ctx.q<{ outcome: Forgotten }>(
    {
      name: 'forget-account',
      text: `select case when $3 and not same_credential($1, $4) then 'changed'
        else forget_account($1, $2) end as outcome`,
    },
    [accountId, pseudonym, checked !== undefined, checked?.hash ?? null],
  )
  if (!row) throw new Error('forget_account returned no row')
  return row.outcome
}

export type Leaving = { account: string; passwd: string | undefined; ip: string }

/**
 * Deletes a player's data at their own request. They type the account again, and its password if it has one, under the
 * throttle of sign-ins.
 * @throws AppError GameAccountNotFound (typed wrong), InvalidPassword, AccountHasOpenOrders, SystemBusy
 */
export async function deleteData(app: DeleteParts, player: Account, input: Leaving): Promise<void> {
  const { ctx, config, sessions, passwords } = app
  const { q, log } = ctx
  if (accountName(input.account) !== player.login && input.account.trim() !== player.uid)
    throw new AppError('GameAccountNotFound')
  const [has] = await q<{ password: boolean }>(
    {
      text: 'select password_hash is not null as password from account where account_id = $1',
    },
    [player.accountId],
  )
  const fields = { account: player.uid, passwd: input.passwd ?? '', clientKey: config.clientKey, ip: input.ip }
  const verified = has?.password ? await checkPassword({ q, passwords, rules: config.signIn }, fields) : undefined
  // The checked password must still be the account's when its data is deleted.
  const outcome = await forgetAccount(ctx, player.accountId, { hash: verified?.hash ?? null })
  if (outcome === 'changed') throw new AppError('InvalidPassword')
  if (outcome === 'open') throw new AppError('AccountHasOpenOrders')
  sessions.changed(player.accountId)
  log.info({ account: player.accountId }, "a player's data was deleted")
}
