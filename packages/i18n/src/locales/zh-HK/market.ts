import type { Messages } from '../../messages.ts'

export default {
  title: '所在國家或地區',
  text: '我們按你所在國家或地區的價格顯示。',
  current: '{country} · 以 {currency} 計價',
  unknown: '以 {currency} 計價',
  why: '判斷依據',
  none: '暫時沒有資料顯示你所在的國家或地區。',
  sign: {
    ip: '網絡連線',
    game: '遊戲',
    phone: '電話號碼',
    payer: '信用卡或電子錢包',
    declared: '你的選擇',
  },
  doubted: '你選擇了{country}。以下任何一項資料相符後，便會按當地價格顯示：{signs}',
  guarded: '{country}的價格需要以下資料中有兩項相符。尚未相符：{signs}',
  change: '更改國家或地區',
  choose: '國家或地區',
  save: '使用此國家或地區',
  hint: '每 90 日可更改一次。',
  locked: '由 {date} 起可再次更改。',
  saved: '已儲存國家或地區',
  signIn: '登入後可選擇其他國家或地區。',
  appeal: {
    label: '資料有誤？請告訴客戶服務團隊。',
    send: '傳送',
    asked: '我們的團隊正在核實你的要求。',
    granted: '我們的團隊已確認你所在的國家或地區。',
    refused: '我們的團隊未能確認你所在的國家或地區。',
  },
} satisfies Messages['market']
