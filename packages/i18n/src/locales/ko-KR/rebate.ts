import type { Messages } from '../../messages.ts'

export default {
  until: '{date}까지',
  sum: '{role} 누적 결제액',
  next: '{amount} 더 결제 시 보상: {gain}',
  all: '{role}: 모든 단계를 달성했어요.',
  choose: '캐릭터를 선택하면 진행 상황을 볼 수 있어요.',
  tiers: '전체 단계',
  from: '{amount} 이상',
  points: '보너스 {points} 포인트',
  gift: '선물: {name}',
  order: '주문 보기',
  counts: {
    item: '아이템 구매만 집계돼요.',
    coin: '이 캐릭터로 구매한 HC\u00A0포인트 상품이 집계돼요.',
    both: '아이템 구매와 이 캐릭터로 구매한 HC\u00A0포인트 상품이 집계돼요.',
    rule: 'HC\u00A0포인트로 결제한 주문은 제외되고, 환불된 주문은 집계에서 빠져요.',
    dollars: '페이백은 구매한 상품의 기본 가격을 기준으로 미국 달러로 집계돼요. 환율은 영향을 주지 않아요.',
  },
  why: {
    granted: '{date} 지급',
    taken_back: '주문이 환불되어 회수됨',
    not_reached: '{amount} 남음',
  },
  giftState: {
    none: '선물 지급 전',
    queued: '선물을 게임으로 보내는 중',
    asking: '게임의 확인을 기다리는 중',
    delivered: '선물이 캐릭터에게 지급됨',
    refused: '게임에서 선물을 받지 못했어요. 담당자가 확인하고 있어요.',
    operator: '담당자가 선물을 직접 처리하고 있어요',
    cancelled: '선물 취소됨',
  },
} satisfies Messages['rebate']
