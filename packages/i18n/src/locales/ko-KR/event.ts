import type { Messages } from '../../messages.ts'

export default {
  title: '소식',
  text: '{game}의 이벤트, 공지, 공략을 한눈에 확인해 보세요.',
  tabs: '소식 종류',
  all: '전체',
  event: '이벤트',
  strategy: '공략',
  type: {
    t1: '소식',
    t2: '이벤트',
    t3: '공략',
  },
  phase: {
    live: '진행 중: {days, plural, =1 {마지막 날} other {#일 남음}}',
    liveOpen: '진행 중',
    soon: '{date} 시작',
    ended: '종료',
    until: '{date}까지',
  },
  hide: '이 소식 숨기기',
  empty: '아직 공지가 없어요',
  emptyText: '새로운 공지는 여기에서 가장 먼저 볼 수 있어요. 곧 다시 들러 주세요.',
  missing: '존재하지 않는 공지예요',
  missingText: '게시가 끝났을 수 있어요. 현재 공지는 목록에서 모두 볼 수 있어요.',
  back: '전체 소식',
  related: '다른 소식',
} satisfies Messages['event']
