import type { Messages } from '../../messages.ts'

export default {
  title: '所在國家或地區',
  text: '我們依你所在國家或地區的價格顯示。',
  current: '{country} · 以 {currency} 計價',
  unknown: '以 {currency} 計價',
  why: '判斷依據',
  none: '目前沒有資訊能說明你所在的國家或地區。',
  sign: {
    ip: '網路連線',
    game: '遊戲',
    phone: '手機號碼',
    payer: '信用卡或電子錢包',
    declared: '你的選擇',
  },
  doubted: '你選擇了{country}。以下任一項資訊相符後，就會依當地價格顯示：{signs}',
  guarded: '{country}的價格需要以下資訊中有兩項相符。尚未相符：{signs}',
  change: '變更國家或地區',
  choose: '國家或地區',
  save: '使用這個國家或地區',
  hint: '每 90 天可變更一次。',
  locked: '{date} 起可再次變更。',
  saved: '國家或地區已儲存',
  signIn: '登入後可選擇其他國家或地區。',
  appeal: {
    label: '資訊不正確嗎？請告訴客服。',
    send: '送出',
    asked: '客服正在確認你的申請。',
    granted: '客服已確認你所在的國家或地區。',
    refused: '客服無法確認你所在的國家或地區。',
  },
} satisfies Messages['market']
