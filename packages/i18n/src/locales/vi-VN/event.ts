import type { Messages } from '../../messages.ts'

export default {
  title: 'Tin tức',
  text: 'Có gì mới trong {game}: sự kiện, thông báo và cẩm nang.',
  tabs: 'Loại thông báo',
  all: 'Tất cả',
  event: 'Sự kiện',
  strategy: 'Cẩm nang',
  type: {
    t1: 'Tin tức',
    t2: 'Sự kiện',
    t3: 'Cẩm nang',
  },
  phase: {
    live: 'Đang diễn ra: {days, plural, =1 {ngày cuối} other {còn # ngày}}',
    liveOpen: 'Đang diễn ra',
    soon: 'Bắt đầu {date}',
    ended: 'Đã kết thúc',
    until: 'đến {date}',
  },
  hide: 'Ẩn tin này',
  empty: 'Chưa có thông báo nào',
  emptyText: 'Hãy sớm quay lại nhé, thông báo mới luôn xuất hiện ở đây trước tiên.',
  missing: 'Thông báo không tồn tại',
  missingText: 'Có thể thông báo đã được gỡ. Bạn có thể xem các thông báo hiện có trong danh sách.',
  back: 'Tất cả tin tức',
  related: 'Tin khác',
} satisfies Messages['event']
