import type { Messages } from '../../messages.ts'

export default {
  title: '다시 오셨군요, 반가워요',
  text: '게임 계정으로 로그인하고 충전과 주문 확인을 이용해 보세요.',
  account: {
    label: '게임 계정 또는 이메일',
    placeholder: '계정 ID 또는 이메일',
  },
  password: {
    label: '비밀번호',
    placeholder: '비밀번호 입력',
    show: '비밀번호 표시',
    hide: '비밀번호 숨기기',
  },
  remember: '이 기기에서 로그인 상태 유지',
  forgot: '비밀번호를 잊으셨나요?',
  submit: '로그인',
  submitting: '로그인 중…',
  success: '로그인했어요',
  or: '또는 다음으로 로그인',
  demoHint: '데모: 계정 {account}, 비밀번호 {password}',
  required: '정보를 모두 입력해 주세요',
  email: '올바른 이메일을 입력해 주세요',
  passwordRule: '비밀번호는 6~16자이며 숫자, 영문, 특수문자 중 2가지 이상을 포함해야 해요',
  passwordMismatch: '비밀번호 형식이 올바르지 않아요',
  passwordsDiffer: '두 비밀번호가 일치하지 않아요. 다시 입력해 주세요',
  continueTo: '로그인하면 보던 화면으로 돌아가요.',
  noAccount: '계정이 없으신가요? 게임에서 계정을 만든 뒤 여기서 로그인해 주세요.',
  forgotDialog: {
    title: '비밀번호 찾기',
    text: '아직 이 사이트에서는 비밀번호를 재설정할 수 없어요. 게임에서 변경하거나 고객센터에 문의해 주세요. 담당자가 직접 도와드릴게요.',
  },
  token: {
    title: '준비 중이에요',
    text: '게임에서 바로 로그인하는 기능은 아직 준비 중이에요. 계정과 비밀번호로 로그인해 주세요.',
  },
  side: {
    one: '몇 초 만에 내 캐릭터에게 지급',
    two: '모든 주문을 번호로 확인',
    three: '캐릭터마다 첫 충전 보너스',
  },
} satisfies Messages['login']
