import type { Messages } from '../../messages.ts'

export default {
  until: '優惠期至 {date}',
  sum: '{role} 累積付款',
  next: '再付 {amount} 即可獲得 {gain}',
  all: '{role} 已達成所有級別。',
  choose: '選擇角色，查看回贈進度。',
  tiers: '所有級別',
  from: '滿 {amount}',
  points: '送贈點數 {points}',
  gift: '禮物：{name}',
  order: '查看訂單',
  counts: {
    item: '只計算道具購買。',
    coin: '為此角色購買的 HC\u00A0點數組合計算在內。',
    both: '購買道具及為此角色購買的 HC\u00A0點數組合均計算在內。',
    rule: '以 HC\u00A0點數付款的訂單不計算在內，已退款的訂單亦不再計算。',
    dollars: '回贈按所購商品的基準價以美元累計，與匯率無關。',
  },
  why: {
    granted: '已於 {date} 發放',
    taken_back: '因訂單退款已收回',
    not_reached: '尚欠 {amount}',
  },
  giftState: {
    none: '禮物尚未發放',
    queued: '禮物正在送往遊戲',
    asking: '禮物已送往遊戲，等待確認',
    delivered: '禮物已送到角色',
    refused: '遊戲未能接收禮物，職員正在跟進。',
    operator: '禮物由職員人手處理中',
    cancelled: '禮物已取消',
  },
} satisfies Messages['rebate']
