import type { Messages } from '../../messages.ts'

export default {
  until: 'ถึง {date}',
  sum: 'ยอดชำระสะสมของ {role}',
  next: 'อีก {amount} จะได้รับ: {gain}',
  all: '{role} ครบทุกขั้นแล้ว',
  choose: 'เลือกตัวละครเพื่อดูความคืบหน้า',
  tiers: 'ทุกขั้น',
  from: 'ครบ {amount}',
  points: 'โบนัสพอยต์ {points}',
  gift: 'ของขวัญ: {name}',
  order: 'ดูคำสั่งซื้อ',
  counts: {
    item: 'นับเฉพาะการซื้อไอเทม',
    coin: 'นับแพ็ก HC\u00A0พอยต์ที่ซื้อให้ตัวละครนี้',
    both: 'นับการซื้อไอเทมและแพ็ก HC\u00A0พอยต์ที่ซื้อให้ตัวละครนี้',
    rule: 'ไม่นับการชำระด้วย HC\u00A0พอยต์ และคำสั่งซื้อที่คืนเงินแล้วจะไม่นับ',
  },
  why: {
    granted: 'มอบให้เมื่อ {date}',
    taken_back: 'เรียกคืนแล้ว เพราะมีการคืนเงินคำสั่งซื้อ',
    not_reached: 'อีก {amount}',
  },
  giftState: {
    none: 'ยังไม่ได้ส่งของขวัญ',
    queued: 'กำลังส่งของขวัญเข้าเกม',
    asking: 'ส่งของขวัญแล้ว รอเกมยืนยัน',
    delivered: 'ของขวัญถึงตัวละครแล้ว',
    refused: 'เกมรับของขวัญไม่ได้ ทีมงานกำลังตรวจสอบ',
    operator: 'ทีมงานกำลังดูแลของขวัญโดยตรง',
    cancelled: 'ยกเลิกของขวัญแล้ว',
  },
} satisfies Messages['rebate']
