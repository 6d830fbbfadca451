import type { Messages } from '../../messages.ts'

export default {
  code: {
    subjectLogin: '{code} là mã đăng nhập {shop} của bạn',
    subjectReset: '{code} là mã đặt lại mật khẩu tại {shop}',
    hello: 'Xin chào,',
    login: 'Nhập mã này để đăng nhập:',
    reset: 'Nhập mã này để đặt mật khẩu mới:',
    valid: 'Mã có hiệu lực trong {minutes} phút và chỉ dùng được một lần.',
    ignore: 'Bạn không yêu cầu mã này? Hãy bỏ qua email, tài khoản của bạn không có gì thay đổi. Không chia sẻ mã với bất kỳ ai, chúng tôi không bao giờ hỏi mã của bạn.',
  },
  sms: {
    login: '{shop}: mã đăng nhập của bạn là {code}, có hiệu lực {minutes} phút. Không chia sẻ mã với bất kỳ ai.',
    reset: '{shop}: mã đặt lại mật khẩu của bạn là {code}, có hiệu lực {minutes} phút. Không chia sẻ mã với bất kỳ ai.',
  },
  changed: {
    subject: 'Mật khẩu của bạn tại {shop} đã được đổi',
    text: 'Mật khẩu của tài khoản {account} vừa được đổi. Mọi thiết bị đã được đăng xuất.',
    notYou: 'Không phải bạn? Hãy đặt lại mật khẩu ngay và liên hệ bộ phận chăm sóc khách hàng.',
  },
  frame: {
    open: 'Mở cửa hàng',
    footer: 'Email này do {shop} gửi. Vui lòng không trả lời.',
  },
} satisfies Messages['mail']
