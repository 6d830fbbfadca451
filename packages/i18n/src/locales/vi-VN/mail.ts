import type { Messages } from '../../messages.ts'

export default {
  code: {
    subjectLogin: '{code} là mã đăng nhập {shop} của bạn',
    subjectReset: '{code} là mã đặt lại mật khẩu tại {shop}',
    hello: 'Xin chào,',
    login: 'Nhập mã này để đăng nhập:',
    reset: 'Nhập mã này để đặt mật khẩu mới:',
    valid: 'Mã có hiệu lực trong {minutes} phút và chỉ dùng được một lần.',
    ignore: 'Bạn không yêu cầu mã này? Hãy bỏ qua tin nhắn: chưa có gì thay đổi. Đừng đưa mã cho ai, chúng tôi không bao giờ hỏi mã.',
  },
  sms: {
    login: '{shop}: mã đăng nhập của bạn là {code}, có hiệu lực {minutes} phút. Đừng đưa mã cho ai.',
    reset: '{shop}: mã đặt lại mật khẩu của bạn là {code}, có hiệu lực {minutes} phút. Đừng đưa mã cho ai.',
  },
  changed: {
    subject: 'Mật khẩu của bạn tại {shop} đã được đổi',
    text: 'Mật khẩu của tài khoản {account} vừa được đổi. Mọi thiết bị đã được đăng xuất.',
    notYou: 'Không phải bạn? Hãy đặt lại mật khẩu ngay và liên hệ bộ phận chăm sóc khách hàng.',
  },
  frame: {
    open: 'Mở cửa hàng',
    footer: 'Tin nhắn này do {shop} gửi. Vui lòng không trả lời.',
  },
} satisfies Messages['mail']
