import type { z } from 'zod'
import { campaignCalls } from './player/campaign.ts'
import { marketCalls } from './player/market.ts'
import { documentCalls } from './player/document.ts'
import { orderCalls } from './player/order.ts'
import { pointCalls } from './player/points.ts'
import { settingCalls } from './player/setting.ts'
import { supportCalls } from './player/support.ts'
import { withdrawalCalls } from './player/withdrawal.ts'
import { userCalls } from './player/identity.ts'

/** Every call of the player's API, by its path below `/api/`. */
export const calls = {
  ...userCalls,
  ...supportCalls,
  ...orderCalls,
  ...pointCalls,
  ...campaignCalls,
  ...settingCalls,
  ...withdrawalCalls,
  ...marketCalls,
  ...documentCalls,
}

export type Calls = typeof calls
export type CallName = keyof Calls
/** The body that a client may send: fields with a default are optional. */
export type BodyOf<N extends CallName> = z.input<Calls[N]['body']>
/** The body that the server works with: defaults are filled in. */
export type ParsedBody<N extends CallName> = z.output<Calls[N]['body']>
export type ResultOf<N extends CallName> = z.output<Calls[N]['result']>

export type OrderRecord = ResultOf<'order/record'>[number]
export type Product = ResultOf<'order/webProduct'>[number]
export type Market = ResultOf<'market/get'>
export type ShopWindow = ResultOf<'shop/catalog'>
export type PayChannel = ResultOf<'order/webPayChannel'>[number]
export type GameServer = ResultOf<'user/webRole'>[number]
export type GameRole = GameServer['roles'][number]
export type SessionInfo = ResultOf<'user/uinfo'>
export type PointEntry = ResultOf<'epoint/record'>[number]
export type ArticleItem = ResultOf<'setting/webArticle'>[number]
export type Article = ResultOf<'setting/webArticleDetail'>
export type HomeConf = ResultOf<'setting/webHomeConf'>
export type HomeGoods = HomeConf['goods'][number]
export type SettingInit = ResultOf<'setting/init'>
export type Redemption = ResultOf<'code/redeem'>
export type Rebate = ResultOf<'e-recharge/rebate/info'>
export type RebateTier = Rebate['tiers'][number]
export type ShopDocument = ResultOf<'order/receipt'>['documents'][number]
export type OrderCheck = ResultOf<'order/check'>
