import type { HomeTexts } from './home-texts.ts';

export const home = {
  hero: {
    kicker: '《星坠编年史》官方充值商城',
    title: '群星坠落之时，便是你启程之日',
    subtitle: '在这里充值星晶与 HC 点数，购买成功后直接发放到你的角色。',
    cta: '立即充值',
  },
  features: [
    { id: 'worlds', icon: '/art/features/worlds.svg', title: '破碎苍穹', text: '扬帆穿行于浮空岛之间，每座岛都诞生自一颗不同的坠星。' },
    { id: 'companions', icon: '/art/features/companions.svg', title: '星灵伙伴', text: '与承载星座之力的星灵结缘，让它们与你并肩作战。' },
    { id: 'battles', icon: '/art/features/battles.svg', title: '蚀月之战', text: '四人组队，讨伐吞噬光芒的巨兽。' },
    { id: 'seasons', icon: '/art/features/seasons.svg', title: '流转赛季', text: '每个赛季星空都会改变：新岛屿、新剧情、新奖励。' },
  ],
  gameInfo: {
    title: '游戏介绍',
    paragraphs: [
      '群星之冠碎裂的那一夜，碎片将大地撕成漂浮的岛屿。你是“承星者”，是世上少数仍能听见坠星歌声的人。',
      '收集星光，结识伙伴，从极光港一路登上云端的星之城。无论独自前行还是与好友同行，每一步都会点亮一个星座。',
    ],
    facts: [
      { label: '类型', value: '奇幻动作 RPG' },
      { label: '人数', value: '单人，或最多 4 人组队' },
      { label: '平台', value: 'iOS、Android、Windows' },
      { label: '适龄提示', value: '12 岁以上' },
    ],
  },
  footer: {
    about: {
      title: '关于我们',
      html: '<p><strong>Starfall Studio（演示）</strong>是虚构的游戏发行商，《星坠编年史》则是本站的示例游戏。从新闻到道具图片，这里的一切都是为了展示 HC Portal 的能力而制作的。</p><p>HC Portal 是一款开源软件，发行商可以用它搭建自己的商城，直接向玩家出售游戏道具和 HC 点数。本演示站的购买均为模拟，<strong>不会收取任何真实费用</strong>。</p>',
    },
    contact: {
      title: '联系我们',
      html: '<p>订单遇到问题？请登录后从<a href="/main/account/user">个人中心</a>进入客服。联系前请准备好订单号，可在<a href="/main/account/recharge">充值记录</a>中查看。</p><ul><li>邮箱：support@starfall.example</li><li>服务时间：周一至周五 10:00–18:00（UTC）</li></ul><p>本站为演示站，上述邮箱仅为示例，不会有人查收邮件。</p>',
    },
    privacy: {
      title: '隐私政策',
      html: '<p>本页说明 Starfall Studio（演示）的演示商城会处理哪些数据，以及处理的原因。</p><h2>我们保存的信息</h2><ul><li>你的账号 ID，以及你主动提供的邮箱或手机号；</li><li>你的服务器、角色、订单和 HC 点数记录；</li><li>商城的使用情况：打开了哪个页面、加载时间与停留时长、购买进行到哪一步，以及从哪个链接来到这里，用于改进商城体验。统计不涉及任何玩家身份，可以在本页末尾关闭。</li></ul><p>密码只以不可逆的哈希形式保存。</p><h2>Cookie 与浏览器存储</h2><p>一个 Cookie 记住你选择的语言，保存一年；另一个只在你使用 Facebook、Google、Apple 或微信登录时存在十分钟。浏览器的本地存储保存你的登录状态、角色列表、地区、尚未得到回应的订单，以及一个随机生成的设备标识。这些是商城运行和统计使用情况所必需的。本站没有任何广告追踪。</p><h2>支付</h2><p>付款在支付服务商的页面上完成，我们不会接触到你的银行卡号。</p><h2>保存期限与共享</h2><p>订单按照财务法规要求的期限保存。数据只会提供给负责发放道具的游戏服务器，以及处理付款的支付服务商。</p><h2>你的权利</h2><p>在<a href="/main/account/user">个人中心</a>可以下载或删除你的全部数据。如需更正或有任何疑问，请在那里联系客服。你也可以向数据保护主管机关投诉。</p>',
    },
    agreement: {
      title: '用户协议',
      html: '<p>使用本演示商城，即表示你同意以下内容。</p><h2>你的账号</h2><p>请妥善保管密码。登录期间产生的购买由你本人负责。未成年人请先征得家长或监护人同意。</p><h2>订单</h2><ul><li>付款前会以美元显示价格。</li><li>未支付的订单通常在五分钟后过期。</li><li>道具会发放到你选择的服务器和角色，请仔细核对。</li></ul><h2>HC 点数与道具</h2><p>1 美元可兑换 100 HC 点数，部分套餐会额外赠送点数。点数与道具仅限在本商城和游戏内使用，不可兑换现金，也不可转给其他账号。</p><h2>退款</h2><p>如果道具没有到账，请联系客服，我们会补发或退款。你依法享有的权利不受影响。退款时，该笔购买所发放的内容会被收回。</p><h2>演示说明</h2><p>本站不构成真实交易，数据可能随时重置。</p>',
    },
  },
} satisfies HomeTexts;
