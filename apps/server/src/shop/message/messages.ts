import { keysOf } from '@hc/domain/record'
import { type Locale } from '@hc/contract/locales'
import { backoffMs } from '@hc/domain/backoff'
import type { Log } from '../../platform/log.ts'
import type { Query } from '../../platform/db.ts'
import { epochSeconds } from '../../platform/epoch.ts'
import type { Seal } from '../../platform/seal.ts'
import type { Letter } from './frame.ts'
import { queueLetter, sealed } from './queue-letter.ts'
import type { Transport } from './transports.ts'

/** Players get mail and SMS; alerts of the desk go to web hooks, too. */
export type MessageChannel = 'email' | 'sms' | 'webhook' | 'slack'
export type SentMessage = {
  channel: MessageChannel
  target: string
  kind: string
  subject: string
  text: string
  html: string
  code: string
  files: string[]
  create_ts: number
}

/**
 * Mail and SMS. A message is written in the transaction that causes it. A worker sends it, and retries until it has
 * left or has become useless.
 */
export type Messages = {
  /** The channels for which this shop has a transport. */
  readonly offered: ReadonlySet<MessageChannel>
  /** Encrypts a letter for a message row. */
  close(letter: Letter): Buffer
  /** Writes a message that is useful for `hours`. */
  write(
    channel: MessageChannel,
    target: string,
    kind: string,
    locale: Locale,
    letter: Letter,
    hours: number,
  ): Promise<void>
  /** Sends up to `limit` due messages; returns how many were due. */
  sendDue(limit: number): Promise<number>
  /** The demo's outbox, newest first; of one player, if one is given. */
  outbox(limit: number, of?: { accountId: number; email: string }): Promise<SentMessage[]>
  stop(): void
}

type Row = {
  message_id: number
  channel: MessageChannel
  target: string
  kind: string
  locale: Locale
  body: Buffer
  attempts: number
  over: boolean
}
type Options = {
  q: Query
  seal: Seal
  log: Log
  random: () => number
  leaseSeconds: number
  transports: Partial<Record<MessageChannel, Transport>>
  /** Keeps the bodies of sent messages, so that the outbox stays readable. */
  keepBodies: boolean
}

const RETRY = { baseMs: 2_000, capMs: 300_000 }

export function createMessages({ q, seal, log, random, leaseSeconds, transports, keepBodies }: Options): Messages {
  const open = (body: Buffer): Letter | null => {
    try {
      return JSON.parse(seal.open(body)) as Letter
    } catch {
      return null
    }
  }

  async function end(id: number, state: 'sent' | 'failed', detail: string | null): Promise<void> {
    await q(
      {
        name: 'message-ended',
        text: `update message set state = $2, detail = $3, ended_at = app_now(), body = case when $4 then body
          else '' end where message_id = $1`,
      },
      [id, state, detail, keepBodies],
    )
  }

  async function sendOne(row: Row): Promise<void> {
    const letter = open(row.body)
    const transport = transports[row.channel]
    if (!letter || !transport || row.over) {
      await end(
        row.message_id,
        'failed',
        !letter
          ? 'the body cannot be read: was SESSION_SECRET changed?'
          : transport
            ? 'not sent in time'
            : 'no transport',
      )
      log.warn({ message: row.message_id, channel: row.channel, kind: row.kind }, 'a message was given up')
      return
    }
    const handed = await transport.send(row.message_id, row.target, letter)
    if (handed.state === 'gone') {
      await end(row.message_id, 'sent', null)
      return
    }
    log.warn(
      { message: row.message_id, channel: row.channel, detail: handed.detail },
      handed.state === 'refused' ? 'a message was refused' : 'a message could not be sent; it will be tried again',
    )
    if (handed.state === 'refused') {
      await end(row.message_id, 'failed', handed.detail)
      return
    }
    await q(
      {
        name: 'message-again',
        text: `update message set run_at = app_now() + make_interval(secs => $2), lease_until = '-infinity', detail =
          $3 where message_id = $1`,
      },
      [row.message_id, backoffMs(row.attempts, random(), RETRY.baseMs, RETRY.capMs) / 1000, handed.detail],
    )
  }

  return {
    offered: new Set(keysOf(transports).filter((channel) => transports[channel])),
    close: (letter) => sealed(seal, letter),
    async write(channel, target, kind, locale, letter, hours) {
      await queueLetter(q, seal, { channel, to: target, kind, locale, letter, hours })
    },
    async sendDue(limit) {
      const rows = await q<Row>(
        {
          name: 'lease-messages',
          text: 'select message_id, channel, target, kind, locale, body, attempts, over from lease_messages($1, $2)',
        },
        [limit, leaseSeconds],
      )
      await Promise.all(rows.map(sendOne))
      return rows.length
    },
    async outbox(limit, of) {
      const rows = await q<{ channel: MessageChannel; target: string; kind: string; body: Buffer; ts: number }>(
        {
          text: `select channel, target, kind, body, ${epochSeconds('created_at')} as ts from message
            where $2::bigint is null or account_id = $2 or (channel = 'email' and target = $3)
            order by message_id desc limit $1`,
        },
        [limit, of?.accountId ?? null, of?.email ?? null],
      )
      return rows.map(({ channel, target, kind, body, ts }) => {
        const letter = open(body)
        return {
          channel,
          target,
          kind,
          subject: letter?.subject ?? '',
          text: letter?.text ?? '',
          html: letter?.html ?? '',
          code: letter?.code ?? '',
          files: (letter?.files ?? []).map(({ name }) => name),
          create_ts: ts,
        }
      })
    },
    stop() {
      for (const transport of Object.values(transports)) transport.close()
    },
  }
}
