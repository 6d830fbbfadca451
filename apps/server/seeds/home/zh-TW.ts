import type { HomeTexts } from './home-texts.ts'

export const home = {
  hero: {
    kicker: '《星墜編年史》官方儲值商城',
    title: '群星墜落之時，由你點亮夜空',
    subtitle: '星晶與 HC 點數，直送你的角色。',
    cta: '立即儲值',
  },
  features: [
    {
      id: 'worlds',
      icon: '/art/features/worlds.svg',
      title: '破碎蒼穹',
      text: '揚帆往返浮空島之間，每座島都誕生自一顆不同的墜星。',
    },
    {
      id: 'companions',
      icon: '/art/features/companions.svg',
      title: '星靈夥伴',
      text: '和承載星座之力的星靈結緣，讓牠們陪你一起戰鬥。',
    },
    { id: 'battles', icon: '/art/features/battles.svg', title: '蝕月之戰', text: '四人組隊，挑戰吞噬光芒的巨獸。' },
    {
      id: 'seasons',
      icon: '/art/features/seasons.svg',
      title: '流轉賽季',
      text: '每個賽季星空都會改變：新島嶼、新劇情、新獎勵。',
    },
  ],
  gameInfo: {
    title: '遊戲介紹',
    paragraphs: [
      '群星之冠碎裂的那一夜，碎片把大地撕成漂浮的島嶼。你是「承星者」，是世上少數還聽得見墜星歌聲的人。',
      '蒐集星光、結識夥伴，從極光港一路登上雲端的星之城。不論獨自冒險還是揪好友同行，每一步都會點亮一個星座。',
    ],
    facts: [
      { label: '類型', value: '奇幻動作 RPG' },
      { label: '人數', value: '單人，或最多 4 人組隊' },
      { label: '平台', value: 'iOS、Android、Windows' },
      { label: '遊戲分級', value: '輔12級（12 歲以上）' },
    ],
  },
} satisfies HomeTexts
