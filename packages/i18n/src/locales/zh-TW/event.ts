import type { Messages } from '../../messages.ts'

export default {
  title: '最新消息',
  text: '《{game}》的最新動態：活動、公告與攻略。',
  tabs: '公告類型',
  all: '全部',
  event: '活動',
  strategy: '攻略',
  type: {
    t1: '新聞',
    t2: '活動',
    t3: '攻略',
  },
  phase: {
    live: '進行中：{days, plural, =1 {最後一天} other {還剩 # 天}}',
    liveOpen: '進行中',
    soon: '{date}開始',
    ended: '已結束',
    until: '至{date}',
  },
  hide: '隱藏這則消息',
  empty: '目前沒有公告',
  emptyText: '過幾天再來看看，新公告會最先出現在這裡。',
  missing: '公告不存在',
  missingText: '它可能已經下架，目前的公告都可以在清單中查看。',
  back: '所有消息',
  related: '更多消息',
} satisfies Messages['event']
