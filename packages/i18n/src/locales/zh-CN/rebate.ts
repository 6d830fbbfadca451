import type { Messages } from '../../messages.ts'

export default {
  until: '活动截止：{date}',
  sum: '{role} 累计支付',
  next: '再支付 {amount} 即可获得 {gain}',
  all: '{role} 已达成全部档位。',
  choose: '选择角色，查看返利进度。',
  tiers: '全部档位',
  from: '满 {amount}',
  points: '赠送点数 {points}',
  gift: '礼物：{name}',
  order: '查看订单',
  counts: {
    item: '仅道具购买计入。',
    coin: '为该角色购买的 HC\u00A0点数套餐计入累计。',
    both: '购买道具和为该角色购买的 HC\u00A0点数套餐均计入累计。',
    rule: '使用 HC\u00A0点数支付的订单不计入，已退款的订单不再计入。',
    dollars: '返利按所购商品的基准价以美元累计，与汇率无关。',
  },
  why: {
    granted: '已于 {date} 发放',
    taken_back: '因订单退款已收回',
    not_reached: '还差 {amount}',
  },
  giftState: {
    none: '礼物尚未发放',
    queued: '礼物正在发往游戏',
    asking: '礼物已发往游戏，等待确认',
    delivered: '礼物已发放到角色',
    refused: '游戏未能接收礼物，工作人员正在处理。',
    operator: '工作人员正在人工处理礼物',
    cancelled: '礼物已取消',
  },
} satisfies Messages['rebate']
