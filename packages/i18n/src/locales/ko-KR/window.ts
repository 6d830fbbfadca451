import type { Messages } from '../../messages.ts'

export default {
  title: '상점',
  text: '판매 중인 상품과 우리 지역 가격을 한눈에 볼 수 있어요. 로그인은 구매할 때만 하면 돼요.',
  items: '아이템',
  packs: 'HC 포인트 상품',
  best: '최고 혜택',
  firstBonus: '첫 충전 {bonus}% 보너스',
  bonusText: '보너스가 표시된 아이템은 캐릭터마다 첫 구매 때 보너스를 함께 드려요.',
  youGet: '총 {total}개 획득',
  packExtra: '+ 보너스 {points} 포인트',
  orPoints: '또는 {points} HC 포인트',
  tax: '부가세 {rate} 포함',
  buy: '구매',
  buyNamed: '{name} {price}에 구매',
  doors: {
    title: '어떻게 구매할까요?',
    text: '받을 계정으로 로그인해 주세요. 선택한 상품({name})은 그대로 유지돼요.',
    signIn: '로그인하고 구매',
    gameText: '이미 플레이 중이라면 게임에서 바로 상점을 열 수 있어요.',
    game: '게임 열기',
  },
  missing: '지금은 판매하지 않는 상품이에요',
  missingText: '판매가 끝났거나 이 지역에서는 판매하지 않을 수 있어요.',
  back: '상점으로 돌아가기',
} satisfies Messages['window']
