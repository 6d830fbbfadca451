import type { Messages } from '../../messages.ts'

export default {
  title: '所在国家或地区',
  text: '我们按你所在国家或地区的价格显示。',
  current: '{country} · 以 {currency} 计价',
  unknown: '以 {currency} 计价',
  why: '判断依据',
  none: '暂时没有信息能说明你所在的国家或地区。',
  sign: {
    ip: '网络连接',
    game: '游戏',
    phone: '手机号',
    payer: '银行卡或钱包',
    declared: '你的选择',
  },
  doubted: '你选择了{country}。以下任一信息与之一致后，即按当地价格显示：{signs}',
  guarded: '{country}的价格需要以下信息中有两项一致。尚未一致：{signs}',
  change: '更改国家或地区',
  choose: '国家或地区',
  save: '使用此国家或地区',
  hint: '每 90 天可更改一次。',
  locked: '{date} 起可再次更改。',
  saved: '国家或地区已保存',
  signIn: '登录后可选择其他国家或地区。',
  appeal: {
    label: '信息有误？请告诉客服。',
    send: '发送',
    asked: '客服正在核实你的申请。',
    granted: '客服已确认你所在的国家或地区。',
    refused: '客服未能确认你所在的国家或地区。',
  },
} satisfies Messages['market']
