import type { Messages } from '../../messages.ts'

export default {
  title: '商城',
  text: '販售中的商品和你所在地區的價格，都可以直接查看，購買時再登入就好。',
  items: '道具',
  packs: 'HC 點數方案',
  best: '超值',
  firstBonus: '首儲加贈 {bonus}%',
  bonusText: '標示加贈的道具，每個角色第一次購買時都能獲得加贈。',
  youGet: '共得 {total}',
  packExtra: '+ 加贈 {points} 點',
  orPoints: '或 {points} HC 點',
  tax: '含 {rate} 稅',
  buy: '購買',
  buyNamed: '以 {price} 購買 {name}',
  doors: {
    title: '選擇購買方式',
    text: '請先登入，{name} 會送到你的帳號，已選的商品會保留。',
    signIn: '登入並購買',
    gameText: '正在玩遊戲？也可以直接從遊戲內開啟商城。',
    game: '開啟遊戲',
  },
  missing: '這項商品目前沒有販售',
  missingText: '它可能已經下架，或是不在你所在的地區販售。',
  back: '返回商城',
} satisfies Messages['window']
