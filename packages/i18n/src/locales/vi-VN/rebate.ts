import type { Messages } from '../../messages.ts'

export default {
  until: 'Đến {date}',
  sum: 'Đã thanh toán cho {role}',
  next: 'Thêm {amount} để nhận: {gain}',
  all: '{role} đã đạt mọi mốc.',
  choose: 'Chọn nhân vật để xem tiến độ.',
  tiers: 'Tất cả các mốc',
  from: 'Từ {amount}',
  points: '{points} điểm thưởng',
  gift: 'Quà: {name}',
  order: 'Xem đơn',
  counts: {
    item: 'Chỉ tính đơn mua vật phẩm.',
    coin: 'Tính gói HC\u00A0Point mua cho nhân vật này.',
    both: 'Tính đơn mua vật phẩm và gói HC\u00A0Point mua cho nhân vật này.',
    rule: 'Đơn trả bằng HC\u00A0Point không được tính, đơn đã hoàn tiền không còn được tính.',
    dollars: 'Thưởng tích nạp được tính bằng đô la Mỹ theo giá gốc của món bạn mua, không phụ thuộc tỷ giá.',
  },
  why: {
    granted: 'Đã tặng ngày {date}',
    taken_back: 'Đã thu hồi vì có đơn được hoàn tiền',
    not_reached: 'Còn {amount}',
  },
  giftState: {
    none: 'Quà chưa gửi',
    queued: 'Quà đang được gửi vào game',
    asking: 'Quà đã gửi, chờ game xác nhận',
    delivered: 'Quà đã đến tay nhân vật',
    refused: 'Game chưa nhận được quà. Nhân viên đang kiểm tra.',
    operator: 'Nhân viên đang trực tiếp xử lý quà',
    cancelled: 'Quà đã hủy',
  },
} satisfies Messages['rebate']
