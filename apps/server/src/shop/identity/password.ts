import { argon2, type Argon2Parameters, createDecipheriv, randomBytes, timingSafeEqual } from 'node:crypto'
import { AppError } from '@hc/contract/errors'
import { passwordText } from '@hc/domain/typed-text'
import type { z } from 'zod'
import { type Admit, createTurns, type Turn } from '../../platform/fair-queue.ts'

/** argon2id with OWASP's second recommended set: 19 MiB, two passes, one lane. */
const COST = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 }
/** At most two hashes at once, and a bounded queue: a flood of sign-ins slows only itself. */
const LIMITS = { atOnce: 2, waiting: 60, perAccount: 16, perAddress: 40 }

/**
 * The expensive operations, which run only in turn. `verify` is false for an account without a hash, and for a hash
 * whose pepper this process lacks.
 */
export type Hashing = {
  hash: (password: string) => Promise<string>
  verify: (password: string, phc: string | null) => Promise<boolean>
}
type InTurn = <T>(job: (hashing: Hashing) => Promise<T>) => Promise<T>
export type Passwords = {
  /**
   * Admits a caller unless its account or address already has too many requests in hand. A rejected caller costs
   * nothing more.
   * @throws AppError TooManyRequests (this account or address), and, of the turn, SystemBusy (everybody together)
   */
  admit<T>(turn: Turn, work: (inTurn: InTurn) => Promise<T>): Promise<T>
  /** True if a hash has another cost or lacks today's pepper: the next sign-in renews it. */
  isDated(phc: string): boolean
}

const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)(,keyid=cGVwcGVy)?\$([\w+/]+)\$([\w+/]+)$/
const b64 = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '')

const derive = (password: string, nonce: Buffer, cost: typeof COST, secret: Buffer | undefined): Promise<Buffer> =>
  new Promise((resolve, fail) => {
    const parameters: Argon2Parameters = {
      message: Buffer.from(password, 'utf8'),
      nonce,
      ...cost,
      ...(secret ? { secret } : {}),
    }
    argon2('argon2id', parameters, (error, tag) => {
      if (error) fail(error)
      else resolve(tag)
    })
  })

/**
 * Makes and verifies hashes in PHC string format.
 * @param secret the pepper, which is mixed into new hashes and kept outside the database. Hashes without a pepper still
 * verify.
 */
export function createPasswords(secret: string | null, cost: typeof COST = COST): Passwords {
  const pepper = secret === null ? undefined : Buffer.from(secret, 'utf8')
  const admit: Admit = createTurns(LIMITS)
  /** The parameters of new hashes. `keyid` says that the pepper is mixed in (PHC string format, argon2). */
  const parameters = `m=${cost.memory},t=${cost.passes},p=${cost.parallelism}${pepper ? ',keyid=cGVwcGVy' : ''}`
  const head = `$argon2id$v=19$${parameters}$`
  async function isRight(password: string, phc: string | null): Promise<boolean> {
    const parts = PHC.exec(phc ?? '')
    if (!parts) return false
    const [, memory, passes, parallelism, keyid, nonce = '', tag = ''] = parts
    if (keyid && !pepper) return false
    const want = Buffer.from(tag, 'base64')
    const hash = await derive(
      password,
      Buffer.from(nonce, 'base64'),
      { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism), tagLength: want.length },
      keyid ? pepper : undefined,
    )
    return timingSafeEqual(want, hash)
  }
  const hashing: Hashing = {
    async hash(password) {
      const nonce = randomBytes(16)
      return `${head}${b64(nonce)}$${b64(await derive(passwordText(password), nonce, cost, pepper))}`
    },
    async verify(typed, phc) {
      const password = passwordText(typed)
      // A password that was stored before in another form of Unicode still opens its account.
      return (await isRight(password, phc)) || (password !== typed && (await isRight(typed, phc)))
    },
  }
  return {
    admit: (turn, work) => admit(turn, (take) => work((job) => take(() => job(hashing)))),
    isDated: (phc) => !phc.startsWith(head),
  }
}

/**
 * Decrypts a text that a client encrypted with the public client key: AES-128-ECB, PKCS7, Base64. Any wrong padding,
 * length or encoding gives undefined.
 */
function unseal(text: string, clientKey: string, max: number): string | undefined {
  if (text.length > max || !/^[A-Za-z0-9+/]+={0,2}$/.test(text)) return undefined
  try {
    const decipher = createDecipheriv('aes-128-ecb', Buffer.from(clientKey, 'utf8'), null)
    return Buffer.concat([decipher.update(Buffer.from(text, 'base64')), decipher.final()]).toString('utf8')
  } catch {
    return undefined
  }
}

/**
 * Decrypts the password in `passwd` (product specification, section 5). 16 characters of up to 2 bytes fill 48 bytes at
 * most, so longer Base64 is no password.
 */
export const decryptPassword = (passwd: string, clientKey: string): string | undefined => unseal(passwd, clientKey, 64)

/**
 * Decrypts the fields in `data` of the code and reset calls, and validates them with their schema like any body.
 * @throws AppError InvalidParams
 */
export function readSealed<T>(data: string, clientKey: string, schema: z.ZodType<T>): T {
  const text = unseal(data, clientKey, 2048)
  let json: unknown
  // As in a plain body, keys that poison prototypes are refused, and NUL, which the database's text cannot hold.
  try {
    json =
      text === undefined || /"(__proto__|constructor)"\s*:|\\u0000|\\u005f/i.test(text) || text.includes('\0')
        ? undefined
        : JSON.parse(text)
  } catch {
    json = undefined
  }
  if (json === undefined)
    throw new AppError('InvalidParams', {
      issues: [{ path: 'data', message: 'is not AES-128-ECB, PKCS7, Base64 of JSON under the client key' }],
    })
  const parsed = schema.safeParse(json)
  if (!parsed.success)
    throw new AppError('InvalidParams', {
      issues: parsed.error.issues.map((issue) => ({ path: `data.${issue.path.join('.')}`, message: issue.message })),
    })
  return parsed.data
}
