import type { Messages } from '../../messages.ts'

export default {
  code: {
    subjectLogin: '{code} 是您在 {shop} 的登入驗證碼',
    subjectReset: '{code} 是您在 {shop} 的密碼重設驗證碼',
    hello: '您好：',
    login: '請輸入以下驗證碼登入：',
    reset: '請輸入以下驗證碼設定新密碼：',
    valid: '{minutes} 分鐘內有效，僅能使用一次。',
    ignore: '若非您本人操作，請忽略此訊息，您的帳號沒有任何變更。請勿將驗證碼告訴任何人，我們不會向您索取。',
  },
  sms: {
    login: '【{shop}】登入驗證碼 {code}，{minutes} 分鐘內有效，請勿告訴他人。',
    reset: '【{shop}】密碼重設驗證碼 {code}，{minutes} 分鐘內有效，請勿告訴他人。',
  },
  changed: {
    subject: '您在 {shop} 的密碼已變更',
    text: '您的帳號 {account} 的密碼剛剛被變更，所有裝置皆已登出。',
    notYou: '若非您本人操作，請立即重設密碼並聯絡客服。',
  },
  order: {
    paid: {
      subject: '{shop} 付款憑證：{name}',
      text: '感謝您的付款！我們已收到 {amount}，{name} 正在發送給 {character}。',
      textCoin: '感謝您的付款！我們已收到 {amount}，{name} 已入帳。',
    },
    delivered: {
      subject: '{name} 已發送',
      text: '{name} 已發送給 {character}，祝您遊戲愉快！',
    },
    refunded: {
      subject: '已退款 {amount}',
      text: '我們已為 {name} 退款 {amount}。退回信用卡可能需要幾天時間。',
      textPoints: '{name} 的 {amount} 已退回您的帳號。',
    },
    review: {
      subject: '正在確認 {name} 的付款',
      text: '我們收到一筆與 {name} 訂單不符的付款。您的款項很安全，工作人員正在確認。請不要重複支付此訂單。',
    },
    view: '查看訂單',
    help: '遇到問題，或這不是您下的訂單？客服很樂意幫忙。',
    support: '就此訂單聯絡客服',
    why: '您可以在會員中心關閉訂單郵件。',
  },
  frame: {
    open: '開啟商城',
    footer: '此訊息由 {shop} 發送，請勿回覆。',
  },
} satisfies Messages['mail']
