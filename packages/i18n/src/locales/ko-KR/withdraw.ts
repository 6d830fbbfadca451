import type { Messages } from '../../messages.ts'

export default {
  title: '청약 철회',
  intro: '구매를 취소하고 싶으신가요? 여기에서 철회 의사를 알려 주세요. 이유는 적지 않아도 돼요.',
  form: {
    name: '이름',
    nameEmpty: '이름을 입력해 주세요',
    order: '주문 번호',
    orderHint: '결제 내역 메일에 있어요.',
    orderWrong: '주문 번호를 입력해 주세요',
    email: '이메일 주소',
    emailHint: '이 주소로 확인 메일을 보내 드려요.',
    emailWrong: '올바른 이메일 주소를 입력해 주세요',
    next: '계속',
  },
  check: {
    title: '내용을 확인해 주세요',
    covers: '구매 내용',
    until: '{date}까지 철회할 수 있어요.',
    change: '수정',
    confirm: '철회 확정',
    sending: '보내는 중…',
    over: '1시간이 지났어요. 내용을 다시 확인해 주세요.',
  },
  done: {
    title: '철회 신청을 받았어요',
    number: '접수 번호',
    at: '접수 시각',
    mailed: '{email} 주소로 확인 메일을 보내 드려요. 보관해 두세요.',
    toOrder: '주문 보기',
  },
  outcome: {
    received: '담당자가 신청 내용과 주문을 비교한 뒤 메일로 답변드려요. 로그인하고 신청하면 바로 적용돼요.',
    cancelled: '주문이 취소되었어요. 결제하지 않아도 돼요. 뒤늦게 결제되면 돌려드려요.',
    refund: '이용하신 결제 수단으로 늦어도 14일 안에 환불해 드려요. 주문으로 지급된 것은 회수돼요.',
    refunded: '이미 환불된 주문이에요.',
    waived:
      '바로 지급받는 대신 지급 후에는 철회할 수 없다는 점에 동의하셔서 이 주문은 철회할 수 없어요. 문제가 있으면 고객센터로 문의해 주세요.',
    late: '이 주문의 철회 기간이 끝났어요. 문제가 있으면 고객센터로 문의해 주세요.',
    no_right: '이 주문은 철회 대상이 아니에요. 문제가 있으면 고객센터로 문의해 주세요.',
    refused: '신청 내용을 확인했지만 이 주문은 환불해 드릴 수 없어요. 궁금한 점은 고객센터로 문의해 주세요.',
  },
  legal: {
    waiver: '지금 바로 지급해 주세요. 지급되면 철회할 수 없다는 것을 알고 있어요.',
    withdrawal: '주문 {order} 계약의 청약을 철회합니다.',
  },
  mail: {
    subject: '청약 철회 {number}',
    text: '{date}에 철회 신청을 받았습니다.',
    answer: '철회 신청에 대해 답변드립니다.',
    statement: '신청 내용',
    waiver: '주문하실 때 다음 내용에 동의하셨습니다: “{text}”',
  },
} satisfies Messages['withdraw']
