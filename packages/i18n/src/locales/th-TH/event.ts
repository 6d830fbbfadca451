import type { Messages } from '../../messages.ts'

export default {
  title: 'ข่าวสาร',
  text: 'เกาะติดทุกความเคลื่อนไหวใน {game}: กิจกรรม ประกาศ และไกด์',
  tabs: 'ประเภทประกาศ',
  all: 'ทั้งหมด',
  event: 'กิจกรรม',
  strategy: 'ไกด์',
  type: {
    t1: 'ข่าว',
    t2: 'กิจกรรม',
    t3: 'ไกด์',
  },
  phase: {
    live: 'กำลังจัด: {days, plural, =1 {วันสุดท้าย} other {เหลือ # วัน}}',
    liveOpen: 'กำลังจัด',
    soon: 'เริ่ม {date}',
    ended: 'จบแล้ว',
    until: 'ถึง {date}',
  },
  hide: 'ซ่อนข่าวนี้',
  empty: 'ยังไม่มีประกาศ',
  emptyText: 'แวะมาดูใหม่เร็ว ๆ นี้ ประกาศใหม่จะขึ้นที่นี่ก่อนใคร',
  missing: 'ไม่พบประกาศนี้',
  missingText: 'ประกาศนี้อาจถูกนำออกแล้ว ดูประกาศปัจจุบันทั้งหมดได้ในรายการ',
  back: 'ข่าวทั้งหมด',
  related: 'ข่าวอื่น ๆ',
} satisfies Messages['event']
