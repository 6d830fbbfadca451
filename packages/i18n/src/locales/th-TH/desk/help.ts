import type { DeskMessages } from '../../../messages.ts'

export const help: DeskMessages['help'] = {
  intro: 'วิธีจัดการทีละขั้นตอนเมื่อเกิดปัญหา',
  search: 'ค้นหา',
  parts: 'หัวข้อ',
  all: 'คู่มือทั้งหมด',
  english: 'คู่มือเป็นภาษาอังกฤษ',
  nothing: 'ไม่มีคู่มือที่มีคำเหล่านี้',
  what: 'วิธีจัดการ',
}

export const own: DeskMessages['own'] = {
  title: 'ภาษา เวลา และปุ่มลัด',
  zone: 'เขตเวลา',
  device: 'ตามเครื่องนี้ ({zone})',
  zoneHint: 'เวลาทั้งหมดในเดสก์จะแสดงตามเขตเวลานี้ เบราว์เซอร์นี้จะจำไว้',
}

export const beside: DeskMessages['beside'] = {
  source: 'ต้นฉบับ ({language})',
  changed: 'สิ่งที่เปลี่ยนในต้นฉบับหลังบันทึกคำแปลนี้:',
  lost: 'ต้นฉบับเปลี่ยนไปหลังบันทึกคำแปลนี้ และไม่มีต้นฉบับเดิมเก็บไว้แล้ว',
  right: 'คำแปลยังถูกต้อง',
  added: 'เพิ่ม: ',
  removed: 'ลบ: ',
  word: 'ยาวเกินหนึ่งบรรทัดบนมือถือ: {word}',
}

export const firstView: DeskMessages['firstView'] = {
  support: 'จ่ายแล้ว ของยังไม่ถึง',
  lead: 'การคืนเงินที่ค้าง',
  content: 'แก้แล้วแต่ยังไม่เผยแพร่',
  campaign: 'กำลังดำเนินอยู่',
  finance: 'การคืนเงินที่ล้มเหลว',
  ops: 'เกมยังไม่ตอบ',
  auditor: 'ใครดูข้อมูลที่ปิดไว้',
  owner: 'บทบาทที่มอบไป',
}
