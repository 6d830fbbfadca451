import type { Messages } from '../../messages.ts'

export default {
  code: {
    subjectLogin: '【{shop}】ログイン用認証コード：{code}',
    subjectReset: '【{shop}】パスワード再設定用認証コード：{code}',
    hello: 'いつもご利用ありがとうございます。',
    login: '次の認証コードを入力してログインしてください。',
    reset: '次の認証コードを入力して、新しいパスワードを設定してください。',
    valid: '有効期限は{minutes}分です。1回だけ使えます。',
    ignore:
      'お心当たりがない場合は、このメールを無視してください。何も変更されていません。認証コードは誰にも教えないでください。当社からお尋ねすることはありません。',
  },
  sms: {
    login: '【{shop}】ログイン用認証コードは{code}です。有効期限は{minutes}分です。誰にも教えないでください。',
    reset: '【{shop}】パスワード再設定用認証コードは{code}です。有効期限は{minutes}分です。誰にも教えないでください。',
  },
  changed: {
    subject: '{shop} のパスワードが変更されました',
    text: 'アカウント {account} のパスワードが変更されました。すべての端末からログアウトしました。',
    notYou: 'お心当たりがない場合は、すぐにパスワードを再設定し、カスタマーサポートにご連絡ください。',
  },
  order: {
    paid: {
      subject: '{shop} お支払いの控え：{name}',
      text: 'ありがとうございます。{amount}のお支払いを確認しました。{name}を{character}へお届けしています。',
      textCoin: 'ありがとうございます。{amount}のお支払いを確認しました。{name}をアカウントに付与しました。',
    },
    delivered: {
      subject: '{name}をお届けしました',
      text: '{name}を{character}へお届けしました。お楽しみください！',
    },
    refunded: {
      subject: '{amount}を返金しました',
      text: '{name}の代金{amount}を返金しました。カードへの反映には数日かかることがあります。',
      textPoints: '{name}に使われた{amount}をアカウントへお返ししました。',
    },
    review: {
      subject: '{name}のお支払いを確認しています',
      text: '{name}のご注文と一致しないお支払いを受け取りました。お支払いいただいた金額は安全に管理しており、担当者が確認しています。この注文をもう一度お支払いにならないでください。',
    },
    view: '注文を見る',
    help: 'お心当たりのないご注文や、お困りのことがありましたら、カスタマーサポートがお手伝いします。',
    support: 'この注文について問い合わせる',
    why: '注文に関するメールは、マイページでオフにできます。',
  },
  frame: {
    open: 'ショップを開く',
    footer: 'このメールは {shop} から送信されました。返信はできません。',
  },
} satisfies Messages['mail']
