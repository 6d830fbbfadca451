import type { Messages } from '../../messages.ts'

export default {
  title: '領収書',
  creditNote: '返金明細書',
  number: '番号',
  of: '対象の領収書',
  issued: '発行日',
  paid: '支払日',
  refunded: '返金日',
  seller: '販売事業者',
  buyer: '購入者',
  order: '注文番号',
  line: '{name} × {quantity}',
  net: '税抜金額',
  tax: '{name}（{rate}）',
  total: '合計',
  pdf: 'PDFをダウンロード',
  print: '印刷する',
  back: '注文へ戻る',
  waiting: '領収書を作成しています。まもなく表示されます。',
  none: 'この注文の領収書はありません',
} satisfies Messages['receipt']
