import { AppError } from '@hc/contract/errors'
import type { GameInput } from '@hc/contract/game/game'
import type { Ctx } from '../../ctx.ts'
import type { Catalog, CatalogProduct } from '../catalog/catalog.ts'

type TokenWish = GameInput<'webToken'>['body']

/**
 * The chosen item if it is on sale; undefined if none is chosen. It reports to the game the errors that its player
 * would meet.
 * @throws AppError InvalidParams, ServerNotFound, RoleNotFound, ItemNotFound
 */
export async function chosenGoods(
  { ctx: { q }, catalog }: { ctx: Pick<Ctx, 'q'>; catalog: Pick<Catalog, 'find'> },
  accountId: number,
  { server_id, role_id, cp_goods_id }: TokenWish,
): Promise<CatalogProduct | undefined> {
  if (role_id !== undefined && server_id === undefined)
    throw new AppError('InvalidParams', { issues: [{ path: 'server_id', message: 'is needed with role_id' }] })
  if (server_id !== undefined) {
    const [player] = await q<{ role: boolean }>(
      {
        name: 'hand-over-target',
        text: `select exists (select 1 from game_role r
            where r.server_id = s.server_id and r.role_id = $2 and r.account_id = $3) as role
          from game_server s where s.server_id = $1`,
      },
      [server_id, role_id ?? '', accountId],
    )
    if (!player) throw new AppError('ServerNotFound')
    if (role_id !== undefined && !player.role) throw new AppError('RoleNotFound')
  }
  if (cp_goods_id === undefined) return undefined
  const goods = catalog.find(cp_goods_id)
  if (!goods) throw new AppError('ItemNotFound')
  return goods
}

/**
 * The address that signs the player in with everything chosen. Opening the address does not use up the token, because
 * only the page's script exchanges it: a link preview does not. If this player is signed in there already, the page
 * goes on without the token.
 */
export function handOverUrl(
  publicUrl: string,
  token: string,
  uid: string,
  { server_id, role_id, locale }: TokenWish,
  goods: CatalogProduct | undefined,
): string {
  const signedQuery = new URLSearchParams(
    Object.entries({
      server: server_id,
      role: role_id,
      tab: goods?.kind === 'coin' ? 'packs' : undefined,
      item: goods?.cp_goods_id,
    }).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
  const query = new URLSearchParams({
    hctoken: token,
    uid,
    redirect: `/main/recharge${signedQuery.size > 0 ? `?${signedQuery}` : ''}`,
    ...(locale === undefined ? {} : { lang: locale }),
  })
  return `${publicUrl}/login?${query}`
}
