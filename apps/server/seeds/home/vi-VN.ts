import type { HomeTexts } from './home-texts.ts'

export const home = {
  hero: {
    kicker: 'Cửa hàng web chính thức của Starfall Chronicles',
    title: 'Khi muôn sao rơi, bạn vươn lên',
    subtitle: 'Ngọc Sao và HC Point, gửi thẳng đến nhân vật của bạn.',
    cta: 'Nạp ngay',
  },
  features: [
    {
      id: 'worlds',
      icon: '/art/features/worlds.svg',
      title: 'Bầu trời vỡ vụn',
      text: 'Dong buồm giữa các đảo trời, mỗi đảo sinh ra từ một vì sao rơi khác nhau.',
    },
    {
      id: 'companions',
      icon: '/art/features/companions.svg',
      title: 'Đồng đội tinh tú',
      text: 'Kết bạn với tinh linh mang sức mạnh chòm sao và cùng nhau chiến đấu.',
    },
    {
      id: 'battles',
      icon: '/art/features/battles.svg',
      title: 'Trận chiến nguyệt thực',
      text: 'Lập tổ đội 4 người, hạ gục những gã khổng lồ nuốt chửng ánh sáng.',
    },
    {
      id: 'seasons',
      icon: '/art/features/seasons.svg',
      title: 'Mùa giải sống động',
      text: 'Mỗi mùa bầu trời lại đổi thay: đảo mới, cốt truyện mới, phần thưởng mới.',
    },
  ],
  gameInfo: {
    title: 'Giới thiệu game',
    paragraphs: [
      'Đêm Vương Miện Tinh Tú vỡ tan, những mảnh vỡ xé mặt đất thành các hòn đảo trôi giữa trời. Bạn là Người Mang Sao, một trong số ít người còn nghe được tiếng hát của những vì sao rơi.',
      'Hãy gom ánh sao, kết giao đồng đội và đi từ bến cảng cực quang lên tòa thành trên mây. Dù một mình hay cùng bạn bè, mỗi bước chân đều thắp sáng một chòm sao.',
    ],
    facts: [
      { label: 'Thể loại', value: 'Nhập vai hành động kỳ ảo' },
      { label: 'Số người chơi', value: 'Chơi đơn hoặc tổ đội tối đa 4 người' },
      { label: 'Nền tảng', value: 'iOS, Android, Windows' },
      { label: 'Độ tuổi', value: 'Từ 12 tuổi trở lên' },
    ],
  },
} satisfies HomeTexts
