import type { Messages } from '../../messages.ts'

export default {
  title: '이용 국가',
  text: '이용 국가의 가격으로 보여 드려요.',
  current: '{country} · {currency} 가격',
  unknown: '{currency} 가격',
  why: '국가를 확인한 정보',
  none: '아직 국가를 알 수 있는 정보가 없어요.',
  sign: {
    ip: '접속 위치',
    game: '게임',
    phone: '전화번호',
    payer: '카드 또는 간편결제',
    declared: '직접 선택',
  },
  doubted: '선택한 국가: {country}. 다음 중 하나가 일치하면 그 가격으로 바뀌어요: {signs}',
  guarded: '{country} 가격은 다음 정보 중 두 가지가 일치해야 적용돼요. 아직 일치하지 않는 정보: {signs}',
  change: '국가 변경',
  choose: '국가',
  save: '이 국가로 변경',
  hint: '90일에 한 번 변경할 수 있어요.',
  locked: '다음 변경 가능일: {date}',
  saved: '국가를 저장했어요',
  signIn: '로그인하면 국가를 바꿀 수 있어요.',
  appeal: {
    label: '정보가 다른가요? 고객센터에 알려 주세요.',
    send: '보내기',
    asked: '고객센터에서 확인하고 있어요.',
    granted: '고객센터에서 국가를 확인했어요.',
    refused: '고객센터에서 국가를 확인하지 못했어요.',
  },
} satisfies Messages['market']
