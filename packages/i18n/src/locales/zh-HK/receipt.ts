import type { Messages } from '../../messages.ts'

export default {
  title: '收據',
  creditNote: '退款憑證',
  number: '編號',
  of: '相關收據',
  issued: '開立日期',
  paid: '付款日期',
  refunded: '退款日期',
  seller: '銷售方',
  buyer: '買家',
  order: '訂單編號',
  line: '{name} × {quantity}',
  net: '未含稅金額',
  tax: '{name}（{rate}）',
  total: '總額',
  pdf: '下載 PDF',
  print: '列印',
  back: '返回訂單',
  waiting: '我們正在開立收據，請稍候。',
  none: '這張訂單沒有收據',
} satisfies Messages['receipt']
