import { createHmac, randomInt } from 'node:crypto'
import { AppError } from '@hc/contract/errors'
import type { Locale } from '@hc/contract/locales'
import { CODE_AGAIN_SECONDS, CODE_MINUTES } from '@hc/domain/limits'
import { mailAddress } from '@hc/domain/typed-text'
import type { Brand } from '../brand/brand.ts'
import type { Config } from '../../config/config.ts'
import type { Ctx } from '../../ctx.ts'
import { addressKey } from '../../platform/address.ts'
import type { Refusal } from '../../sql-refusals.ts'
import { codeMail, codeSms } from '../message/compose.ts'
import { phoneNumber } from '../../platform/phone-number.ts'
import type { Messages } from '../message/messages.ts'
import { siteOf } from '../message/site.ts'
import { namedCall } from '../../platform/named-call.ts'

export type Purpose = 'login' | 'reset'
/** The shop's settings that a letter needs. */
export type LetterConfig = Pick<Config, 'sessionSecrets' | 'publicUrl'> & {
  game: { name: string }
  brand?: Pick<Brand, 'scheme' | 'palette'>
}
export type CodeDeps = {
  config: LetterConfig & { signIn: Pick<Config['signIn'], 'codesPerHourPerAddress' | 'smsPerDay'> }
  ctx: Pick<Ctx, 'q' | 'log' | 'now'>
  messages: Pick<Messages, 'offered' | 'close'>
  wake: (job: 'message') => void
}

const issue = (path: string, message: string): AppError =>
  new AppError('InvalidParams', { issues: [{ path, message }] })

/** A mail address in the form that accounts store. @throws AppError InvalidParams at `email` */
export function normalEmail(text: string): string {
  const email = mailAddress(text)
  if (email === undefined) throw issue('email', 'is not an email address')
  return email
}

/** A phone number in the form that accounts store. @throws AppError InvalidParams at `data.phone` */
export async function normalPhone(areaCode: string, phone: string): Promise<string> {
  const number = await phoneNumber(`+${areaCode.replace('+', '')} ${phone}`)
  if (number === undefined) throw issue('data.phone', 'is not a phone number of this country')
  return number
}

/** The stored hash of a code. It is bound to target and purpose, so a code of one account is invalid for another. */
export const hashCode = ([secret = '']: readonly string[], target: string, purpose: Purpose, code: string): Buffer =>
  createHmac('sha256', secret).update(`code\n${purpose}\n${target}\n${code}`).digest()

/**
 * Sends a code to a mail address or a phone, if an account has it; the answer is the same if none has.
 * @returns when the code expires (ms since 1970), and the seconds until the next one may be requested.
 * @throws AppError AuthCodeSendTooFrequently (for one target: one a minute and 10 a day from one address, 30 a day from
 * all and then one from each; the settings also limit the codes of one address in an hour, and all SMS of a day),
 * LoginMethodUnavailable
 */
export async function sendCode(
  { config, ctx, messages, wake }: CodeDeps,
  channel: 'email' | 'sms',
  target: string,
  purpose: Purpose,
  ip: string,
  locale: Locale,
): Promise<{ expires: number; again: number }> {
  if (!messages.offered.has(channel)) throw new AppError('LoginMethodUnavailable')
  const code = String(randomInt(0, 1_000_000)).padStart(6, '0')
  const letter = (channel === 'email' ? codeMail : codeSms)(locale, siteOf(config), purpose, code, CODE_MINUTES)
  const { call, values } = namedCall('ask_code', {
    channel,
    target,
    purpose,
    hash: hashCode(config.sessionSecrets, target, purpose, code),
    ip: addressKey(ip),
    ip_hourly: config.signIn.codesPerHourPerAddress,
    sms_daily: config.signIn.smsPerDay,
    locale,
    body: messages.close(letter),
  })
  const [answer] = await ctx.q<{ refusal: Refusal<'ask_code'> | null }>(
    { name: 'ask-code', text: `select refusal from ${call}` },
    values,
  )
  if (answer?.refusal) {
    ctx.log.warn({ refusal: answer.refusal, ip, purpose }, 'a code was not sent')
    throw new AppError('AuthCodeSendTooFrequently')
  }
  wake('message')
  return { expires: ctx.now() + CODE_MINUTES * 60_000, again: CODE_AGAIN_SECONDS }
}
