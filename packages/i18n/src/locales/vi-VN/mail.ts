import type { Messages } from '../../messages.ts'

export default {
  code: {
    subjectLogin: '{code} là mã đăng nhập {shop} của bạn',
    subjectReset: '{code} là mã đặt lại mật khẩu tại {shop}',
    hello: 'Xin chào,',
    login: 'Nhập mã này để đăng nhập:',
    reset: 'Nhập mã này để đặt mật khẩu mới:',
    valid: 'Mã có hiệu lực trong {minutes} phút và chỉ dùng được một lần.',
    ignore:
      'Bạn không yêu cầu mã này? Hãy bỏ qua email, tài khoản của bạn không có gì thay đổi. Không chia sẻ mã với bất kỳ ai, chúng tôi không bao giờ hỏi mã của bạn.',
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
  order: {
    paid: {
      subject: 'Biên nhận từ {shop}: {name}',
      text: 'Cảm ơn bạn! Chúng tôi đã nhận {amount}. {name} đang được gửi đến {character}.',
      textCoin: 'Cảm ơn bạn! Chúng tôi đã nhận {amount}. {name} đã có trong tài khoản của bạn.',
    },
    delivered: {
      subject: 'Đã giao {name}',
      text: '{name} đã đến tay {character}. Chơi vui nhé!',
    },
    refunded: {
      subject: 'Đã hoàn {amount}',
      text: 'Chúng tôi đã hoàn {amount} cho {name}. Tiền hoàn về thẻ có thể mất vài ngày.',
      textPoints: 'Chúng tôi đã hoàn lại {amount} cho {name} vào tài khoản của bạn.',
    },
    review: {
      subject: 'Đang kiểm tra khoản thanh toán cho {name}',
      text: 'Chúng tôi nhận được một khoản tiền không khớp với đơn {name} của bạn. Tiền của bạn vẫn an toàn và nhân viên của chúng tôi đang kiểm tra. Vui lòng không thanh toán lại đơn này.',
    },
    view: 'Xem đơn hàng',
    help: 'Có gì không ổn, hoặc bạn không đặt đơn này? Chăm sóc khách hàng luôn sẵn lòng giúp bạn.',
    support: 'Liên hệ chăm sóc khách hàng về đơn này',
    why: 'Bạn có thể tắt email về đơn hàng trong tài khoản của mình.',
  },
  frame: {
    open: 'Mở cửa hàng',
    footer: 'Email này do {shop} gửi. Vui lòng không trả lời.',
  },
} satisfies Messages['mail']
