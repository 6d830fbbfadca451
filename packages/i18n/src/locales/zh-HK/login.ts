import type { Messages } from '../../messages.ts'

export default {
  title: '歡迎回來',
  text: '以遊戲帳戶登入，即可增值及查閱訂單。',
  account: {
    label: '遊戲帳戶或電郵',
    placeholder: '帳戶 ID 或電郵地址',
  },
  password: {
    label: '密碼',
    placeholder: '請輸入密碼',
    show: '顯示密碼',
    hide: '隱藏密碼',
  },
  remember: '在此裝置保持登入',
  forgot: '忘記密碼？',
  submit: '登入',
  submitting: '登入中…',
  success: '登入成功',
  or: '或以下列方式登入',
  demoHint: '示範：以帳戶 {account} 及密碼 {password} 登入',
  required: '請填妥所有資料',
  email: '請輸入有效的電郵地址',
  passwordRule: '密碼長度為 6-16 個字元，須包含數字、英文字母、特殊符號當中最少兩種',
  passwordMismatch: '密碼格式不符',
  passwordsDiffer: '兩次輸入的密碼不相符，請重新輸入',
  continueTo: '登入後會返回你剛才的頁面。',
  noAccount: '未有帳戶？請先在遊戲內建立，再於此登入。',
  forgotDialog: {
    title: '忘記密碼',
    text: '本網站暫時未能重設密碼。你可在遊戲內更改，或聯絡客戶服務，由專人為你跟進。',
  },
  token: {
    title: '暫未開放',
    text: '暫時未能由遊戲直接登入，請使用帳戶及密碼登入。',
  },
  side: {
    one: '數秒送到你的角色',
    two: '每張訂單均有編號可供跟進',
    three: '每個角色均享首次增值獎賞',
  },
} satisfies Messages['login']
