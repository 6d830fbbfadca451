import type { Messages } from '../../messages.ts'

export default {
  title: 'おかえりなさい',
  text: 'ゲームアカウントでログインすると、チャージや注文の確認ができます。',
  account: {
    label: 'ゲームアカウントまたはメールアドレス',
    placeholder: 'アカウントIDまたはメールアドレス',
  },
  password: {
    label: 'パスワード',
    placeholder: 'パスワードを入力',
    show: 'パスワードを表示',
    hide: 'パスワードを隠す',
  },
  remember: 'この端末でログイン状態を保持する',
  forgot: 'パスワードをお忘れですか？',
  submit: 'ログイン',
  submitting: 'ログイン中…',
  success: 'ログインしました',
  or: 'または次の方法でログイン',
  demoHint: 'デモ：アカウント {account}、パスワード {password} でログインできます',
  required: 'すべての項目を入力してください',
  email: '有効なメールアドレスを入力してください',
  passwordRule: 'パスワードは6〜16文字で、数字、英字、記号のうち2種類以上を組み合わせてください',
  passwordMismatch: 'パスワードの形式が正しくありません',
  passwordsDiffer: '2つのパスワードが一致しません。もう一度入力してください',
  continueTo: 'ログイン後、元のページの続きに戻ります。',
  noAccount: 'アカウントをお持ちでない方は、ゲーム内で作成してからログインしてください。',
  forgotDialog: {
    title: 'パスワードをお忘れの方',
    text: '当サイトでのパスワード再設定は準備中です。ゲーム内で変更するか、カスタマーサポートへご相談ください。担当者がお手伝いします。',
  },
  token: {
    title: '準備中です',
    text: 'ゲームからの直接ログインは準備中です。アカウントとパスワードでログインしてください。',
  },
  side: {
    one: '数秒でキャラクターにお届け',
    two: 'すべての注文を番号で追跡',
    three: 'キャラクターごとに初回チャージボーナス',
  },
} satisfies Messages['login']
