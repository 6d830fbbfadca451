import { AppError } from '@hc/contract/errors'
import type { Register } from '../../http/calls.ts'
import { hashToken } from '../identity/session.ts'
import { rebateInfo } from './rebate.ts'
import { findRedemption, listRedemptions, redeemCode, refuseRedeem } from './redeem.ts'

export function campaignRoutes(register: Register): void {
  register('code/redeem', async (body, { app, player, locale, token }) => {
    const done = await redeemCode(app.ctx, {
      tokenHash: hashToken(token),
      code: body.code,
      serverId: body.server_id,
      roleId: body.role_id,
    })
    if (done === 'session') {
      app.bus.local('session', String((await player()).accountId))
      await player()
      throw new AppError('tokenFail')
    }
    if ('refusal' in done) return await refuseRedeem(app, done, locale)
    app.wake('deliver')
    return await findRedemption(app.ctx.q, app, done.number, locale)
  })

  register(
    'code/record',
    async (body, { app, player, locale }) =>
      await listRedemptions(app.ctx.q, app, (await player()).accountId, body, locale),
  )

  register(
    'e-recharge/rebate/info',
    async (body, { app, player, locale }) =>
      await rebateInfo(app, (await player()).accountId, body.server_id, body.role_id, locale),
  )
}
