import type { Messages } from '../../messages.ts'

export default {
  title: 'ใบเสร็จ',
  creditNote: 'ใบลดหนี้',
  number: 'เลขที่',
  of: 'ใบเสร็จต้นฉบับ',
  issued: 'วันที่ออก',
  paid: 'วันที่ชำระ',
  refunded: 'วันที่คืนเงิน',
  seller: 'ผู้ขาย',
  buyer: 'ผู้ซื้อ',
  order: 'หมายเลขคำสั่งซื้อ',
  line: '{name} × {quantity}',
  net: 'ยอดก่อนภาษี',
  tax: '{name} ({rate})',
  total: 'ยอดรวม',
  pdf: 'ดาวน์โหลด PDF',
  print: 'พิมพ์',
  back: 'กลับไปที่คำสั่งซื้อ',
  waiting: 'เรากำลังออกใบเสร็จให้คุณ รอสักครู่นะ',
  none: 'คำสั่งซื้อนี้ไม่มีใบเสร็จ',
} satisfies Messages['receipt']
