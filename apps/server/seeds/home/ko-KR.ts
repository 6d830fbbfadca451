import type { HomeTexts } from './home-texts.ts'

export const home = {
  hero: {
    kicker: '스타폴 크로니클 공식 웹 상점',
    title: '별이 지는 밤, 당신이 떠오릅니다',
    subtitle: '스타젬과 HC 포인트를 내 캐릭터에게 바로 보내 드려요.',
    cta: '지금 충전하기',
  },
  features: [
    {
      id: 'worlds',
      icon: '/art/features/worlds.svg',
      title: '부서진 하늘',
      text: '떨어진 별에서 태어난 하늘섬 사이를 자유롭게 항해해 보세요.',
    },
    {
      id: 'companions',
      icon: '/art/features/companions.svg',
      title: '별의 동료',
      text: '별자리를 품은 정령과 인연을 맺고 함께 싸울 수 있어요.',
    },
    {
      id: 'battles',
      icon: '/art/features/battles.svg',
      title: '월식의 전투',
      text: '4인 파티를 이루어 빛을 삼키는 거대 괴수에 맞서 보세요.',
    },
    {
      id: 'seasons',
      icon: '/art/features/seasons.svg',
      title: '살아 있는 시즌',
      text: '시즌마다 밤하늘이 바뀌어요. 새로운 섬과 이야기, 보상이 기다려요.',
    },
  ],
  gameInfo: {
    title: '게임 소개',
    paragraphs: [
      '별들의 왕관이 부서지던 밤, 그 파편은 대지를 갈라 하늘을 떠도는 섬으로 만들었습니다. 당신은 떨어진 별의 노래를 들을 수 있는 몇 안 되는 사람, ‘별지기’입니다.',
      '별빛을 모으고 동료를 만나, 오로라 항구에서 구름 위 성채까지 올라가 보세요. 혼자여도, 친구와 함께여도 한 걸음마다 별자리가 하나씩 빛납니다.',
    ],
    facts: [
      { label: '장르', value: '판타지 액션 RPG' },
      { label: '플레이 인원', value: '1인 또는 최대 4인 파티' },
      { label: '플랫폼', value: 'iOS, Android, Windows' },
      { label: '이용 등급', value: '12세이용가' },
    ],
  },
} satisfies HomeTexts
