import type { Messages } from '../../messages.ts'

export default {
  title: 'Biên lai',
  creditNote: 'Phiếu hoàn tiền',
  number: 'Số',
  of: 'Của biên lai',
  issued: 'Ngày lập',
  paid: 'Ngày thanh toán',
  refunded: 'Ngày hoàn tiền',
  seller: 'Bên bán',
  buyer: 'Người mua',
  order: 'Mã đơn hàng',
  line: '{name} × {quantity}',
  net: 'Trước thuế',
  tax: '{name} ({rate})',
  total: 'Tổng cộng',
  pdf: 'Tải PDF',
  print: 'In',
  back: 'Về đơn hàng',
  waiting: 'Chúng tôi đang lập biên lai cho bạn. Chờ một chút nhé.',
  none: 'Đơn hàng này không có biên lai',
} satisfies Messages['receipt']
