import type { Messages } from '../../messages.ts'

export default {
  title: '撤销合同',
  intro: '买了又改变主意？在这里提出撤销即可，无需说明理由。',
  form: {
    name: '你的姓名',
    nameEmpty: '请输入姓名',
    order: '订单号',
    orderHint: '可在付款凭证中找到。',
    orderWrong: '请输入订单号',
    email: '你的邮箱',
    emailHint: '确认邮件会发到这个邮箱。',
    emailWrong: '请输入有效的邮箱',
    next: '继续',
  },
  check: {
    title: '请核对声明',
    covers: '购买内容',
    until: '{date} 前可以撤销。',
    change: '修改',
    confirm: '确认撤销',
    sending: '正在发送…',
    over: '已超过一小时，请再核对一次声明。',
  },
  done: {
    title: '已收到你的撤销声明',
    number: '受理编号',
    at: '收到时间',
    mailed: '确认邮件将发送至 {email}，请妥善保存。',
    toOrder: '查看订单',
  },
  outcome: {
    received: '工作人员会核对声明与订单，并通过邮件回复。登录后提出的撤销会立即生效。',
    cancelled: '订单已取消，你无需付款。如仍有款项到账，我们会退回。',
    refund: '我们最迟 14 天内按原支付方式退款，并收回此订单发放的内容。',
    refunded: '此订单已退款。',
    waived: '你选择了立即发放，并知晓发放后不能再撤销，因此此订单无法撤销。如有问题，请联系客服。',
    late: '此订单的撤销期限已过。如有问题，请联系客服。',
    no_right: '此订单不适用撤销权。如有问题，请联系客服。',
    refused: '我们已核实你的声明，此订单无法退款。如有疑问，请联系客服。',
  },
  legal: {
    waiver: '立即发放。我知道发放后将失去撤销权。',
    withdrawal: '本人特此撤销订单 {order} 的合同。',
  },
  mail: {
    subject: '撤销声明 {number}',
    text: '我们已于 {date} 收到您的撤销声明。',
    answer: '以下是我们对您撤销声明的答复。',
    statement: '您的声明',
    waiver: '您下单时已同意：“{text}”',
  },
} satisfies Messages['withdraw']
