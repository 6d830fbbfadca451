import type { Messages } from '../../messages.ts'

export default {
  title: '解除契約',
  intro: '買了又改變主意？在這裡提出即可，不需要說明理由。',
  form: {
    name: '你的姓名',
    nameEmpty: '請輸入姓名',
    order: '訂單編號',
    orderHint: '可在付款憑證中找到。',
    orderWrong: '請輸入訂單編號',
    email: '你的電子郵件',
    emailHint: '確認信會寄到這個信箱。',
    emailWrong: '請輸入有效的電子郵件',
    next: '繼續',
  },
  check: {
    title: '請確認聲明',
    covers: '購買內容',
    until: '{date} 前可以解除。',
    change: '修改',
    confirm: '確認解除',
    sending: '傳送中…',
    over: '已超過一小時，請再確認一次聲明。',
  },
  done: {
    title: '已收到你的解除聲明',
    number: '受理編號',
    at: '收到時間',
    mailed: '確認信將寄到 {email}，請妥善保存。',
    toOrder: '查看訂單',
  },
  outcome: {
    received: '工作人員會核對聲明與訂單，並以電子郵件回覆。登入後提出的聲明會立即生效。',
    cancelled: '訂單已取消，你不需要付款。若仍有款項入帳，我們會退回。',
    refund: '我們最晚 14 天內以原付款方式退款，並收回此訂單發送的內容。',
    refunded: '此訂單已退款。',
    waived: '你選擇立即發送，並知道發送後無法解除，因此此訂單無法解除。如有問題，請聯絡客服。',
    late: '此訂單的解除期限已過。如有問題，請聯絡客服。',
    no_right: '此訂單不適用解除權。如有問題，請聯絡客服。',
    refused: '我們已確認你的聲明，此訂單無法退款。如有疑問，請聯絡客服。',
  },
  legal: {
    waiver: '立即發送。我知道發送後將失去解除契約的權利。',
    withdrawal: '本人特此解除訂單 {order} 的契約。',
  },
  mail: {
    subject: '解除聲明 {number}',
    text: '我們已於 {date} 收到您的解除聲明。',
    answer: '以下是我們對您解除聲明的答覆。',
    statement: '您的聲明',
    waiver: '您下單時已同意：「{text}」',
  },
} satisfies Messages['withdraw']
