import { argon2, type Argon2Parameters, createDecipheriv, randomBytes, timingSafeEqual } from 'node:crypto'
import { AppError } from '@hc/contract/errors'
import type { z } from 'zod'

/** argon2id with OWASP's second recommended set: 19 MiB, two passes, one lane. */
const COST = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 }
const AT_ONCE = 2
const QUEUE_MAX = 60

let running = 0
const queue: (() => void)[] = []

/** At most two hashes at once, and a bounded queue: a flood of sign-ins slows itself, not the shop. @throws AppError SystemBusy */
async function withSlot<T>(work: () => Promise<T>): Promise<T> {
  if (running >= AT_ONCE) {
    if (queue.length >= QUEUE_MAX) throw new AppError('SystemBusy', null, 2)
    await new Promise<void>((go) => queue.push(go))
  }
  running++
  try { return await work() } finally {
    running--
    queue.shift()?.()
  }
}

/** Mixed into new hashes and kept outside the database; hashes made without one are still read. Set once, at the start. */
let pepper: Buffer | undefined
export const setPepper = (secret: string | null): void => { pepper = secret === null ? undefined : Buffer.from(secret, 'utf8') }

const derive = (password: string, nonce: Buffer, cost: typeof COST, secret: Buffer | undefined): Promise<Buffer> => withSlot(() => new Promise((done, fail) => {
  const parameters: Argon2Parameters = { message: Buffer.from(password, 'utf8'), nonce, ...cost, ...(secret ? { secret } : {}) }
  argon2('argon2id', parameters, (error, tag) => { if (error) fail(error); else done(tag) })
}))

const b64 = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '')
/** Everything of a hash but salt and tag. `keyid` says that the pepper is in it (PHC string format, argon2). */
const head = (peppered: boolean): string => `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}${peppered ? ',keyid=cGVwcGVy' : ''}$`

/** A hash in PHC string format. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16)
  const tag = await derive(password, nonce, COST, pepper)
  return `${head(pepper !== undefined)}${b64(nonce)}$${b64(tag)}`
}

/** True where a password's hash was made with another cost or without today's pepper: it is made anew at the next sign-in. */
export const isDated = (phc: string | null): boolean => !phc?.startsWith(head(pepper !== undefined))

/** False also for an account without a password, and where the hash wants a pepper that is not here. */
export async function verifyPassword(password: string, phc: string | null): Promise<boolean> {
  const parts = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)(,keyid=cGVwcGVy)?\$([\w+/]+)\$([\w+/]+)$/.exec(phc ?? '')
  if (!parts) return false
  const [, memory, passes, parallelism, keyid, nonce = '', tag = ''] = parts
  if (keyid && !pepper) return false
  const want = Buffer.from(tag, 'base64')
  const got = await derive(password, Buffer.from(nonce, 'base64'),
    { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism), tagLength: want.length }, keyid ? pepper : undefined)
  return timingSafeEqual(want, got)
}

/** What a client sealed with the public client key: AES-128-ECB, PKCS7, Base64. Every wrong padding, length or encoding is the same: nothing. */
function unseal(text: string, clientKey: string, max: number): string | undefined {
  if (text.length > max || !/^[A-Za-z0-9+/]+={0,2}$/.test(text)) return undefined
  try {
    const decipher = createDecipheriv('aes-128-ecb', Buffer.from(clientKey, 'utf8'), null)
    return Buffer.concat([decipher.update(Buffer.from(text, 'base64')), decipher.final()]).toString('utf8')
  } catch { return undefined }
}

/** The password behind `passwd` (product specification, section 5). 16 characters of up to 2 bytes fill 48 bytes at most; longer Base64 is not a password. */
export const decryptPassword = (passwd: string, clientKey: string): string | undefined => unseal(passwd, clientKey, 64)

/**
 * The fields behind `data` of the code and reset calls, through their schema like any body.
 * @throws AppError InvalidParams
 */
export function readSealed<T>(data: string, clientKey: string, schema: z.ZodType<T>): T {
  const text = unseal(data, clientKey, 2048)
  let json: unknown
  // Keys that poison prototypes are refused here as they are in a plain body; NUL is no text of the database.
  try { json = text === undefined || /"(__proto__|constructor)"\s*:|\\u0000|\\u005f/i.test(text) || text.includes('\0') ? undefined : JSON.parse(text) } catch { json = undefined }
  if (json === undefined) throw new AppError('InvalidParams', { issues: [{ path: 'data', message: 'is not AES-128-ECB, PKCS7, Base64 of JSON under the client key' }] })
  const parsed = schema.safeParse(json)
  if (!parsed.success) throw new AppError('InvalidParams', { issues: parsed.error.issues.map((issue) => ({ path: `data.${issue.path.join('.')}`, message: issue.message })) })
  return parsed.data
}
