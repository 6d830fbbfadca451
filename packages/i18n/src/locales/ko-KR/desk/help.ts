import type { DeskMessages } from '../../../messages.ts'

export const help: DeskMessages['help'] = {
  intro: '문제가 생겼을 때 할 일을 순서대로 알려 드려요.',
  search: '검색',
  parts: '항목',
  all: '모든 안내서',
  english: '안내서는 영어로 되어 있어요.',
  nothing: '이 단어가 있는 안내서가 없어요',
  what: '대처 방법',
}

export const own: DeskMessages['own'] = {
  title: '언어, 시간, 단축키',
  zone: '시간대',
  device: '이 기기와 같게 ({zone})',
  zoneHint: '데스크의 시각을 이 시간대로 보여 줘요. 이 브라우저에 저장돼요.',
}

export const beside: DeskMessages['beside'] = {
  source: '원문 ({language})',
  changed: '이 번역을 저장한 뒤 원문에서 바뀐 내용:',
  lost: '이 번역을 저장한 뒤 원문이 바뀌었어요. 당시 원문은 남아 있지 않아요.',
  right: '번역이 그대로 맞아요',
  added: '추가: ',
  removed: '삭제: ',
  word: '휴대폰 한 줄에 들어가지 않아요: {word}',
}

export const firstView: DeskMessages['firstView'] = {
  support: '결제됐지만 미지급',
  lead: '멈춘 환불',
  content: '변경됨, 미게시',
  campaign: '진행 중',
  finance: '실패한 환불',
  ops: '게임 응답 없음',
  auditor: '가린 항목을 본 기록',
  owner: '부여한 역할',
}
