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
  frame: {
    open: '打开商城',
    footer: '此消息由 {shop} 发送，请勿回复。',
  },
} satisfies Messages['mail']
