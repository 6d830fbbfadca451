import type { Messages } from '../../messages.ts'

export default {
  code: {
    subjectLogin: '{code} 是您在 {shop} 的登录验证码',
    subjectReset: '{code} 是您在 {shop} 的密码重置验证码',
    hello: '您好：',
    login: '请输入以下验证码登录：',
    reset: '请输入以下验证码设置新密码：',
    valid: '{minutes} 分钟内有效，仅可使用一次。',
    ignore: '如果不是您本人操作，请忽略此消息，您的账号没有任何变化。请勿将验证码告诉任何人，我们不会向您索要。',
  },
  sms: {
    login: '【{shop}】登录验证码 {code}，{minutes} 分钟内有效，请勿告诉他人。',
    reset: '【{shop}】密码重置验证码 {code}，{minutes} 分钟内有效，请勿告诉他人。',
  },
  changed: {
    subject: '您在 {shop} 的密码已修改',
    text: '您的账号 {account} 的密码刚刚被修改，所有设备均已退出登录。',
    notYou: '如果不是您本人操作，请立即重置密码并联系客服。',
  },
  order: {
    paid: {
      subject: '{shop} 付款凭证：{name}',
      text: '感谢您的支付！我们已收到 {amount}，{name} 正在发放给 {character}。',
      textCoin: '感谢您的支付！我们已收到 {amount}，{name} 已到账。',
    },
    delivered: {
      subject: '{name} 已到账',
      text: '{name} 已发放给 {character}，祝您游戏愉快！',
    },
    refunded: {
      subject: '已退款 {amount}',
      text: '我们已为 {name} 退款 {amount}。退回银行卡可能需要几天时间。',
      textPoints: '{name} 的 {amount} 已退回您的账号。',
    },
    review: {
      subject: '正在核实 {name} 的支付',
      text: '我们收到一笔与 {name} 订单不符的付款。您的款项是安全的，工作人员正在核实。请不要重复支付此订单。',
    },
    view: '查看订单',
    help: '遇到问题，或者这不是您下的订单？客服很乐意帮忙。',
    support: '就此订单联系客服',
    why: '您可以在个人中心关闭订单邮件。',
  },
  frame: {
    open: '打开商城',
    footer: '此消息由 {shop} 发送，请勿回复。',
  },
} satisfies Messages['mail']
