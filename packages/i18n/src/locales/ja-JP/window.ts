import type { Messages } from '../../messages.ts'

export default {
  title: 'ショップ',
  text: '販売中のアイテムと、お住まいの地域での価格をご覧いただけます。ログインは購入するときだけで大丈夫です。',
  items: 'アイテム',
  packs: 'HCポイントパック',
  best: 'お得',
  firstBonus: '初回チャージ {bonus}%ボーナス',
  bonusText: 'ボーナスが表示されているアイテムは、キャラクターごとに初回購入でボーナスが付きます。',
  youGet: '合計 {total} 獲得',
  packExtra: '+ ボーナス {points} ポイント',
  orPoints: 'または {points} HCポイント',
  tax: '税込（{rate}）',
  buy: '購入',
  buyNamed: '{name}を{price}で購入',
  doors: {
    title: '購入方法を選んでください',
    text: '{name}をお届けするアカウントにログインしてください。選んだ商品はそのままです。',
    signIn: 'ログインして購入',
    gameText: 'すでにプレイ中なら、ゲームからそのままこのショップを開けます。',
    game: 'ゲームを開く',
  },
  missing: 'この商品は現在ご購入いただけません',
  missingText: '販売が終了したか、お住まいの地域では販売されていない可能性があります。',
  back: 'ショップに戻る',
} satisfies Messages['window']
