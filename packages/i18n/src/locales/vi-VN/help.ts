import type { Messages } from '../../messages.ts'

export default {
  title: 'Trợ giúp',
  text: 'Hầu hết câu hỏi đều có lời đáp tại đây. Những việc khác, hãy để chăm sóc khách hàng hỗ trợ bạn.',
  q1: 'Tôi đã thanh toán nhưng chưa có vật phẩm',
  a1: 'Mở đơn hàng trong lịch sử nạp và chọn “Kiểm tra đơn hàng”. Chúng tôi sẽ kiểm tra ngay với cổng thanh toán và game, rồi cho bạn biết tiền và vật phẩm đang ở đâu.',
  q2: 'Cửa sổ thanh toán không mở',
  a2: 'Trình duyệt đã chặn cửa sổ. Hãy dùng nút “Mở trang thanh toán” trong hộp thoại, hoặc thanh toán sau từ lịch sử nạp.',
  q3: 'HC Point là gì?',
  a3: 'Điểm riêng của cửa hàng: 100 HC Point trị giá 1 đô la Mỹ và mua được mọi vật phẩm. Điểm thưởng được dùng trước.',
  q4: 'Không thấy nhân vật của tôi trong danh sách',
  a4: 'Hãy vào game một lần bằng nhân vật này, rồi làm mới danh sách ở trang nạp.',
  service: 'Chăm sóc khách hàng',
  serviceSignIn: 'Hãy đăng nhập để liên hệ chăm sóc khách hàng: nhân viên sẽ thấy tài khoản và hỗ trợ bạn nhanh hơn.',
  signIn: 'Đăng nhập',
} satisfies Messages['help']
