import type { Messages } from '../../messages.ts'

export default {
  title: 'Thống kê truy cập',
  notice:
    'Cho phép chúng tôi đếm lượt truy cập của bạn nhé? Chúng tôi không ghi tên hay tài khoản, chỉ dùng để cải thiện cửa hàng. <link>Chính sách quyền riêng tư</link>',
  text: 'Chúng tôi chỉ đếm trang được mở, thời gian xem và các nút chính được dùng. Mỗi lượt truy cập có một số ngẫu nhiên không thể gắn với tài khoản của bạn, và số liệu được xóa sau {days} ngày. Bạn có thể đổi ý tại đây bất cứ lúc nào.',
  on: 'Lượt truy cập của bạn đang được đếm.',
  off: 'Lượt truy cập của bạn không được đếm.',
  signal:
    'Trình duyệt của bạn yêu cầu không bị theo dõi. Chúng tôi tôn trọng điều đó và không đếm lượt truy cập của bạn.',
  accept: 'Cho phép',
  decline: 'Từ chối',
} satisfies Messages['consent']
