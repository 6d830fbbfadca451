import type { Messages } from '../../../apps/server/src/shop/message/messages.ts'
import { putOne } from '../../../apps/server/src/shop/game/accounts.ts'
import { sendCode } from '../../../apps/server/src/shop/identity/codes.ts'
import { issueToken, signInByToken } from '../../../apps/server/src/shop/identity/one-time-token.ts'
import { createPasswords } from '../../../apps/server/src/shop/identity/password.ts'
import { resetPassword } from '../../../apps/server/src/shop/identity/reset-password.ts'
import { phoneSignIn, signIn } from '../../../apps/server/src/shop/identity/sign-in.ts'
import type { Ctx } from '../../../apps/server/src/ctx.ts'
import type { Query } from '../../../apps/server/src/platform/db.ts'
import { count, type Rng, type Tally } from './rng.ts'

/** The credential of a session or a new password, by the hash of the session's token or of the password. */
export type Credential =
  | { how: 'password'; password: string; email: string | null }
  | { how: 'code' | 'token'; hash: string }
export type Credentials = Map<string, Credential>
type Start = (name: string, run: (ctx: Ctx) => Promise<unknown>) => void
type Code = { target: string; purpose: 'login' | 'reset'; code: string }
type Member = {
  uid: string
  login: string
  emails: string[]
  phones: string[]
  password: string
  used: string[]
  disabled: boolean
  codes: Code[]
  tokens: string[]
}

export const MEMBERS = 2
const SECRETS = ['the-secret-of-the-simulation']
const CLIENT_KEY = 'hcportal-demo-01'
const IP = '203.0.113.1'
/** The real hashes at their lowest cost, because nobody attacks them here. */
const cheap = { memory: 8, passes: 1, parallelism: 1, tagLength: 32 }
export const passwordsOfOne = () => createPasswords(null, cheap)
const rules = { uniformErrors: false, failuresPerAddress: 10_000 }
const config = {
  sessionSecrets: SECRETS,
  game: { name: 'Simulation' },
  publicUrl: 'http://shop.test',
  signIn: { codesPerHourPerAddress: 10_000, smsPerDay: 10_000 },
}
const none = (): undefined => undefined
const bus = { connected: () => true, on: none, onConnect: none, local: none, stop: () => Promise.resolve() }
const sessions = { changed: () => undefined }
const wake = (): void => undefined

export const memberOf = (at: number): Member => ({
  uid: `m${at}`,
  login: `member${at}`,
  emails: [`m${at}@one.test`, `m${at}@two.test`],
  phones: [`+1555010${at}001`, `+1555010${at}002`],
  password: `Member-${at}0`,
  used: [`Member-${at}0`],
  disabled: false,
  codes: [],
  tokens: [],
})

const hex = (bytes: unknown): string => (Buffer.isBuffer(bytes) ? bytes.toString('hex') : '')

type Options = {
  rng: Rng
  asked: Credentials
  figures: Tally
  encrypt: (text: string) => string
  start: Start
  free: () => number
}

/**
 * Account actions of players and the game: sign-ins of every kind beside changes of their credentials. Nobody here
 * buys anything.
 */
export function createMembers({ rng, asked, figures, encrypt, start, free }: Options) {
  const members = Array.from({ length: MEMBERS }, (_, at) => memberOf(at + 1))
  let last = 0

  /** Notes the credential of each statement: its answer may be lost, and the session exists nevertheless. */
  const noting =
    (q: Query, password = '', email: string | null = null): Query =>
    (statement, args = []) => {
      if (statement.name === 'open-session') asked.set(hex(args[4]), { how: 'password', password, email })
      if (statement.name === 'open-session-by-phone') asked.set(hex(args[3]), { how: 'code', hash: hex(args[1]) })
      if (statement.name === 'open-session-by-token') asked.set(hex(args[1]), { how: 'token', hash: hex(args[0]) })
      if (statement.name === 'reset-password') asked.set(String(args[2]), { how: 'code', hash: hex(args[1]) })
      return q(statement, args)
    }
  const run = (name: string, work: (ctx: Ctx) => Promise<unknown>): void => {
    count(figures, name)
    start(name, work)
  }

  function byPassword(member: Member): void {
    const name = rng.pick([member.login, member.uid, rng.pick(member.emails)])
    const password = rng.chance(0.75) ? member.password : rng.pick(member.used)
    run('sign-in by password', (ctx) =>
      signIn(
        { q: noting(ctx.q, password, name.includes('@') ? name : null), passwords: passwordsOfOne(), rules },
        { account: name, passwd: encrypt(password), clientKey: CLIENT_KEY, ip: IP, remember: false },
      ),
    )
  }
  function askCode(member: Member): void {
    const purpose = rng.chance(0.5) ? 'login' : 'reset'
    const byMail = purpose === 'reset' && rng.chance(0.6)
    const target = byMail ? rng.pick(member.emails) : rng.pick(member.phones)
    const messages: Pick<Messages, 'offered' | 'close'> = {
      offered: new Set(['email', 'sms']),
      close: (letter) => {
        member.codes.push({ target, purpose, code: letter.code ?? '' })
        return Buffer.alloc(0)
      },
    }
    const ip = `198.51.100.${rng.int(4)}`
    run('code asked for', (ctx) =>
      sendCode({ config, ctx, messages, wake }, byMail ? 'email' : 'sms', target, purpose, ip, 'en-US'),
    )
  }
  const fresh = (member: Member): string => {
    const password = `Member-${++last}x`
    member.used.push(password)
    return password
  }
  function useCode(member: Member): void {
    const recentCodes = member.codes.slice(-3)
    if (recentCodes.length === 0) {
      askCode(member)
      return
    }
    const { target, purpose, code } = rng.pick(recentCodes)
    if (purpose === 'login') {
      run('sign-in by code', (ctx) =>
        phoneSignIn({ q: noting(ctx.q), rules }, { phone: target, code, secrets: SECRETS, ip: IP, remember: false }),
      )
      return
    }
    const password = fresh(member)
    run('password reset', async (ctx) => {
      const q = noting(ctx.q)
      const messages = { offered: new Set<'email' | 'sms'>(), write: () => Promise.resolve() }
      await resetPassword(
        { config, ctx: { ...ctx, q }, sessions, passwords: passwordsOfOne(), messages, wake },
        { target, code, password, ip: IP },
        'InvalidEmailCode',
        'en-US',
      )
      member.password = password
    })
  }
  function webToken(member: Member): void {
    run('token given out', async (ctx) => {
      const [account] = await ctx.q<{ account_id: number }>(
        {
          text: 'select account_id from account where uid = $1 and not disabled',
        },
        [member.uid],
      )
      if (account) member.tokens.push((await issueToken(ctx.q, account.account_id, 'web', 300)).token)
    })
  }
  function useToken(member: Member): void {
    const recentTokens = member.tokens.slice(-2)
    if (recentTokens.length === 0) {
      webToken(member)
      return
    }
    const token = rng.pick(recentTokens)
    run('sign-in by token', (ctx) => signInByToken(noting(ctx.q), token, undefined))
  }
  /** The game changes one field of an account, or sends the same values again. */
  function put(member: Member): void {
    const what = rng.weigh({
      password: 4,
      'same password': 1,
      email: 3,
      phone: 3,
      disabled: member.disabled ? 8 : 2,
      nothing: 1,
    })
    const password = what === 'password' ? fresh(member) : what === 'same password' ? member.password : undefined
    if (what === 'disabled') member.disabled = !member.disabled
    const change =
      what === 'email'
        ? { email: rng.pick([...member.emails, null]) }
        : what === 'phone'
          ? { phone: rng.pick([...member.phones, null]) }
          : {}
    run('account put', async (ctx) => {
      await putOne(
        { q: ctx.q, bus, passwords: passwordsOfOne() },
        {
          type: 'account',
          uid: member.uid,
          account: member.login,
          emailLogin: true,
          disabled: member.disabled,
          ...(password === undefined ? {} : { password }),
          ...change,
        },
      )
      if (password !== undefined) member.password = password
    })
  }

  const deeds = { byPassword, askCode, useCode, webToken, useToken, put }
  return {
    /** One thing, or several of one account at the same moment. */
    act(): void {
      const member = rng.pick(members)
      const rush = rng.chance(0.5)
      for (let n = rush ? 3 : 1; n > 0 && free() > 0; n--) {
        deeds[rng.weigh({ byPassword: 6, askCode: 3, useCode: 6, webToken: 1, useToken: 3, put: rush ? 6 : 3 })](member)
      }
    },
  }
}
