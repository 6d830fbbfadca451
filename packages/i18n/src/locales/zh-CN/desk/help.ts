import type { DeskMessages } from '../../../messages.ts'

export const help: DeskMessages['help'] = {
  intro: '出问题时，一步一步该怎么做。',
  search: '搜索',
  parts: '章节',
  all: '所有操作手册',
  english: '操作手册为英文。',
  nothing: '没有手册包含这些词',
  what: '处理办法',
}

export const own: DeskMessages['own'] = {
  title: '语言、时间和快捷键',
  zone: '时区',
  device: '跟随此设备（{zone}）',
  zoneHint: '后台的时间都按此时区显示，保存在此浏览器中。',
}

export const beside: DeskMessages['beside'] = {
  source: '原文（{language}）',
  changed: '保存此译文后，原文有这些改动：',
  lost: '保存此译文后，原文已改动；当时的原文没有留存。',
  right: '译文仍然正确',
  added: '新增：',
  removed: '删除：',
  word: '在手机上一行放不下：{word}',
}

export const firstView: DeskMessages['firstView'] = {
  support: '已付款，未到账',
  lead: '停住的退款',
  content: '已修改，未发布',
  campaign: '进行中',
  finance: '失败的退款',
  ops: '游戏未答复',
  auditor: '谁查看了隐藏字段',
  owner: '授予的角色',
}
