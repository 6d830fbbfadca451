import type { Messages } from '../../messages.ts'

export default {
  title: '網店',
  text: '發售中的商品及你所在地區的價格，隨時可以查看，購買時才需要登入。',
  items: '道具',
  packs: 'HC 點數組合',
  best: '超值',
  firstBonus: '首次增值加送 {bonus}%',
  bonusText: '標示加送的道具，每個角色首次購買時均可獲得加送。',
  youGet: '共得 {total}',
  packExtra: '+ 送贈 {points} 點',
  orPoints: '或 {points} HC 點',
  tax: '含 {rate} 稅',
  buy: '購買',
  buyNamed: '以 {price} 購買 {name}',
  doors: {
    title: '選擇購買方式',
    text: '請先登入，{name} 會送到你的帳戶，已選的商品會保留。',
    signIn: '登入並購買',
    gameText: '正在玩遊戲？亦可直接由遊戲內開啟網店。',
    game: '開啟遊戲',
  },
  missing: '這件商品目前沒有發售',
  missingText: '商品可能已經下架，或不在你所在的地區發售。',
  back: '返回網店',
} satisfies Messages['window']
