import type { GameServer } from '@hc/contract/calls'
import { AppError } from '@hc/contract/errors'
import { emailResetData, phoneCodeData, phoneResetData } from '@hc/contract/player/identity'
import { TICKET_SECONDS } from '@hc/domain/limits'
import type { Config } from '../../config/config.ts'
import type { Ctx } from '../../ctx.ts'
import type { Register } from '../../http/calls.ts'
import type { Catalog } from '../catalog/catalog.ts'
import type { Messages } from '../message/messages.ts'
import { type CodeDeps, normalEmail, normalPhone, sendCode } from './codes.ts'
import { issueToken, signInByToken } from './one-time-token.ts'
import { type Passwords, readSealed } from './password.ts'
import type { Sessions } from './session.ts'
import { phoneNumber } from '../../platform/phone-number.ts'
import { resetPassword } from './reset-password.ts'
import { sessionInfo } from './session-info.ts'
import { phoneSignIn, signIn } from './sign-in.ts'

type RoleRow = {
  server_id: string
  server_name: string
  status: 0 | 1
  role_id: string | null
  role_name: string
  level: number
}

function required(value: string | undefined, path: string): string {
  if (!value) throw new AppError('InvalidParams', { issues: [{ path, message: 'is required' }] })
  return value
}

/** @throws AppError InvalidParams */
async function e164(text: string): Promise<string> {
  const phone = await phoneNumber(text)
  if (!phone)
    throw new AppError('InvalidParams', {
      issues: [{ path: 'account', message: 'is no phone number in E.164, such as +12025550123' }],
    })
  return phone
}

type Parts = {
  config: CodeDeps['config'] &
    Pick<Config, 'clientKey' | 'customerServiceUrl' | 'sessionSecrets'> & { signIn: Config['signIn'] }
  ctx: Pick<Ctx, 'q' | 'log' | 'now'>
  sessions: Pick<Sessions, 'changed' | 'end'>
  passwords: Passwords
  catalog: Pick<Catalog, 'text'>
  messages: Pick<Messages, 'offered' | 'close' | 'write'>
  wake: (job: 'message') => void
}

/** The players' calls about accounts and sessions (`packages/contract/src/player/identity.ts`). */
export function userRoutes(register: Register, app: Parts): void {
  register('user/login', async (body, { request }) => {
    const deps = { q: app.ctx.q, passwords: app.passwords, rules: app.config.signIn }
    const remember = body.remember === true
    const { ip } = request
    const { clientKey, sessionSecrets: secrets } = app.config
    const { account, token } =
      body.channel_code === 'phone'
        ? await phoneSignIn(deps, {
            phone: await e164(body.account),
            code: required(body.code, 'code'),
            secrets,
            ip,
            remember,
          })
        : await signIn(deps, {
            account: body.account,
            passwd: required(body.passwd, 'passwd'),
            clientKey,
            ip,
            remember,
          })
    app.sessions.changed(account.accountId)
    return sessionInfo(account, token, app.config, app.ctx.now())
  })

  register('user/tmpWebTokenLogin', async (body) => {
    const opened = await signInByToken(app.ctx.q, body.token, body.remember)
    if (!opened) throw new AppError('AuthFail')
    app.sessions.changed(opened.account.accountId)
    return sessionInfo(opened.account, opened.token, app.config, app.ctx.now())
  })

  register(
    'user/email/code/send',
    async (body, { request, locale }) =>
      await sendCode(app, 'email', normalEmail(body.email), body.type, request.ip, locale),
  )

  register('user/phone/code/send', async (body, { request, locale }) => {
    const { areaCode, phone, type } = readSealed(body.data, app.config.clientKey, phoneCodeData)
    return await sendCode(app, 'sms', await normalPhone(areaCode, phone), type, request.ip, locale)
  })

  register('user/email/psw/reset', async (body, { request, locale }) => {
    const { email, code, password } = readSealed(body.data, app.config.clientKey, emailResetData)
    await resetPassword(app, { target: normalEmail(email), code, password, ip: request.ip }, 'InvalidEmailCode', locale)
    return {}
  })

  register('user/phone/psw/reset', async (body, { request, locale }) => {
    const { areaCode, phone, code, password } = readSealed(body.data, app.config.clientKey, phoneResetData)
    const target = await normalPhone(areaCode, phone)
    await resetPassword(app, { target, code, password, ip: request.ip }, 'InvalidMobileCode', locale)
    return {}
  })

  register('user/sdk/ticket/get', async (body, { player }) => {
    const { accountId, uid } = await player()
    // Another player's id is answered like one that does not exist.
    if (body.uid !== uid) throw new AppError('GameAccountNotFound')
    const { token, expires } = await issueToken(app.ctx.q, accountId, 'ticket', TICKET_SECONDS)
    return { ticket: token, expires }
  })

  register('user/receipts', async (body, { player }) => {
    const columns = 'receipts as on, email is not null as email'
    const [row] = await app.ctx.q<{ on: boolean; email: boolean }>(
      body.on === undefined
        ? { name: 'receipts', text: `select ${columns} from account where account_id = $1` }
        : { name: 'set-receipts', text: `update account set receipts = $2 where account_id = $1 returning ${columns}` },
      [(await player()).accountId, ...(body.on === undefined ? [] : [body.on])],
    )
    if (!row) throw new AppError('InvalidToken')
    return row
  })

  register('user/uinfo', async (_body, { player, token }) =>
    sessionInfo(await player(), token, app.config, app.ctx.now()),
  )

  register('user/logout', async (_body, { player }) => {
    await app.sessions.end(await player())
    return {}
  })

  register('user/webRole', async (_body, { player }) => {
    const rows = await app.ctx.q<RoleRow>(
      {
        name: 'web-role',
        text: `select s.server_id, s.name as server_name, s.status, r.role_id, r.name as role_name, r.level
               from game_server s left join game_role r on r.server_id = s.server_id and r.account_id = $1
              order by s.sort, s.server_id, r.role_id`,
      },
      [(await player()).accountId],
    )
    const servers = new Map<string, GameServer>()
    for (const row of rows) {
      const server = servers.get(row.server_id) ?? {
        server_id: row.server_id,
        server_name: row.server_name,
        status: row.status,
        roles: [],
      }
      servers.set(row.server_id, server)
      if (row.role_id !== null)
        server.roles.push({
          role_id: row.role_id,
          role_name: row.role_name,
          server_id: row.server_id,
          level: row.level,
        })
    }
    return [...servers.values()]
  })

  register('character/info/select', async (body, { player, locale }) => {
    const { serverId, characterId } = body
    const { accountId } = await player()
    if (!serverId || !characterId) return { role: null, items: [] }
    const [role] = await app.ctx.q<{
      role_id: string
      role_name: string
      server_id: string
      level: number
      server_name: string
    }>(
      {
        name: 'character',
        text: `select r.role_id, r.name as role_name, r.server_id, r.level, s.name as server_name from game_role r
          join game_server s using (server_id)
              where r.account_id = $1 and r.server_id = $2 and r.role_id = $3`,
      },
      [accountId, serverId, characterId],
    )
    if (!role) return { role: null, items: [] }
    const items = await app.ctx.q<{ cp_goods_id: string; quantity: number }>(
      {
        name: 'character-items',
        text: `select cp_goods_id, count(*) as quantity from orders
              where account_id = $1 and server_id = $2 and role_id = $3 and status = 4 and order_type = 'item'
              group by 1 order by 1`,
      },
      [accountId, serverId, characterId],
    )
    return { role, items: items.map((item) => ({ ...item, name: app.catalog.text(item.cp_goods_id, locale).name })) }
  })
}
