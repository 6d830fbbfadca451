import type { DeskMessages } from '../../../messages.ts'

export const help: DeskMessages['help'] = {
  intro: '問題が起きたときの対処を、順を追って説明します。',
  search: '検索',
  parts: '見出し',
  all: '手順書一覧',
  english: '手順書は英語です。',
  nothing: 'この言葉を含む手順書はありません',
  what: '対処方法',
}

export const own: DeskMessages['own'] = {
  title: '言語・時刻・キー操作',
  zone: 'タイムゾーン',
  device: 'この端末に合わせる（{zone}）',
  zoneHint: 'デスクの日時はこのタイムゾーンで表示します。このブラウザに保存されます。',
}

export const beside: DeskMessages['beside'] = {
  source: '原文（{language}）',
  changed: 'この翻訳を保存した後の、原文の変更：',
  lost: 'この翻訳を保存した後に原文が変わりました。当時の原文は残っていません。',
  right: '翻訳はこのままで正しい',
  added: '追加：',
  removed: '削除：',
  word: 'スマートフォンの1行に収まりません：{word}',
}

export const firstView: DeskMessages['firstView'] = {
  support: '支払い済み・未配達',
  lead: '止まっている返金',
  content: '変更あり・未公開',
  campaign: '実施中',
  finance: '失敗した返金',
  ops: 'ゲームから応答なし',
  auditor: '伏せた項目の閲覧',
  owner: '付与したロール',
}
