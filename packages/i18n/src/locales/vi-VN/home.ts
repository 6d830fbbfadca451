import type { Messages } from '../../messages.ts'

export default {
  hero: {
    topUp: 'Nạp ngay',
    download: 'Tải game',
    promise: 'Gửi thẳng đến nhân vật của bạn',
  },
  topup: {
    title: 'Trung tâm nạp',
    text: 'Chọn máy chủ và nhân vật, thanh toán trong vài giây rồi nhận vật phẩm ngay trong game.',
    itemsTitle: 'Vật phẩm và thẻ tháng',
    itemsText: 'Vật phẩm và thẻ tháng, gửi đến nhân vật bạn chọn.',
    itemsCta: 'Xem vật phẩm',
    pointsTitle: 'Gói HC\u00A0Point',
    pointsText:
      'Điểm riêng của cửa hàng: 100 HC\u00A0Point trị giá 1 đô la Mỹ, gói càng lớn càng được tặng thêm nhiều.',
    pointsCta: 'Xem các gói',
    taxed: 'Giá đã gồm thuế.',
    bonus: 'Thưởng nạp lần đầu',
    bonusText: 'Vật phẩm nào có ghi thưởng, mỗi nhân vật được nhận thưởng khi mua vật phẩm đó lần đầu.',
  },
  download: {
    title: 'Tải game',
    text: 'Một tài khoản cho mọi thiết bị. Hãy chọn hệ điều hành và khu vực.',
    region: 'Khu vực',
    get: 'Tải cho {system}',
    version: 'Phiên bản {version}',
    size: 'Dung lượng {size}',
    unavailable: 'Chưa có bản {system} tại khu vực này',
  },
  news: {
    title: 'Tin nổi bật',
    empty: 'Chưa có thông báo nào',
  },
  redeem: {
    title: 'Đổi mã quà',
    text: 'Bạn có mã quà từ sự kiện hay buổi phát trực tiếp? Đổi ngay tại đây cho nhân vật của mình.',
    label: 'Mã quà',
    placeholder: 'Ví dụ: GIFT-2026',
    submit: 'Đổi quà',
    emptyCode: 'Vui lòng nhập mã',
  },
  features: {
    title: 'Điểm hấp dẫn của game',
  },
  more: {
    title: 'Còn nhiều điều để khám phá',
    text: 'Sự kiện, cẩm nang và tin tức từ thế giới {game}.',
    cta: 'Xem thêm',
  },
  logout: {
    title: 'Bạn đã đăng xuất',
    text: 'Hẹn sớm gặp lại. Bạn có thể đăng nhập lại bất cứ lúc nào.',
  },
  goods: {
    firstBonus: 'Nạp lần đầu thưởng {bonus}%',
    youGet: 'Nhận tổng cộng {total}',
    packExtra: '+ {points} điểm thưởng',
    best: 'Hời nhất',
    buy: 'Mua {name} với giá {price}',
    again: 'Mua lại: {name}',
    change: 'Đổi',
    playsAs: '{role} · {server}',
  },
  trust: {
    title: 'Vì sao mua tại đây',
    delivery: 'Vật phẩm đến thẳng nhân vật, đủ số lượng',
    payment: 'Bạn thanh toán trên trang của nhà cung cấp thanh toán. Chúng tôi không thấy thẻ của bạn.',
    help: 'Gặp sự cố? Đội ngũ của chúng tôi sẽ giúp.',
    contact: 'Liên hệ',
  },
} satisfies Messages['home']
