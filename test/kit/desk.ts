import { execFile } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { promisify } from 'node:util'
import pg from 'pg'
import type { DeskBody, DeskCallName, DeskResult } from '@hc/contract/desk/calls'
import { nodeEnv } from '../../scripts/node-flags.mjs'
import { codeAt } from '../../apps/server/src/desk/staff/totp.ts'

const run = promisify(execFile)
const STEP_MS = 30_000

/** Runs a command, and returns its output. */
export async function deskCommand(
  { databaseUrl, desk, env: settings }: { databaseUrl: string; desk: string; env?: Record<string, string> },
  name: 'staff' | 'audit' | 'doctor' | 'backup' | 'check' | 'seals',
  ...args: string[]
): Promise<string> {
  const env = { PATH: process.env.PATH, ...nodeEnv, DATABASE_URL: databaseUrl, CONSOLE_URL: desk, ...settings }
  return (await run(process.execPath, [`apps/server/src/commands/${name}.ts`, ...args], { env })).stdout
}

export type DeskReply<T> = {
  status: number
  code: number
  msg: string
  result: T
  data: Record<string, unknown> | null
  setCookie: string
}
export type Options = { headers?: Record<string, string>; key?: string }

/** A browser at the desk: one person's cookie and CSRF header. */
export class DeskClient {
  readonly base: string
  cookie = ''
  csrf = ''
  constructor(base: string) {
    this.base = base
  }
  async call<N extends DeskCallName>(
    name: N,
    body: DeskBody<N>,
    { headers = {}, key = randomUUID() }: Options = {},
  ): Promise<DeskReply<DeskResult<N>>> {
    const answer = await fetch(`${this.base}/console/api/${name}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'sec-fetch-site': 'same-origin',
        ...(this.cookie ? { cookie: this.cookie } : {}),
        ...(this.csrf ? { 'x-csrf': this.csrf } : {}),
        'idempotency-key': key,
        ...headers,
      },
      body: JSON.stringify(body),
    })
    const setCookie = answer.headers.get('set-cookie') ?? ''
    if (setCookie) this.cookie = setCookie.split(';')[0] ?? ''
    const json = (await answer.json()) as Omit<DeskReply<DeskResult<N>>, 'status' | 'setCookie'>
    const csrf = (json.result as { csrf?: string } | undefined)?.csrf
    if (csrf) this.csrf = csrf
    return { status: answer.status, setCookie, ...json }
  }
}

export type Member = { client: DeskClient; email: string; password: string; secret: string }

/**
 * Enrols an invited person with a password and an authenticator. A TOTP step is valid once, so signing in takes another
 * step than enrolment.
 */
export async function enrol(base: string, invitation: string, password: string): Promise<Member> {
  const client = new DeskClient(base)
  const token = invitation.split('#')[1] ?? ''
  const { result: whom } = await client.call('invitation/read', { token })
  const accepted = await client.call('invitation/accept', { token, password })
  if (accepted.code !== 0) throw new Error(`invitation/accept: ${JSON.stringify(accepted)}`)
  const { result } = await client.call('factor/totpBegin', {})
  // Uses the code of the previous step, which leaves the present one for signing in. If the clock enters the next step
  // meanwhile, that code is too old: a second try computes it anew.
  const confirm = async () =>
    await client.call('factor/totpConfirm', { code: codeAt(result.secret, Date.now() - STEP_MS) })
  let confirmed = await confirm()
  if (confirmed.code !== 0) confirmed = await confirm()
  if (confirmed.code !== 0) throw new Error(`factor/totpConfirm: ${JSON.stringify(confirmed)}`)
  return { client, email: whom.email, password, secret: result.secret }
}

/** A link for somebody, written as an invitation that two people agreed on leaves it. */
export async function invitationLink(
  { databaseUrl, desk }: { databaseUrl: string; desk: string },
  { email, name, roles }: { email: string; name: string; roles: readonly string[] },
): Promise<string> {
  const token = randomBytes(24).toString('base64url')
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query(
    `insert into desk.staff_invitation (token_hash, email, name, roles, invited_by, expires_at)
      values (sha256(convert_to($1, 'UTF8')), $2, $3, $4, 'cli:test', app_now() + interval '1 day')`,
    [token, email, name, roles],
  )
  await client.end()
  return `${desk}/invitation#${token}`
}
