import type { Messages } from '../../messages.ts'

export default {
  hero: {
    topUp: '立即增值',
    download: '下載遊戲',
    promise: '直接送到你的角色',
  },
  topup: {
    title: '增值中心',
    text: '選擇伺服器及角色，數秒完成付款，隨即可在遊戲內領取道具。',
    itemsTitle: '道具及月卡',
    itemsText: '道具及月卡，直接送到你選擇的角色。',
    itemsCta: '瀏覽道具',
    pointsTitle: 'HC\u00A0點數組合',
    pointsText: '網店專用點數：100 HC\u00A0點價值 1 美元，組合愈大，送贈愈多。',
    pointsCta: '瀏覽組合',
    taxed: '以上價格均已含稅。',
    bonus: '首次增值加送',
    bonusText: '標示加送的道具，每個角色首次購買時均可獲得加送。',
  },
  download: {
    title: '下載遊戲',
    text: '一個帳戶，暢玩所有裝置。請選擇系統及地區。',
    region: '地區',
    get: '下載 {system} 版',
    version: '版本 {version}',
    size: '大小 {size}',
    unavailable: '此地區暫未提供 {system} 版',
  },
  news: {
    title: '熱門消息',
    empty: '暫無公告',
  },
  redeem: {
    title: '兌換碼',
    text: '在活動或直播取得兌換碼？在此為你的角色兌換吧。',
    label: '兌換碼',
    placeholder: '例如 GIFT-2026',
    submit: '兌換',
    emptyCode: '請輸入兌換碼',
  },
  features: {
    title: '玩家樂在其中的原因',
  },
  more: {
    title: '更多精彩等你發掘',
    text: '來自《{game}》的活動、攻略及最新消息。',
    cta: '查看更多',
  },
  logout: {
    title: '已登出',
    text: '後會有期。歡迎你隨時再次登入。',
  },
  goods: {
    firstBonus: '首次增值加送 {bonus}%',
    youGet: '共得 {total}',
    packExtra: '+ 送贈 {points} 點',
    best: '超值',
    buy: '以 {price} 購買 {name}',
    again: '再買一次：{name}',
    change: '更改',
    playsAs: '{role} · {server}',
  },
  trust: {
    title: '為何在此購買',
    delivery: '道具直達角色，一次過足額送到',
    payment: '在付款服務商頁面付款，我們不會接觸你的卡資料。',
    help: '遇到問題？客服幫你解決。',
    contact: '聯絡我們',
  },
} satisfies Messages['home']
