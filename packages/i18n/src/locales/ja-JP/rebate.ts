import type { Messages } from '../../messages.ts'

export default {
  until: '{date}まで',
  sum: '{role}の累計お支払い額',
  next: 'あと{amount}で獲得：{gain}',
  all: '{role}はすべての段階を達成しました。',
  choose: 'キャラクターを選ぶと、達成状況が表示されます。',
  tiers: 'すべての段階',
  from: '{amount}以上',
  points: 'ボーナス {points} ポイント',
  gift: 'ギフト：{name}',
  order: '注文を見る',
  counts: {
    item: 'アイテムの購入が対象です。',
    coin: 'このキャラクター宛てに購入したHCポイントパックが対象です。',
    both: 'アイテムと、このキャラクター宛てに購入したHCポイントパックが対象です。',
    rule: 'HCポイントでのお支払いは対象外です。返金された注文は累計から除かれます。',
    dollars: '還元は、購入したものの基本価格をもとに米ドルで集計します。為替レートは影響しません。',
  },
  why: {
    granted: '{date}に付与',
    taken_back: '注文の返金により取り消し',
    not_reached: 'あと{amount}',
  },
  giftState: {
    none: 'ギフトはお届け前です',
    queued: 'ギフトをゲームへお届け中',
    asking: 'ギフトはゲームへ送信済み（確認待ち）',
    delivered: 'ギフトはキャラクターにお届け済み',
    refused: 'ゲーム側でギフトを受け取れませんでした。担当者が確認しています。',
    operator: 'ギフトは担当者が直接対応しています',
    cancelled: 'ギフトは取り消されました',
  },
} satisfies Messages['rebate']
