import type { Messages } from '../../messages.ts'

export default {
  hero: {
    topUp: '지금 충전하기',
    download: '게임 받기',
    promise: '내 캐릭터에게 바로 지급',
  },
  topup: {
    title: '충전 센터',
    text: '서버와 캐릭터를 고르고 몇 초 만에 결제하면, 게임에서 바로 아이템을 받을 수 있어요.',
    itemsTitle: '아이템과 패스',
    itemsText: '아이템과 패스를 선택한 캐릭터에게 지급해 드려요.',
    itemsCta: '아이템 보기',
    pointsTitle: 'HC\u00A0포인트 상품',
    pointsText: '상점 전용 포인트예요. 100 HC\u00A0포인트는 미화 1달러이고, 큰 상품일수록 보너스가 커져요.',
    pointsCta: '상품 보기',
    taxed: '모든 가격은 부가세를 포함한 금액이에요.',
    bonus: '첫 충전 보너스',
    bonusText: '보너스가 표시된 아이템은 캐릭터마다 첫 구매 때 보너스를 함께 드려요.',
  },
  download: {
    title: '다운로드',
    text: '계정 하나로 모든 기기에서 즐기세요. 운영체제와 지역을 골라 주세요.',
    region: '지역',
    get: '{system} 다운로드',
    version: '버전 {version}',
    size: '크기 {size}',
    unavailable: '이 지역에서는 {system} 버전을 이용할 수 없어요',
  },
  news: {
    title: '주요 소식',
    empty: '아직 공지가 없어요',
  },
  redeem: {
    title: '쿠폰 코드',
    text: '이벤트나 방송에서 쿠폰 코드를 받으셨나요? 여기서 등록하면 내 캐릭터에게 지급돼요.',
    label: '쿠폰 코드',
    placeholder: '예: GIFT-2026',
    submit: '등록',
    emptyCode: '코드를 입력해 주세요',
  },
  features: {
    title: '플레이어가 사랑하는 이유',
  },
  more: {
    title: '즐길 거리가 더 있어요',
    text: '{game} 세계의 이벤트, 공략, 소식을 만나 보세요.',
    cta: '더 보기',
  },
  logout: {
    title: '로그아웃했어요',
    text: '곧 다시 만나요. 언제든 다시 로그인해 주세요.',
  },
  goods: {
    firstBonus: '첫 충전 {bonus}% 보너스',
    youGet: '총 {total}개 획득',
    packExtra: '+ 보너스 {points} 포인트',
    best: '최고 혜택',
    buy: '{name} {price}에 구매',
    again: '다시 구매: {name}',
    change: '변경',
    playsAs: '{role} · {server}',
  },
  trust: {
    title: '여기서 구매하면 좋은 점',
    delivery: '아이템은 캐릭터에게 빠짐없이 한 번에 지급돼요',
    payment: '결제는 결제사 페이지에서 진행되며, 카드 정보는 저희에게 전달되지 않아요.',
    help: '문제가 생겼나요? 고객센터가 도와드려요.',
    contact: '문의하기',
  },
} satisfies Messages['home']
