import type { Messages } from '../../messages.ts'

export default {
  code: {
    subjectLogin: '【{shop}】ログイン用認証コード：{code}',
    subjectReset: '【{shop}】パスワード再設定用認証コード：{code}',
    hello: 'いつもご利用ありがとうございます。',
    login: '次の認証コードを入力してログインしてください。',
    reset: '次の認証コードを入力して、新しいパスワードを設定してください。',
    valid: '有効期限は{minutes}分です。1回だけ使えます。',
    ignore: 'お心当たりがない場合は、このメールを無視してください。何も変更されていません。認証コードは誰にも教えないでください。当社からお尋ねすることはありません。',
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
  frame: {
    open: 'ショップを開く',
    footer: 'このメールは {shop} から送信されました。返信はできません。',
  },
} satisfies Messages['mail']
