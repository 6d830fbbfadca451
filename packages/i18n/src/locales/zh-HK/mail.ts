import type { Messages } from '../../messages.ts'

export default {
  code: {
    subjectLogin: '{code} 是你在 {shop} 的登入驗證碼',
    subjectReset: '{code} 是你在 {shop} 的密碼重設驗證碼',
    hello: '你好：',
    login: '請輸入以下驗證碼登入：',
    reset: '請輸入以下驗證碼設定新密碼：',
    valid: '{minutes} 分鐘內有效，只可使用一次。',
    ignore: '如並非你本人操作，請忽略此訊息，你的帳戶沒有任何更改。切勿將驗證碼告訴任何人，我們不會向你查問。',
  },
  sms: {
    login: '【{shop}】登入驗證碼 {code}，{minutes} 分鐘內有效，切勿告訴他人。',
    reset: '【{shop}】密碼重設驗證碼 {code}，{minutes} 分鐘內有效，切勿告訴他人。',
  },
  changed: {
    subject: '你在 {shop} 的密碼已更改',
    text: '你的帳戶 {account} 的密碼剛被更改，所有裝置均已登出。',
    notYou: '如並非你本人操作，請立即重設密碼並聯絡客戶服務。',
  },
  order: {
    paid: {
      subject: '{shop} 付款收據：{name}',
      text: '多謝！我們已收到你的付款 {amount}，正派發 {name} 給 {character}。',
      textCoin: '多謝！我們已收到你的付款 {amount}，{name} 已入賬。',
    },
    delivered: {
      subject: '{name} 已派發',
      text: '{name} 已派發給 {character}，祝你玩得開心！',
    },
    refunded: {
      subject: '已退款 {amount}',
      text: '我們已為 {name} 退款 {amount}。退款至信用卡或需數天。',
      textPoints: '{name} 的 {amount} 已退回你的帳戶。',
    },
    review: {
      subject: '正核實 {name} 的付款',
      text: '我們收到一筆與 {name} 訂單不符的付款。你的款項安全，職員正在核實。請勿再次支付此訂單。',
    },
    view: '查看訂單',
    help: '遇到問題，或並非你下的訂單？客戶服務樂意協助。',
    support: '就此訂單聯絡客戶服務',
    why: '你可在我的帳戶關閉訂單電郵。',
  },
  frame: {
    open: '開啟網店',
    footer: '此訊息由 {shop} 發出，請勿回覆。',
  },
} satisfies Messages['mail']
