import type { Messages } from '../../messages.ts'

export default {
  title: 'お知らせ',
  text: '{game}のイベント、お知らせ、攻略ガイドをまとめてチェック。',
  tabs: 'お知らせの種類',
  all: 'すべて',
  event: 'イベント',
  strategy: '攻略',
  type: {
    t1: 'ニュース',
    t2: 'イベント',
    t3: '攻略',
  },
  phase: {
    live: '開催中：{days, plural, =1 {最終日} other {残り#日}}',
    liveOpen: '開催中',
    soon: '{date}から',
    ended: '終了',
    until: '{date}まで',
  },
  hide: 'このお知らせを閉じる',
  empty: 'お知らせはまだありません',
  emptyText: '新しいお知らせは、ここにいち早く掲載します。またお越しください。',
  missing: 'お知らせが見つかりません',
  missingText: '掲載が終了した可能性があります。現在のお知らせは一覧からご覧いただけます。',
  back: 'お知らせ一覧',
  related: 'ほかのお知らせ',
} satisfies Messages['event']
