import type { HomeTexts } from './home-texts.ts'

export const home = {
  hero: {
    kicker: '『スターフォール・クロニクル』公式ウェブショップ',
    title: '星が墜ちる夜、君が輝く',
    subtitle: 'スタージェムとHCポイントを、あなたのキャラクターへ直接お届け。',
    cta: '今すぐチャージ',
  },
  features: [
    {
      id: 'worlds',
      icon: '/art/features/worlds.svg',
      title: '砕けた空の島々',
      text: '落ちた星からひとつずつ生まれた浮島を、船でめぐる旅へ。',
    },
    {
      id: 'companions',
      icon: '/art/features/companions.svg',
      title: '星霊の仲間',
      text: '星座の力を宿す星霊と絆を結び、肩を並べて戦いましょう。',
    },
    {
      id: 'battles',
      icon: '/art/features/battles.svg',
      title: '蝕のバトル',
      text: '4人でパーティを組み、光を飲み込む巨獣に挑みましょう。',
    },
    {
      id: 'seasons',
      icon: '/art/features/seasons.svg',
      title: 'めぐるシーズン',
      text: 'シーズンごとに星空が変化。新しい島、物語、報酬が登場します。',
    },
  ],
  gameInfo: {
    title: 'ゲーム紹介',
    paragraphs: [
      '「星々の冠」が砕けた夜、そのかけらは大地を引き裂き、空に浮かぶ島々へと変えました。あなたは、落ちた星の歌を今も聴くことができる数少ない「星の担い手」です。',
      '光を集め、仲間と出会い、オーロラの港から雲の上の城塞を目指しましょう。ひとりでも、友だちと一緒でも。星座がひとつ、またひとつと灯っていきます。',
    ],
    facts: [
      { label: 'ジャンル', value: 'ファンタジーアクションRPG' },
      { label: 'プレイ人数', value: '1人、または最大4人のパーティ' },
      { label: '対応機種', value: 'iOS、Android、Windows' },
      { label: '対象年齢', value: '12歳以上' },
    ],
  },
} satisfies HomeTexts
