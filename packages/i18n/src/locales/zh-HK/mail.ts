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
  frame: {
    open: '開啟網店',
    footer: '此訊息由 {shop} 發出，請勿回覆。',
  },
} satisfies Messages['mail']
