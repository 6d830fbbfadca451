import type { Messages } from '../../messages.ts'

export default {
  title: '最新消息',
  text: '《{game}》的最新動向：活動、公告及攻略。',
  tabs: '公告類型',
  all: '全部',
  event: '活動',
  strategy: '攻略',
  type: {
    t1: '消息',
    t2: '活動',
    t3: '攻略',
  },
  phase: {
    live: '進行中：{days, plural, =1 {最後一日} other {尚餘 # 日}}',
    liveOpen: '進行中',
    soon: '{date}開始',
    ended: '已結束',
    until: '至{date}',
  },
  hide: '隱藏此消息',
  empty: '暫無公告',
  emptyText: '請稍後再來，新公告會率先在此發佈。',
  missing: '公告不存在',
  missingText: '公告可能已經下架，現有公告均可在列表查閱。',
  back: '所有消息',
  related: '更多消息',
} satisfies Messages['event']
