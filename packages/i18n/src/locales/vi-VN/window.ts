import type { Messages } from '../../messages.ts'

export default {
  title: 'Cửa hàng',
  text: 'Xem mọi thứ đang bán và giá tại nơi bạn ở. Bạn chỉ cần đăng nhập khi mua.',
  items: 'Vật phẩm',
  packs: 'Gói HC Point',
  best: 'Hời nhất',
  firstBonus: 'Nạp lần đầu thưởng {bonus}%',
  bonusText: 'Vật phẩm nào có ghi thưởng, mỗi nhân vật được nhận thưởng khi mua vật phẩm đó lần đầu.',
  youGet: 'Nhận tổng cộng {total}',
  packExtra: '+ {points} điểm thưởng',
  orPoints: 'hoặc {points} HC Point',
  tax: 'đã gồm {rate} thuế',
  buy: 'Mua',
  buyNamed: 'Mua {name} với giá {price}',
  doors: {
    title: 'Bạn muốn mua bằng cách nào?',
    text: 'Đăng nhập để {name} về đúng tài khoản của bạn. Lựa chọn vẫn được giữ nguyên.',
    signIn: 'Đăng nhập và mua',
    gameText: 'Đang chơi game? Bạn có thể mở cửa hàng ngay từ trong game.',
    game: 'Mở game',
  },
  missing: 'Món này hiện không được bán ở đây',
  missingText: 'Có thể đã ngừng bán hoặc không bán ở quốc gia của bạn.',
  back: 'Về cửa hàng',
} satisfies Messages['window']
