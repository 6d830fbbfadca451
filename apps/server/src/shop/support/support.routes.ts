import { createHash } from 'node:crypto'
import { AppError } from '@hc/contract/errors'
import type { Config } from '../../config/config.ts'
import type { Ctx } from '../../ctx.ts'
import type { Register } from '../../http/calls.ts'
import { idempotencyKey, keyOfAnother } from '../../http/idempotency-key.ts'
import { addressKey } from '../../platform/address.ts'
import type { Refusal } from '../../sql-refusals.ts'
import type { Messages } from '../message/messages.ts'
import { siteOf } from '../message/site.ts'
import { normalEmail } from '../identity/codes.ts'
import { supportMail } from './support-mail.ts'
import { namedCall } from '../../platform/named-call.ts'

const WAIT_SECONDS = 600
/** Letters and digits that are not confused on the phone. */
const SIGNS = '23456789ABCDEFGHJKMNPQRSTVWXYZ'

/** A reference that can be read out: S-7K3M-9QXT. */
function reference(random: Uint8Array): string {
  const signs = [...random].map((byte) => SIGNS[byte % SIGNS.length]).join('')
  return `S-${signs.slice(0, 4)}-${signs.slice(4, 8)}`
}

type Parts = {
  config: Pick<Config, 'support'> & Parameters<typeof siteOf>[0]
  ctx: Pick<Ctx, 'q' | 'log' | 'random'>
  messages: Pick<Messages, 'offered' | 'close'>
  wake: (job: 'message') => void
}

/** Customer service for players who cannot log in. Players who can use the help desk, which knows who they are. */
export function supportRoutes(register: Register, { config, ctx, messages, wake }: Parts): void {
  register('user/supportRequest', async (body, { request, locale }) => {
    const key = idempotencyKey(request)
    const email = normalEmail(body.email)
    const { account, sdk_order_id: orderNo, text } = body
    const number = reference(ctx.random(8))
    const target = messages.offered.has('email') ? config.support.email : null
    const mail = supportMail(siteOf(config), { number, account, orderNo, email, text, locale })
    const hash = createHash('sha256')
      .update(JSON.stringify([account, orderNo, email, text]))
      .digest()
    const { call, values } = namedCall('ask_support', {
      number,
      key,
      hash,
      account,
      order: orderNo,
      email,
      text,
      locale,
      address: addressKey(request.ip),
      address_hourly: config.support.perHourPerAddress,
      hourly: config.support.perHour,
      target,
      mail: messages.close(mail),
    })
    const [answer] = await ctx.q<{ refusal: Refusal<'ask_support'> | null; number: string }>(
      { name: 'ask-support', text: `select refusal, number from ${call}` },
      values,
    )
    if (!answer) throw new Error('ask_support returned no row')
    if (answer.refusal === 'again') keyOfAnother()
    if (answer.refusal) {
      ctx.log.warn({ refusal: answer.refusal, ip: request.ip }, 'a support request was refused')
      throw new AppError('TooManyRequests', null, WAIT_SECONDS)
    }
    wake('message')
    return { number: answer.number }
  })
}
