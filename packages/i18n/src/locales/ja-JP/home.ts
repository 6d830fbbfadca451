import type { Messages } from '../../messages.ts'

export default {
  hero: {
    topUp: '今すぐチャージ',
    download: 'ゲームを入手',
    promise: 'あなたのキャラクターへ直接お届け',
  },
  topup: {
    title: 'チャージセンター',
    text: 'サーバーとキャラクターを選んで、お支払いは数秒。アイテムはゲーム内ですぐ受け取れます。',
    itemsTitle: 'アイテムとパス',
    itemsText: 'アイテムやパスを、選んだキャラクターへお届けします。',
    itemsCta: 'アイテムを見る',
    pointsTitle: 'HCポイントパック',
    pointsText: '当ショップ専用のポイントです。100 HCポイント＝1米ドル。大きなパックほどボーナスもたっぷり。',
    pointsCta: 'パックを見る',
    taxed: '表示価格はすべて税込です。',
    bonus: '初回チャージボーナス',
    bonusText: 'ボーナスが表示されているアイテムは、キャラクターごとに初回購入でボーナスが付きます。',
  },
  download: {
    title: 'ダウンロード',
    text: 'ひとつのアカウントで、どの端末でも。OSと地域を選んでください。',
    region: '地域',
    get: '{system}版をダウンロード',
    version: 'バージョン {version}',
    size: 'サイズ {size}',
    unavailable: 'この地域では{system}版をご利用いただけません',
  },
  news: {
    title: '注目のお知らせ',
    empty: 'お知らせはまだありません',
  },
  redeem: {
    title: 'ギフトコード',
    text: 'イベントや配信でギフトコードを手に入れたら、ここでキャラクターに引き換えられます。',
    label: 'ギフトコード',
    placeholder: '例：GIFT-2026',
    submit: '引き換える',
    emptyCode: 'コードを入力してください',
  },
  features: {
    title: 'この世界の魅力',
  },
  more: {
    title: '楽しみはまだまだ続く',
    text: 'イベント、攻略ガイド、{game}の世界の最新情報をお届けします。',
    cta: 'もっと見る',
  },
  logout: {
    title: 'ログアウトしました',
    text: 'またお会いしましょう。いつでもログインしてお戻りください。',
  },
  goods: {
    firstBonus: '初回チャージ {bonus}%ボーナス',
    youGet: '合計 {total} 獲得',
    packExtra: '+ ボーナス {points} ポイント',
    best: 'お得',
    buy: '{name}を{price}で購入',
    again: 'もう一度：{name}',
    change: '変更',
    playsAs: '{role} · {server}',
  },
  trust: {
    title: 'このショップで買う理由',
    delivery: 'アイテムはキャラクターへ直接、もれなくお届け',
    payment: 'お支払いは決済会社のページで行います。カード情報が当ショップに届くことはありません。',
    help: 'お困りですか？サポートがお手伝いします。',
    contact: 'お問い合わせ',
  },
} satisfies Messages['home']
