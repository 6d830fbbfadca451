import type { Messages } from '../../messages.ts'

export default {
  title: '영수증',
  creditNote: '환불 명세서',
  number: '번호',
  of: '원 영수증',
  issued: '발행일',
  paid: '결제일',
  refunded: '환불일',
  seller: '판매자',
  buyer: '구매자',
  order: '주문 번호',
  line: '{name} × {quantity}',
  net: '공급가액',
  tax: '{name} ({rate})',
  total: '합계',
  pdf: 'PDF 다운로드',
  print: '인쇄하기',
  back: '주문으로 돌아가기',
  waiting: '영수증을 만들고 있어요. 곧 여기에 나타나요.',
  none: '이 주문에는 영수증이 없어요',
} satisfies Messages['receipt']
