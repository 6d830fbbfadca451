import type { Messages } from '../../messages.ts'

export default {
  title: 'お住まいの国・地域',
  text: 'お住まいの国・地域の価格を表示しています。',
  current: '{country}・{currency}で表示',
  unknown: '{currency}で表示',
  why: '判定のもとになる情報',
  none: '国・地域がわかる情報はまだありません。',
  sign: {
    ip: '接続元',
    game: 'ゲーム',
    phone: '電話番号',
    payer: 'カード・ウォレット',
    declared: 'ご自身の選択',
  },
  doubted: '{country}が選ばれています。次のいずれかが一致すると、その価格になります：{signs}',
  guarded: '{country}の価格には、次の情報のうち2つの一致が必要です。まだ一致していない情報：{signs}',
  change: '国・地域を変更',
  choose: '国・地域',
  save: 'この国・地域にする',
  hint: '変更は90日に1回までです。',
  locked: '次の変更は{date}からです。',
  saved: '国・地域を保存しました',
  signIn: '国・地域を変更するには、ログインしてください。',
  appeal: {
    label: '表示が違う場合はお知らせください',
    send: '送信する',
    asked: '担当チームが確認しています。',
    granted: '担当チームが国・地域を確認しました。',
    refused: '担当チームでは国・地域を確認できませんでした。',
  },
} satisfies Messages['market']
