import type { Messages } from '../../messages.ts'

export default {
  title: '歡迎回來',
  text: '用遊戲帳號登入，就能儲值和查詢訂單。',
  account: {
    label: '遊戲帳號或電子信箱',
    placeholder: '帳號 ID 或電子信箱',
  },
  password: {
    label: '密碼',
    placeholder: '請輸入密碼',
    show: '顯示密碼',
    hide: '隱藏密碼',
  },
  remember: '在這台裝置上保持登入',
  forgot: '忘記密碼？',
  submit: '登入',
  submitting: '登入中…',
  success: '登入成功',
  or: '或使用以下方式登入',
  demoHint: '示範：使用帳號 {account}、密碼 {password} 登入',
  required: '請填寫完整資料',
  email: '請輸入有效的電子信箱',
  passwordRule: '密碼長度為 6-16 個字元，需包含數字、英文字母、特殊符號其中至少兩種',
  passwordMismatch: '密碼格式不符',
  passwordsDiffer: '兩次輸入的密碼不一致，請重新輸入',
  continueTo: '登入後會回到你剛才的頁面。',
  noAccount: '還沒有帳號？請先在遊戲內建立，再到這裡登入。',
  forgotDialog: {
    title: '忘記密碼',
    text: '本站目前無法重設密碼。你可以在遊戲內修改，或聯絡客服，由專人協助你處理。',
  },
  token: {
    title: '尚未開放',
    text: '目前還不能從遊戲直接登入，請使用帳號和密碼登入。',
  },
  side: {
    one: '數秒內送到你的角色',
    two: '每筆訂單都有編號可查',
    three: '每個角色都享有首儲加贈',
  },
} satisfies Messages['login']
