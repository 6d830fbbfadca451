import type { Messages } from '../../messages.ts'

export default {
  title: '欢迎回来',
  text: '使用游戏账号登录，即可充值和查看订单。',
  account: {
    label: '游戏账号或邮箱',
    placeholder: '账号 ID 或邮箱',
  },
  password: {
    label: '密码',
    placeholder: '请输入密码',
    show: '显示密码',
    hide: '隐藏密码',
  },
  remember: '在这台设备上保持登录',
  forgot: '忘记密码？',
  submit: '登录',
  submitting: '登录中…',
  success: '登录成功',
  or: '或使用以下方式登录',
  demoHint: '演示：使用账号 {account}、密码 {password} 登录',
  required: '请填写完整信息',
  email: '请输入有效的邮箱地址',
  passwordRule: '密码长度为 6-16 个字符，须包含数字、字母、特殊字符中的至少两种',
  passwordMismatch: '密码格式不正确',
  passwordsDiffer: '两次输入的密码不一致，请重新输入',
  continueTo: '登录后会回到你刚才的页面。',
  noAccount: '还没有账号？请先在游戏内创建，再到这里登录。',
  forgotDialog: {
    title: '忘记密码',
    text: '本站暂不支持重置密码。你可以在游戏内修改，或联系客服，由专人协助处理。',
  },
  token: {
    title: '暂未开放',
    text: '暂不支持从游戏内直接登录，请使用账号和密码登录。',
  },
  side: {
    one: '数秒送达你的角色',
    two: '每笔订单都有编号可查',
    three: '每个角色都享首充加赠',
  },
} satisfies Messages['login']
