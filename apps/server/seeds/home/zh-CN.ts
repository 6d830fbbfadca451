import type { HomeTexts } from './home-texts.ts'

export const home = {
  hero: {
    kicker: '《星坠编年史》官方充值商城',
    title: '群星坠落之时，便是你启程之日',
    subtitle: '星晶与 HC 点数，直达你的角色。',
    cta: '立即充值',
  },
  features: [
    {
      id: 'worlds',
      icon: '/art/features/worlds.svg',
      title: '破碎苍穹',
      text: '扬帆穿行于浮空岛之间，每座岛都诞生自一颗不同的坠星。',
    },
    {
      id: 'companions',
      icon: '/art/features/companions.svg',
      title: '星灵伙伴',
      text: '与承载星座之力的星灵结缘，让它们与你并肩作战。',
    },
    { id: 'battles', icon: '/art/features/battles.svg', title: '蚀月之战', text: '四人组队，讨伐吞噬光芒的巨兽。' },
    {
      id: 'seasons',
      icon: '/art/features/seasons.svg',
      title: '流转赛季',
      text: '每个赛季星空都会改变：新岛屿、新剧情、新奖励。',
    },
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
      { label: '适龄提示', value: '12+' },
    ],
  },
} satisfies HomeTexts
