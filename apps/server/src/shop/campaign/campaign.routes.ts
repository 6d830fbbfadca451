import type { Ctx } from '../../ctx.ts'
import type { Register } from '../../http/calls.ts'
import type { Catalog } from '../catalog/catalog.ts'
import { hashToken } from '../identity/session.ts'
import { rebateInfo } from './rebate.ts'
import { findRedemption, listRedemptions, redeemCode, refuseRedeem } from './redeem.ts'

type Parts = {
  ctx: Pick<Ctx, 'q' | 'now' | 'random'>
  catalog: Pick<Catalog, 'text' | 'find'>
  wake: (job: 'deliver') => void
}

export function campaignRoutes(register: Register, app: Parts): void {
  register('code/redeem', async (body, { locale, token, sessionGone }) => {
    const redemption = await redeemCode(app.ctx, {
      tokenHash: hashToken(token),
      code: body.code,
      serverId: body.server_id,
      roleId: body.role_id,
    })
    if (redemption === 'session') return await sessionGone()
    if ('refusal' in redemption) return await refuseRedeem(app, redemption, locale)
    app.wake('deliver')
    return await findRedemption(app.ctx.q, app, redemption.number, locale)
  })

  register(
    'code/record',
    async (body, { player, locale }) => await listRedemptions(app.ctx.q, app, (await player()).accountId, body, locale),
  )

  register(
    'e-recharge/rebate/info',
    async (body, { player, locale }) =>
      await rebateInfo(app, (await player()).accountId, body.server_id, body.role_id, body.sdk_order_id, locale),
  )
}
