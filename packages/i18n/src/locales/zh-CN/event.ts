import type { Messages } from '../../messages.ts'

export default {
  title: '新闻',
  text: '《{game}》的最新动态：活动、公告与攻略。',
  tabs: '公告类型',
  all: '全部',
  event: '活动',
  strategy: '攻略',
  type: {
    t1: '新闻',
    t2: '活动',
    t3: '攻略',
  },
  phase: {
    live: '进行中：{days, plural, =1 {最后一天} other {还剩 # 天}}',
    liveOpen: '进行中',
    soon: '{date}开始',
    ended: '已结束',
    until: '至{date}',
  },
  hide: '隐藏这条新闻',
  empty: '暂无公告',
  emptyText: '过几天再来看看，新公告会最先发布在这里。',
  missing: '公告不存在',
  missingText: '它可能已经下线，当前的公告都可以在列表中查看。',
  back: '全部新闻',
  related: '更多新闻',
} satisfies Messages['event']
