import type { Messages } from '../../messages.ts'

export default {
  title: '撤回合約',
  intro: '購買後改變主意？在這裡提出即可，毋須說明理由。',
  form: {
    name: '你的姓名',
    nameEmpty: '請輸入姓名',
    order: '訂單編號',
    orderHint: '可在付款收據找到。',
    orderWrong: '請輸入訂單編號',
    email: '你的電郵地址',
    emailHint: '確認電郵會發送至此。',
    emailWrong: '請輸入有效的電郵地址',
    next: '繼續',
  },
  check: {
    title: '請核對聲明',
    covers: '購買內容',
    until: '{date} 前可以撤回。',
    change: '修改',
    confirm: '確認撤回',
    sending: '正在傳送…',
    over: '已超過一小時，請再核對一次聲明。',
  },
  done: {
    title: '已收到你的撤回聲明',
    number: '受理編號',
    at: '收到時間',
    mailed: '確認電郵將發送至 {email}，請妥善保存。',
    toOrder: '查看訂單',
  },
  outcome: {
    received: '職員會核對聲明與訂單，並以電郵回覆。登入後提出的撤回會即時生效。',
    cancelled: '訂單已取消，你毋須付款。如仍有款項到賬，我們會退回。',
    refund: '我們最遲於 14 天內以原付款方式退款，並收回此訂單派發的內容。',
    refunded: '此訂單已退款。',
    waived: '你選擇即時派發，並知道派發後不能撤回，因此此訂單不能撤回。如有問題，請聯絡客戶服務。',
    late: '此訂單的撤回期限已過。如有問題，請聯絡客戶服務。',
    no_right: '此訂單不適用撤回權。如有問題，請聯絡客戶服務。',
    refused: '我們已核實你的聲明，此訂單不能退款。如有疑問，請聯絡客戶服務。',
  },
  legal: {
    waiver: '即時派發。我知道派發後將失去撤回權。',
    withdrawal: '本人特此撤回訂單 {order} 的合約。',
  },
  mail: {
    subject: '撤回聲明 {number}',
    text: '我們已於 {date} 收到你的撤回聲明。',
    answer: '以下是我們對你撤回聲明的答覆。',
    statement: '你的聲明',
    waiver: '你下單時已同意：「{text}」',
  },
} satisfies Messages['withdraw']
