import type { DeskMessages } from '../../../messages.ts'

export const help: DeskMessages['help'] = {
  intro: '出問題時，一步一步教你怎樣處理。',
  search: '搜尋',
  parts: '章節',
  all: '所有操作手冊',
  english: '操作手冊以英文撰寫。',
  nothing: '沒有手冊包含這些字詞',
  what: '處理辦法',
}

export const own: DeskMessages['own'] = {
  title: '語言、時間及快捷鍵',
  zone: '時區',
  device: '跟隨此裝置（{zone}）',
  zoneHint: '後台所有時間都按此時區顯示，並儲存在此瀏覽器。',
}

export const beside: DeskMessages['beside'] = {
  source: '原文（{language}）',
  changed: '儲存此譯文後，原文有以下改動：',
  lost: '儲存此譯文後，原文已改動；當時的原文沒有保留。',
  right: '譯文仍然正確',
  added: '新增：',
  removed: '刪除：',
  word: '在手機上一行放不下：{word}',
}

export const firstView: DeskMessages['firstView'] = {
  support: '已付款，未到帳',
  lead: '停住的退款',
  content: '已修改，未發佈',
  campaign: '進行中',
  finance: '失敗的退款',
  ops: '遊戲未回覆',
  auditor: '誰查看了隱藏欄位',
  owner: '授予的角色',
}
