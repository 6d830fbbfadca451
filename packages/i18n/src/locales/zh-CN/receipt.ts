import type { Messages } from '../../messages.ts'

export default {
  title: '收据',
  creditNote: '退款凭证',
  number: '编号',
  of: '对应收据',
  issued: '开具日期',
  paid: '付款日期',
  refunded: '退款日期',
  seller: '销售方',
  buyer: '购买方',
  order: '订单号',
  line: '{name} × {quantity}',
  net: '不含税金额',
  tax: '{name}（{rate}）',
  total: '合计',
  pdf: '下载 PDF',
  print: '打印',
  back: '返回订单',
  waiting: '正在开具收据，马上就好。',
  none: '这笔订单没有收据',
} satisfies Messages['receipt']
