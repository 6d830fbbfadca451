import type { Messages } from '../../messages.ts'

export default {
  until: '至 {date} 止',
  sum: '{role} 累計付款',
  next: '再付 {amount} 就能獲得 {gain}',
  all: '{role} 已達成所有階段。',
  choose: '選擇角色，看看回饋進度。',
  tiers: '所有階段',
  from: '滿 {amount}',
  points: '加贈點數 {points}',
  gift: '贈禮：{name}',
  order: '查看訂單',
  counts: {
    item: '只計入道具購買。',
    coin: '為此角色購買的 HC\u00A0點數方案會計入累計。',
    both: '購買道具與為此角色購買的 HC\u00A0點數方案都會計入累計。',
    rule: '以 HC\u00A0點數付款的訂單不計入，已退款的訂單也不再計入。',
    dollars: '回饋依所購商品的基準價以美元累計，與匯率無關。',
  },
  why: {
    granted: '已於 {date} 發送',
    taken_back: '因訂單退款而收回',
    not_reached: '還差 {amount}',
  },
  giftState: {
    none: '贈禮尚未發送',
    queued: '贈禮正在送往遊戲',
    asking: '贈禮已送往遊戲，等待確認',
    delivered: '贈禮已送達角色',
    refused: '遊戲無法接收贈禮，工作人員正在處理。',
    operator: '贈禮由專人處理中',
    cancelled: '贈禮已取消',
  },
} satisfies Messages['rebate']
