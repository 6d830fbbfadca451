import { timeIdFloor } from '@hc/domain/order-no'
import type { Locale } from '@hc/contract/locales'
import { deskTexts } from '@hc/i18n/texts'
import { deskTransaction } from '../../http/desk/transaction.ts'
import type { Database, Query } from '../../platform/db.ts'
import type { Log } from '../../platform/log.ts'
import type { Seal } from '../../platform/seal.ts'
import { type Block, fill, frame, type Letter } from '../../shop/message/frame.ts'
import { queueLetter } from '../../shop/message/queue-letter.ts'
import type { Site } from '../../shop/message/site.ts'
import { helpOf, measures } from './measures.ts'

const MINUTE_MS = 60_000

export type Finding = { rule: string; subject: string; value: number }
type Rule = { rule_key: string; threshold: number; window_minutes: number }
type JudgedAlert = {
  alert_id: number
  rule_key: string
  subject: string
  value: number
  state: 'new' | 'still' | 'over' | 'silent'
}
type Channel = { channel_id: number; kind: 'email' | 'webhook' | 'slack'; address: string }

/** Checks each enabled rule. A rule whose query fails is logged, and keeps its alerts. */
export async function measure(q: Query, now: number, log: Log): Promise<Finding[]> {
  const rules = await q<Rule>({
    text: 'select rule_key, threshold::float8, window_minutes from desk.alert_rule where enabled order by rule_key',
  })
  const findings: Finding[] = []
  for (const { rule_key, threshold, window_minutes } of rules) {
    const rowMeasure = measures.find(({ rule }) => rule === rule_key)
    if (!rowMeasure) continue
    try {
      const rows = await q<{ subject: string; value: number }>(
        {
          text: `select subject, value::float8 from (${rowMeasure.sql}) x
            where $1::numeric is not null and $2::int is not null and $3::text is not null limit 20`,
        },
        [threshold, window_minutes, timeIdFloor(now - window_minutes * MINUTE_MS)],
      )
      findings.push(...rows.map(({ subject, value }) => ({ rule: rule_key, subject, value })))
    } catch (error) {
      log.warn({ err: error, rule: rule_key }, 'an alert rule could not be looked at')
      const open = await q<{ subject: string; value: number }>(
        { text: 'select subject, value::float8 from desk.alert where rule_key = $1 and closed_at is null' },
        [rule_key],
      )
      findings.push(...open.map(({ subject, value }) => ({ rule: rule_key, subject, value })))
    }
  }
  return findings
}

/** One sentence about an alert, without personal data. */
export function sentenceOf(
  { rule_key, subject, value }: Pick<JudgedAlert, 'rule_key' | 'subject' | 'value'>,
  locale: Locale,
): string {
  const says: Readonly<Record<string, string>> = deskTexts(locale).alerts.says
  return fill(says[rule_key] ?? rule_key, { subject, value })
}

export type AlertDeps = {
  db: Pick<Database, 'pool' | 'query'>
  log: Log
  now: () => number
  site: Site
  /** Seals a message's body. */
  seal: Seal
  /** The desk's address, for the link; '' if this process has none. */
  deskUrl: string
  /** The language of the messages. */
  locale: Locale
}

/** The sender's name and the language of an alert. */
export type AlertSender = Pick<AlertDeps, 'site' | 'deskUrl' | 'locale'>

/** An alert as a letter, for mail and as text for the other channels. `help`: the page of its runbook. */
export function alertLetter({ site, deskUrl, locale }: AlertSender, subject: string, help = ''): Letter {
  const { alerts: words, help: helpText } = deskTexts(locale)
  const links: Block[] = []
  if (deskUrl !== '' && help !== '') links.push({ kind: 'link', text: helpText.what, url: `${deskUrl}${help}` })
  if (deskUrl !== '') links.push({ kind: 'button', text: words.open, url: `${deskUrl}/alerts` })
  const letter = frame(locale, site, { subject, blocks: [{ kind: 'text', text: words.why }, ...links] })
  return deskUrl === '' || help === '' ? letter : { ...letter, help: `${deskUrl}${help}` }
}

/** Queues a message for one channel. */
export async function tellChannel(
  q: Query,
  seal: Seal,
  { kind, address }: Pick<Channel, 'kind' | 'address'>,
  letter: Letter,
  locale: Locale,
): Promise<void> {
  await queueLetter(q, seal, { channel: kind, to: address, kind: 'desk_alert', locale, letter })
}

/**
 * Checks every rule once, and queues the messages in the transaction that marks them as sent:
 * a kill neither repeats nor loses a message.
 */
export async function judgeAlerts({ db, log, now, site, seal, deskUrl, locale }: AlertDeps): Promise<number> {
  const findings = await measure(db.query, now(), log)
  const alerts = await deskTransaction(db, null, async (q) => {
    const judged = await q<JudgedAlert>(
      { text: 'select alert_id, rule_key, subject, value::float8 as value, state from desk.judge_alerts($1)' },
      [JSON.stringify(findings)],
    )
    const loud = judged.filter(({ state }) => state !== 'silent')
    if (loud.length === 0) return loud
    const channels = await q<Channel>({
      text: 'select channel_id, kind, address from desk.alert_channel where enabled',
    })
    const rules = await q<{ rule_key: string; channels: number[] }>({
      text: 'select rule_key, channels from desk.alert_rule where channels is not null',
    })
    const chosenOf = new Map(rules.map(({ rule_key, channels: ids }) => [rule_key, ids.map(Number)]))
    for (const alert of loud) {
      const words = deskTexts(locale).alerts.state[alert.state as 'new']
      const text = sentenceOf(alert, locale)
      const letter = alertLetter({ site, deskUrl, locale }, fill(words, { text }), helpOf(alert.rule_key))
      const channelIds = chosenOf.get(alert.rule_key) ?? []
      const recipients = channels.filter(({ channel_id }) => channelIds.includes(channel_id))
      // If each chosen place is switched off, the alert goes to all places.
      for (const channel of recipients.length > 0 ? recipients : channels)
        await tellChannel(q, seal, channel, letter, locale)
    }
    return loud
  })
  for (const { rule_key, subject, value, state } of alerts)
    log.warn({ rule: rule_key, subject, value, state }, 'an alert of the desk')
  return alerts.length
}
