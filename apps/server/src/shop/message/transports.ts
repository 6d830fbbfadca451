import type { SendMailOptions } from 'nodemailer'
import { fieldsOf } from '@hc/domain/record'
import { jsonCall, NoAnswer } from '@hc/channels/http'
import { signWebhook } from '@hc/channels/signature'
import { ICON, type Letter } from './frame.ts'

/** The result of sending a message. `gone`: it was accepted; if an earlier answer was lost, it arrives twice. */
export type Handed = { state: 'gone' } | { state: 'refused'; detail: string } | { state: 'unknown'; detail: string }
export type Transport = { send(id: number, target: string, letter: Letter): Promise<Handed>; close(): void }

const CONNECTIONS = 2

/** The attachments of a letter: its files, and the brand's icon if the letter shows it. */
const attachmentsOf = (letter: Letter, icon: Buffer | undefined): SendMailOptions['attachments'] => [
  ...(icon && letter.html.includes(`cid:${ICON}`)
    ? [
        {
          filename: 'icon.png',
          contentType: 'image/png',
          content: icon,
          cid: ICON,
          contentDisposition: 'inline' as const,
        },
      ]
    : []),
  ...(letter.files ?? []).map(({ name, type, base64 }) => ({
    filename: name,
    contentType: type,
    content: base64,
    encoding: 'base64',
  })),
]

/**
 * Mail by SMTP. `icon`: the brand's, a PNG. A permanent refusal (5xx, RFC 5321 section 4.2.1) is final. Any other
 * failure is retried.
 */
export async function smtpTransport(
  config: { smtpUrl: string; timeoutMs: number },
  from: string,
  host: string,
  icon?: Buffer,
): Promise<Transport> {
  // Loaded only with a mail server, because the library takes 5 MB.
  const { createTransport } = await import('nodemailer')
  const mailer = createTransport({
    url: config.smtpUrl,
    pool: true,
    maxConnections: CONNECTIONS,
    connectionTimeout: config.timeoutMs,
    greetingTimeout: config.timeoutMs,
    socketTimeout: config.timeoutMs,
    dnsTimeout: config.timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async send(id, target, letter) {
      try {
        await mailer.sendMail({
          from,
          to: { name: '', address: target },
          ...(letter.replyTo ? { replyTo: { name: '', address: letter.replyTo } } : {}),
          subject: letter.subject,
          text: letter.text,
          html: letter.html,
          attachments: attachmentsOf(letter, icon),
          // A message that is sent again has the same id, so mail programs show it once.
          messageId: `<hc-${id}@${host}>`,
          headers: { 'Auto-Submitted': 'auto-generated' },
        })
        return { state: 'gone' }
      } catch (error) {
        const { responseCode, message } = fieldsOf(error)
        const code = typeof responseCode === 'number' ? responseCode : 0
        return {
          state: code >= 500 && code < 600 ? 'refused' : 'unknown',
          detail: (typeof message === 'string' ? message : 'no answer').slice(0, 300),
        }
      }
    },
    close: () => mailer.close(),
  }
}

/**
 * SMS by an HTTP provider (docs/sms.md): `POST {id, to, text}`, signed by the Standard Webhooks headers. 2xx means
 * sent; 4xx other than 408, 425 and 429 means refused; anything else is retried with the same id.
 */
export function smsTransport(
  config: { url: string; secrets: readonly string[]; timeoutMs: number },
  nowMs: () => number,
): Transport {
  return {
    async send(id, target, letter) {
      const body = JSON.stringify({ id: `sms_${id}`, to: target, text: letter.text })
      const timestamp = Math.floor(nowMs() / 1000)
      const headers = {
        'webhook-id': `sms_${id}`,
        'webhook-timestamp': String(timestamp),
        'webhook-signature': config.secrets
          .map((secret) => signWebhook(secret, `sms_${id}`, timestamp, body))
          .join(' '),
      }
      let status = 0
      try {
        status = (await jsonCall({ method: 'POST', url: config.url, body, headers, timeoutMs: config.timeoutMs }))
          .status
      } catch (error) {
        if (!(error instanceof NoAnswer)) throw error
        // An empty 202 is not JSON, but means sent all the same.
        if (error.status < 200) return { state: 'unknown', detail: error.message.slice(0, 300) }
        status = error.status
      }
      if (status >= 200 && status < 300) return { state: 'gone' }
      return {
        state: status >= 400 && status < 500 && ![408, 425, 429].includes(status) ? 'refused' : 'unknown',
        detail: `HTTP ${status}`,
      }
    },
    close: () => undefined,
  }
}

/** The demo's transport: a message counts as sent once it is in the outbox, which everybody can read. */
export const demoTransport: Transport = { send: () => Promise.resolve({ state: 'gone' }), close: () => undefined }
