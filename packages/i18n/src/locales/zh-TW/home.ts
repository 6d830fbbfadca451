import type { Messages } from '../../messages.ts'

export default {
  hero: {
    topUp: '立即儲值',
    download: '下載遊戲',
    promise: '直接送到你的角色',
  },
  topup: {
    title: '儲值中心',
    text: '選好伺服器和角色，幾秒完成付款，進遊戲就能領取道具。',
    itemsTitle: '道具與月卡',
    itemsText: '道具與月卡，直接送到你指定的角色。',
    itemsCta: '看道具',
    pointsTitle: 'HC\u00A0點數方案',
    pointsText: '商城專屬點數：100 HC\u00A0點價值 1 美元，方案越大，加贈越多。',
    pointsCta: '看方案',
    taxed: '以上價格皆已含稅。',
    bonus: '首儲加贈',
    bonusText: '標示加贈的道具，每個角色第一次購買時都能獲得加贈。',
  },
  download: {
    title: '下載遊戲',
    text: '一個帳號，所有裝置都能玩。請選擇系統和地區。',
    region: '地區',
    get: '下載 {system} 版',
    version: '版本 {version}',
    size: '大小 {size}',
    unavailable: '此地區尚未提供 {system} 版',
  },
  news: {
    title: '熱門消息',
    empty: '目前沒有公告',
  },
  redeem: {
    title: '兌換碼',
    text: '在活動或直播拿到兌換碼了嗎？在這裡幫你的角色兌換吧。',
    label: '兌換碼',
    placeholder: '例如 GIFT-2026',
    submit: '兌換',
    emptyCode: '請輸入兌換碼',
  },
  features: {
    title: '讓玩家捨不得離開的理由',
  },
  more: {
    title: '還有更多等你探索',
    text: '來自《{game}》的活動、攻略與最新消息。',
    cta: '看更多',
  },
  logout: {
    title: '已登出',
    text: '我們很快再見。隨時歡迎你回來登入。',
  },
  goods: {
    firstBonus: '首儲加贈 {bonus}%',
    youGet: '共得 {total}',
    packExtra: '+ 加贈 {points} 點',
    best: '超值',
    buy: '以 {price} 購買 {name}',
    again: '再買一次：{name}',
    change: '更換',
    playsAs: '{role} · {server}',
  },
  trust: {
    title: '為什麼在這裡購買',
    delivery: '道具直送角色，一次足額到帳',
    payment: '在支付服務商的頁面付款，我們不會接觸你的卡片資料。',
    help: '遇到問題？客服幫你解決。',
    contact: '聯絡我們',
  },
} satisfies Messages['home']
