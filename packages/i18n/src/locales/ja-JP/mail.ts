import type { Messages } from '../../messages.ts'

export default {
  code: {
    subjectLogin: '{shop} のログインコード：{code}',
    subjectReset: '{shop} のパスワード再設定コード：{code}',
    hello: 'いつもご利用ありがとうございます。',
    login: '次のコードを入力してログインしてください。',
    reset: '次のコードを入力して、新しいパスワードを設定してください。',
    valid: '有効期限は{minutes}分です。1回だけ使えます。',
    ignore: 'お心当たりがない場合は、このメールを無視してください。何も変更されていません。コードは誰にも教えないでください。当社からお尋ねすることはありません。',
  },
  sms: {
    login: '{shop}：ログインコードは {code} です。有効期限は{minutes}分です。誰にも教えないでください。',
    reset: '{shop}：パスワード再設定コードは {code} です。有効期限は{minutes}分です。誰にも教えないでください。',
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
