import type { GameServer } from '@hc/contract/calls'
import { AppError } from '@hc/contract/errors'
import type { Register } from '../../plugins/calls.ts'
import { sessionInfo } from './session-info.ts'
import { signIn } from './sign-in.ts'

type RoleRow = { server_id: string; server_name: string; status: 0 | 1; role_id: string | null; role_name: string; level: number }

export function userRoutes(register: Register): void {
  register('user/login', async (body, { app }) => {
    if (body.channel_code !== 'account') throw new AppError('LoginMethodUnavailable')
    if (!body.passwd) throw new AppError('InvalidParams', { issues: [{ path: 'passwd', message: 'is required' }] })
    const account = await signIn(app.ctx.q, {
      account: body.account, passwd: body.passwd, encrypted: body.encrypt === 1, clientKey: app.config.clientKey,
    })
    const token = await app.sessions.start(account.accountId, body.remember === true)
    return sessionInfo(account, token, app.config, app.ctx.now())
  })

  register('user/uinfo', async (_body, { app, player, token }) =>
    sessionInfo(await player(), token, app.config, app.ctx.now()))

  register('user/logout', async (_body, { app, player }) => {
    await app.sessions.end(await player())
    return {}
  })

  register('user/webRole', async (_body, { app, player }) => {
    const rows = await app.ctx.q<RoleRow>({
      name: 'web-role',
      text: `select s.server_id, s.name as server_name, s.status, r.role_id, r.name as role_name, r.level
               from game_server s left join game_role r on r.server_id = s.server_id and r.account_id = $1
              order by s.sort, s.server_id, r.role_id`,
    }, [(await player()).accountId])
    const servers = new Map<string, GameServer>()
    for (const row of rows) {
      const server = servers.get(row.server_id) ?? { server_id: row.server_id, server_name: row.server_name, status: row.status, roles: [] }
      servers.set(row.server_id, server)
      if (row.role_id !== null) server.roles.push({ role_id: row.role_id, role_name: row.role_name, server_id: row.server_id, level: row.level })
    }
    return [...servers.values()]
  })

  register('character/info/select', async (body, { app, player, locale }) => {
    const { serverId, characterId } = body
    const { accountId } = await player()
    if (!serverId || !characterId) return { role: null, items: [] }
    const [role] = await app.ctx.q<{ role_id: string; role_name: string; server_id: string; level: number; server_name: string }>({
      name: 'character',
      text: `select r.role_id, r.name as role_name, r.server_id, r.level, s.name as server_name from game_role r join game_server s using (server_id)
              where r.account_id = $1 and r.server_id = $2 and r.role_id = $3`,
    }, [accountId, serverId, characterId])
    if (!role) return { role: null, items: [] }
    const items = await app.ctx.q<{ cp_goods_id: string; quantity: number }>({
      name: 'character-items',
      text: `select cp_goods_id, count(*) as quantity from orders
              where account_id = $1 and server_id = $2 and role_id = $3 and status = 4 and order_type = 'item' group by 1 order by 1`,
    }, [accountId, serverId, characterId])
    return { role, items: items.map((item) => ({ ...item, name: app.catalog.text(item.cp_goods_id, locale).name })) }
  })
}
