import type { Messages } from '../../messages.ts'

export default {
  title: 'Quốc gia của bạn',
  text: 'Chúng tôi hiển thị giá theo quốc gia của bạn.',
  current: '{country} · giá bằng {currency}',
  unknown: 'Giá bằng {currency}',
  why: 'Căn cứ xác định',
  none: 'Chưa có thông tin nào cho biết quốc gia của bạn.',
  sign: {
    ip: 'kết nối mạng',
    game: 'game',
    phone: 'số điện thoại',
    payer: 'thẻ hoặc ví',
    declared: 'lựa chọn của bạn',
  },
  doubted: 'Bạn đã chọn {country}. Giá sẽ đổi ngay khi một trong các thông tin sau trùng khớp: {signs}.',
  guarded: 'Giá của {country} cần hai trong các thông tin sau trùng khớp. Còn thiếu: {signs}.',
  change: 'Đổi quốc gia',
  choose: 'Quốc gia',
  save: 'Dùng quốc gia này',
  hint: 'Bạn có thể đổi 90 ngày một lần.',
  locked: 'Bạn có thể đổi lại từ ngày {date}.',
  saved: 'Đã lưu quốc gia',
  signIn: 'Đăng nhập để chọn quốc gia khác.',
  appeal: {
    label: 'Thông tin chưa đúng? Hãy cho chúng tôi biết nhé.',
    send: 'Gửi',
    asked: 'Chúng tôi đang kiểm tra yêu cầu của bạn.',
    granted: 'Chúng tôi đã xác nhận quốc gia của bạn.',
    refused: 'Chúng tôi chưa thể xác nhận quốc gia của bạn.',
  },
} satisfies Messages['market']
