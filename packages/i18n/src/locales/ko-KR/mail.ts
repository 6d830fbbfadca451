import type { Messages } from '../../messages.ts'

export default {
  code: {
    subjectLogin: '[{shop}] 로그인 인증번호 {code}',
    subjectReset: '[{shop}] 비밀번호 재설정 인증번호 {code}',
    hello: '안녕하세요.',
    login: '아래 인증번호를 입력해 로그인하세요.',
    reset: '아래 인증번호를 입력해 새 비밀번호를 설정하세요.',
    valid: '{minutes}분 동안 유효하며 한 번만 사용할 수 있습니다.',
    ignore:
      '요청하지 않으셨다면 이 메시지를 무시하세요. 변경된 것은 없습니다. 인증번호는 누구에게도 알려 주지 마세요. 저희는 인증번호를 묻지 않습니다.',
  },
  sms: {
    login: '[{shop}] 로그인 인증번호 {code} ({minutes}분간 유효). 타인에게 알려 주지 마세요.',
    reset: '[{shop}] 비밀번호 재설정 인증번호 {code} ({minutes}분간 유효). 타인에게 알려 주지 마세요.',
  },
  changed: {
    subject: '{shop} 비밀번호가 변경되었습니다',
    text: '{account} 계정의 비밀번호가 방금 변경되었습니다. 모든 기기에서 로그아웃되었습니다.',
    notYou: '본인이 아니라면 즉시 비밀번호를 재설정하고 고객센터로 문의해 주세요.',
  },
  order: {
    paid: {
      subject: '{shop} 결제 내역: {name}',
      text: '감사합니다. {amount} 결제를 확인했습니다. {name} 상품을 {character} 캐릭터에게 지급하고 있습니다.',
      textCoin: '감사합니다. {amount} 결제를 확인했습니다. {name} 상품을 계정에 적립했습니다.',
    },
    delivered: {
      subject: '지급 완료: {name}',
      text: '{name} 상품을 {character} 캐릭터에게 지급했습니다. 즐거운 시간 보내시기 바랍니다.',
    },
    refunded: {
      subject: '환불 완료: {amount}',
      text: '{name} 주문의 환불을 완료했습니다. 금액: {amount}. 카드 환불은 며칠 걸릴 수 있습니다.',
      textPoints: '{name} 주문의 환불을 완료했습니다. {amount} 모두 계정에 적립했습니다.',
    },
    review: {
      subject: '결제 확인 중: {name}',
      text: '{name} 주문과 맞지 않는 금액이 결제되었습니다. 결제하신 금액은 안전하며 담당자가 확인하고 있습니다. 이 주문을 다시 결제하지 마시기 바랍니다.',
    },
    view: '주문 보기',
    help: '문제가 있거나 직접 주문하지 않으셨다면 고객센터가 도와드립니다.',
    support: '이 주문에 대해 고객센터에 문의하기',
    why: '주문 관련 메일은 내 계정에서 끌 수 있습니다.',
  },
  frame: {
    open: '상점 열기',
    footer: '{shop}에서 보낸 메시지입니다. 회신하지 마세요.',
  },
} satisfies Messages['mail']
