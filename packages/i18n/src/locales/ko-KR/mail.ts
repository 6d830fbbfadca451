import type { Messages } from '../../messages.ts'

export default {
  code: {
    subjectLogin: '[{shop}] 로그인 인증번호 {code}',
    subjectReset: '[{shop}] 비밀번호 재설정 인증번호 {code}',
    hello: '안녕하세요.',
    login: '아래 인증번호를 입력해 로그인하세요.',
    reset: '아래 인증번호를 입력해 새 비밀번호를 설정하세요.',
    valid: '{minutes}분 동안 유효하며 한 번만 사용할 수 있습니다.',
    ignore: '요청하지 않으셨다면 이 메시지를 무시하세요. 변경된 것은 없습니다. 인증번호는 누구에게도 알려 주지 마세요. 저희는 인증번호를 묻지 않습니다.',
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
  frame: {
    open: '상점 열기',
    footer: '{shop}에서 보낸 메시지입니다. 회신하지 마세요.',
  },
} satisfies Messages['mail']
