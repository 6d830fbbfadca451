import type { Messages } from '../../messages.ts'

export default {
  title: '방문 통계',
  notice: '방문을 집계해도 될까요? 이름이나 계정 없이, 상점을 개선하는 데만 사용해요. <link>개인정보처리방침</link>',
  text: '어떤 페이지를 얼마나 보았는지, 어떤 주요 버튼을 사용했는지만 집계해요. 방문마다 계정과 연결할 수 없는 임의의 번호를 쓰며, 집계 자료는 {days}일 뒤 삭제돼요. 언제든지 여기에서 바꿀 수 있어요.',
  on: '방문을 집계하고 있어요.',
  off: '방문을 집계하지 않아요.',
  signal: '브라우저가 추적하지 않도록 요청하고 있어요. 이를 존중하여 방문을 집계하지 않아요.',
  accept: '허용',
  decline: '거부',
} satisfies Messages['consent']
