import type { HomeTexts } from './home-texts.ts'

export const home = {
  hero: {
    kicker: '《星墜編年史》官方增值網店',
    title: '星辰隕落，由你崛起',
    subtitle: '星晶及 HC 點數，直送你的角色。',
    cta: '立即增值',
  },
  features: [
    {
      id: 'worlds',
      icon: '/art/features/worlds.svg',
      title: '破碎天際',
      text: '揚帆穿梭浮空島，每座島嶼都源自一顆不同的墜星。',
    },
    {
      id: 'companions',
      icon: '/art/features/companions.svg',
      title: '星靈夥伴',
      text: '與承載星座之力的星靈結緣，讓牠們與你並肩作戰。',
    },
    { id: 'battles', icon: '/art/features/battles.svg', title: '蝕月戰場', text: '四人組隊，合力擊退吞噬光芒的巨獸。' },
    {
      id: 'seasons',
      icon: '/art/features/seasons.svg',
      title: '星季更替',
      text: '每個賽季星空都會轉變：新島嶼、新故事、新獎勵。',
    },
  ],
  gameInfo: {
    title: '遊戲簡介',
    paragraphs: [
      '群星之冠碎裂當晚，碎片將大地撕成一座座漂浮島嶼。你是「承星者」，是世上少數仍能聽見墜星歌聲的人。',
      '收集星光、結識夥伴，由極光港一直攀上雲端的星之城。無論獨自闖蕩，還是與朋友同行，每一步都會點亮一個星座。',
    ],
    facts: [
      { label: '類型', value: '奇幻動作 RPG' },
      { label: '人數', value: '單人，或最多 4 人組隊' },
      { label: '平台', value: 'iOS、Android、Windows' },
      { label: '適合年齡', value: '12 歲或以上' },
    ],
  },
} satisfies HomeTexts
