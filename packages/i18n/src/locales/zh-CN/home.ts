import type { Messages } from '../../messages.ts'

export default {
  hero: {
    topUp: '立即充值',
    download: '下载游戏',
    promise: '直接发放到你的角色',
  },
  topup: {
    title: '充值中心',
    text: '选好服务器和角色，几秒完成付款，进游戏就能领取道具。',
    itemsTitle: '道具与月卡',
    itemsText: '道具和月卡，发放到你选择的角色。',
    itemsCta: '查看道具',
    pointsTitle: 'HC\u00A0点数套餐',
    pointsText: '商城专属点数：100 HC\u00A0点价值 1 美元，套餐越大，赠送越多。',
    pointsCta: '查看套餐',
    taxed: '以上价格均已含税。',
    bonus: '首充加赠',
    bonusText: '标有加赠的道具，每个角色首次购买时都能获得加赠。',
  },
  download: {
    title: '下载游戏',
    text: '一个账号，畅玩所有设备。请选择系统和地区。',
    region: '地区',
    get: '下载 {system} 版',
    version: '版本 {version}',
    size: '大小 {size}',
    unavailable: '该地区暂不提供 {system} 版',
  },
  news: {
    title: '热门新闻',
    empty: '暂无公告',
  },
  redeem: {
    title: '兑换码',
    text: '在活动或直播中拿到了兑换码？在这里为你的角色兑换吧。',
    label: '兑换码',
    placeholder: '例如 GIFT-2026',
    submit: '兑换',
    emptyCode: '请输入兑换码',
  },
  features: {
    title: '玩家为何流连于此',
  },
  more: {
    title: '更多精彩等你发现',
    text: '来自《{game}》的活动、攻略与新闻。',
    cta: '查看更多',
  },
  logout: {
    title: '已退出登录',
    text: '期待再会。随时欢迎你回来登录。',
  },
  goods: {
    firstBonus: '首充加赠 {bonus}%',
    youGet: '共得 {total}',
    packExtra: '+ 赠送 {points} 点',
    best: '超值',
    buy: '以 {price} 购买 {name}',
    again: '再买一次：{name}',
    change: '更换',
    playsAs: '{role} · {server}',
  },
  trust: {
    title: '为什么在这里购买',
    delivery: '道具直达角色，一次足额到账',
    payment: '在支付服务商页面付款，我们不会接触你的银行卡信息。',
    help: '遇到问题？客服帮你解决。',
    contact: '联系我们',
  },
} satisfies Messages['home']
