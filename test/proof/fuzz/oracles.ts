import { calls, type CallName } from '@hc/contract/calls'
import type { Call } from '@hc/contract/call'
import { errors } from '@hc/contract/errors'
import type { Body } from './bodies.ts'
import type { Answer, Ask } from './send.ts'

export type Envelope = { code: number; msg: string; result?: unknown; data?: unknown; total?: unknown }
/** The author of a request. `none` sends no token, `odd` one that was never issued or has ended. */
export type Persona = 'none' | 'odd' | 'demo' | 'rich' | 'spare'
export type Complaint = { group: 'answer' | 'contract' | 'session' | 'second account'; what: string }

export const specOf = (name: CallName): Call => calls[name]

const STATUSES = new Set([200, 203, 400, 404, 405, 413, 415, 429])
const ERROR_KEYS = new Map<number, string>(Object.entries(errors).map(([key, { code }]) => [code, key]))
const LEAKS = [
  /\bat .{0,200}\.[cm]?[jt]s\b/,
  /node_modules/,
  /\bnode:internal/,
  /\bSELECT\b.{1,200}\bFROM\b/is,
  /\binsert into\b/i,
  /relation "/i,
  /syntax error/i,
  /violates|duplicate key/i,
  /invalid byte sequence|invalid input syntax|out of range for type/i,
  /\/apps\/|\/packages\/|\/work\/|\/home\/|file:\/\//,
  /\b(?:TypeError|RangeError|SyntaxError|ReferenceError|ZodError|DatabaseError)\b/,
  /postgres(?:ql)?:\/\//i,
]

/** Texts that no answer may contain. */
export function anyAnswer(answer: Answer): string[] {
  const faults: string[] = []
  if (answer.status === 0) return [`no answer: ${answer.text}`]
  if (answer.status >= 500) faults.push(`status ${answer.status}`)
  for (const leak of LEAKS) if (leak.test(answer.text)) faults.push(`leaks ${String(leak)}`)
  if (!answer.headers['x-request-id']) faults.push('no x-request-id')
  if (/html/.test(answer.headers['content-type'] ?? '') && /<script>alert|<img src=x/.test(answer.text))
    faults.push('markup of the request in a page')
  return faults
}

export function envelopeOf(answer: Answer): Envelope | undefined {
  try {
    const json: unknown = JSON.parse(answer.text)
    if (typeof json !== 'object' || json === null) return undefined
    const { code, msg } = json as Envelope
    return Number.isInteger(code) && typeof msg === 'string' && ('data' in json || 'result' in json)
      ? (json as Envelope)
      : undefined
  } catch {
    return undefined
  }
}

/** Every answer of the API: a status of the contract, the envelope, a known code that fits the status. */
export function apiAnswer(answer: Answer): string[] {
  const faults = anyAnswer(answer)
  if (answer.status === 0) return faults
  if (answer.status < 500 && !STATUSES.has(answer.status)) faults.push(`status ${answer.status}`)
  if (!/^application\/json\b/.test(answer.headers['content-type'] ?? ''))
    faults.push(`content-type ${answer.headers['content-type']}`)
  const envelope = envelopeOf(answer)
  if (!envelope) return [...faults, 'not the envelope']
  if (envelope.code === 0 && answer.status !== 200) faults.push(`success with status ${answer.status}`)
  if (envelope.code !== 0 && !ERROR_KEYS.has(envelope.code)) faults.push(`unknown code ${envelope.code}`)
  // Contract, section 2: too many requests are 429, overload is 503, and both have Retry-After.
  if (
    envelope.msg === 'SystemBusy' &&
    answer.status < 500 &&
    (answer.status !== errors.TooManyRequests.http || !answer.headers['retry-after'])
  )
    faults.push(`SystemBusy with status ${answer.status}, retry-after ${answer.headers['retry-after']}`)
  return faults
}

/**
 * Whether the bytes are JSON that the call's schema takes; undefined where another rule answers first (no JSON, poison,
 * NUL) or null stands for {}.
 */
function fits(spec: Call, body: Body): boolean | undefined {
  try {
    const text = body.text.toString('utf8')
    if (
      body.mustBe ||
      text.trim() === 'null' ||
      body.type === null ||
      !/^application\/json(?:$|; charset=utf-8$)/i.test(body.type) ||
      /proto|constructor|\\u0000/.test(text)
    )
      return undefined
    return spec.body.safeParse(JSON.parse(text)).success
  } catch {
    return undefined
  }
}

const NO_SESSION: ReadonlySet<number> = new Set([
  errors.tokenFail.code,
  errors.InvalidToken.code,
  errors.InvalidParams.code,
  errors.UnsupportedMediaType.code,
  errors.PayloadTooLarge.code,
])

/** Their fields have rules that JSON Schema cannot say: an address, a number, a sealed body, one of two, a password. */
const STRICTER: ReadonlySet<CallName> = new Set([
  'user/login',
  'user/email/code/send',
  'user/phone/code/send',
  'user/email/psw/reset',
  'user/phone/psw/reset',
  'user/supportRequest',
  'withdraw/state',
  'withdraw/confirm',
  'order/explain',
  'market/appeal',
])

/** How many points may be asked for is for the shop's largest pack to say (decision 411). */
const asksPoints = (name: CallName, body: Body): boolean =>
  name === 'order/webCoinProduct' && body.text.includes('"need"')

/** The required answer of a call, by its contract, its body and its caller. */
export function callAnswer(
  name: CallName,
  body: Body,
  ask: Ask,
  persona: Persona,
  answer: Answer,
  secrets: readonly string[],
): Complaint[] {
  const spec = specOf(name)
  const findings: Complaint[] = apiAnswer(answer).map((what) => ({ group: 'answer', what }))
  const say = (group: Complaint['group'], what: string): void => {
    findings.push({ group, what })
  }
  if (persona !== 'demo') {
    const secret = secrets.find((secret) => answer.text.includes(secret))
    if (secret) say('second account', `shows demo's ${secret.replace(/[0-9A-Z]{26}/, 'order number')}`)
  }
  const envelope = envelopeOf(answer)
  if (!envelope) return findings
  const guarded = spec.auth === 'player'
  if (guarded && (persona === 'none' || persona === 'odd') && !NO_SESSION.has(envelope.code))
    say('session', `without a session: code ${envelope.code} ${envelope.msg}`)
  if (envelope.code === 0) {
    const result = spec.result.safeParse(envelope.result)
    if (!result.success)
      say('contract', `success of another form: ${JSON.stringify(result.error.issues).slice(0, 200)}`)
    if (spec.list && !Number.isInteger(envelope.total)) say('contract', `total ${String(envelope.total)}`)
  }
  if (spec.method === 'GET') return findings
  if (body.mustBe && !body.mustBe.includes(answer.status))
    say('contract', `status ${answer.status}, must be ${body.mustBe.join(' or ')}`)
  const live = !guarded || persona === 'demo' || persona === 'rich'
  const fit = fits(spec, body)
  if (fit === false && live && envelope.code !== errors.InvalidParams.code)
    say('contract', `a body that does not fit: code ${envelope.code} ${envelope.msg}`)
  const otherwise = STRICTER.has(name) || asksPoints(name, body) || 'idempotency-key' in ask.headers
  if (fit === true && live && !otherwise && envelope.code === errors.InvalidParams.code)
    say('contract', 'a body that fits is InvalidParams')
  return findings
}
