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
  frame: {
    open: '開啟商城',
    footer: '此訊息由 {shop} 發送，請勿回覆。',
  },
} satisfies Messages['mail']
