import type { DeskMessages } from '../../../messages.ts'

export const help: DeskMessages['help'] = {
  intro: 'Từng bước xử lý khi có sự cố.',
  search: 'Tìm',
  parts: 'Các mục',
  all: 'Tất cả hướng dẫn',
  english: 'Hướng dẫn được viết bằng tiếng Anh.',
  nothing: 'Không hướng dẫn nào có những từ này',
  what: 'Cách xử lý',
}

export const own: DeskMessages['own'] = {
  title: 'Ngôn ngữ, giờ và phím tắt',
  zone: 'Múi giờ',
  device: 'Theo thiết bị này ({zone})',
  zoneHint: 'Mọi thời điểm trên bàn điều hành hiển thị theo múi giờ này. Trình duyệt này sẽ ghi nhớ.',
}

export const beside: DeskMessages['beside'] = {
  source: 'Bản gốc ({language})',
  changed: 'Bản gốc đã thay đổi từ khi lưu bản dịch này:',
  lost: 'Bản gốc đã thay đổi từ khi lưu bản dịch này. Nội dung khi đó không còn được lưu.',
  right: 'Bản dịch vẫn đúng',
  added: 'thêm: ',
  removed: 'bỏ: ',
  word: 'Dài hơn một dòng trên điện thoại: {word}',
}

export const firstView: DeskMessages['firstView'] = {
  support: 'Đã trả tiền, chưa nhận hàng',
  lead: 'Hoàn tiền bị dừng',
  content: 'Đã sửa, chưa đăng',
  campaign: 'Đang chạy',
  finance: 'Hoàn tiền thất bại',
  ops: 'Trò chơi chưa trả lời',
  auditor: 'Ai đã xem trường bị che',
  owner: 'Vai trò đã cấp',
}
