import type { Messages } from '../../messages.ts'

export default {
  title: 'Rút khỏi hợp đồng',
  intro: 'Bạn mua rồi đổi ý? Hãy thông báo tại đây, không cần nêu lý do.',
  form: {
    name: 'Tên của bạn',
    nameEmpty: 'Vui lòng nhập tên',
    order: 'Mã đơn hàng',
    orderHint: 'Mã có trong biên nhận của bạn.',
    orderWrong: 'Vui lòng nhập mã đơn hàng',
    email: 'Email của bạn',
    emailHint: 'Chúng tôi sẽ gửi xác nhận về địa chỉ này.',
    emailWrong: 'Vui lòng nhập email hợp lệ',
    next: 'Tiếp tục',
  },
  check: {
    title: 'Kiểm tra thông báo của bạn',
    covers: 'Nội dung mua',
    until: 'Bạn có thể rút khỏi hợp đồng đến ngày {date}.',
    change: 'Sửa',
    confirm: 'Xác nhận rút',
    sending: 'Đang gửi…',
    over: 'Đã quá một giờ. Vui lòng kiểm tra lại thông báo của bạn.',
  },
  done: {
    title: 'Chúng tôi đã nhận thông báo của bạn',
    number: 'Mã tham chiếu',
    at: 'Nhận lúc',
    mailed: 'Xác nhận đang được gửi đến {email}. Hãy giữ lại nhé.',
    toOrder: 'Xem đơn hàng',
  },
  outcome: {
    received:
      'Nhân viên của chúng tôi sẽ đối chiếu thông báo với đơn hàng và trả lời qua email. Nếu bạn đăng nhập trước, thông báo có hiệu lực ngay.',
    cancelled: 'Đơn hàng đã được hủy. Bạn không phải thanh toán gì. Nếu vẫn có khoản tiền đến, chúng tôi sẽ hoàn lại.',
    refund:
      'Chúng tôi sẽ hoàn tiền qua phương thức thanh toán bạn đã dùng, chậm nhất trong 14 ngày, và thu hồi những gì đơn hàng đã trao.',
    refunded: 'Đơn hàng này đã được hoàn tiền.',
    waived:
      'Bạn đã yêu cầu giao ngay và biết rằng quyền rút khỏi hợp đồng kết thúc khi giao. Vì vậy không thể rút khỏi đơn này. Nếu có vấn đề, hãy liên hệ bộ phận chăm sóc khách hàng.',
    late: 'Đã hết thời hạn rút khỏi đơn này. Nếu có vấn đề, hãy liên hệ bộ phận chăm sóc khách hàng.',
    no_right: 'Đơn này không có quyền rút khỏi hợp đồng. Nếu có vấn đề, hãy liên hệ bộ phận chăm sóc khách hàng.',
    refused:
      'Chúng tôi đã xem thông báo của bạn và không thể hoàn tiền cho đơn này. Nếu có câu hỏi, hãy liên hệ bộ phận chăm sóc khách hàng.',
  },
  legal: {
    waiver: 'Giao ngay. Tôi biết mình sẽ mất quyền rút khỏi hợp đồng khi đã nhận.',
    withdrawal: 'Tôi xin rút khỏi hợp đồng của đơn hàng {order}.',
  },
  mail: {
    subject: 'Thông báo rút khỏi hợp đồng {number}',
    text: 'Chúng tôi đã nhận thông báo rút khỏi hợp đồng của bạn lúc {date}.',
    answer: 'Đây là trả lời của chúng tôi về thông báo rút khỏi hợp đồng của bạn.',
    statement: 'Thông báo của bạn',
    waiver: 'Khi đặt hàng, bạn đã đồng ý: “{text}”',
  },
} satisfies Messages['withdraw']
