import type { Messages } from '../../messages.ts'

export default {
  title: '商城',
  text: '在售商品和你所在地区的价格，都可以直接查看。购买时再登录即可。',
  items: '道具',
  packs: 'HC 点数套餐',
  best: '超值',
  firstBonus: '首充加赠 {bonus}%',
  bonusText: '标有加赠的道具，每个角色首次购买时都能获得加赠。',
  youGet: '共得 {total}',
  packExtra: '+ 赠送 {points} 点',
  orPoints: '或 {points} HC 点',
  tax: '含 {rate} 税',
  buy: '购买',
  buyNamed: '以 {price} 购买 {name}',
  doors: {
    title: '选择购买方式',
    text: '请先登录，{name} 会发放到你的账号，已选的商品会保留。',
    signIn: '登录并购买',
    gameText: '正在玩游戏？也可以直接从游戏内打开商城。',
    game: '打开游戏',
  },
  missing: '这件商品目前没有在售',
  missingText: '它可能已经下架，或者不在你所在的地区销售。',
  back: '返回商城',
} satisfies Messages['window']
