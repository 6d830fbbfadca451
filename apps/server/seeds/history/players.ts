import type { Locale } from '@hc/contract/locales'
import type { Random } from './random.ts'

/** The demo's other players: they have no password, no mail and no phone. */
export type HistoryPlayer = {
  uid: string
  login: string
  locale: Locale
  server: string
  role: string
  name: string
  level: number
  /** How often the player comes, beside the others. */
  weight: number
  /** One of the few who spend the most. */
  rich: boolean
}

const FIRST_UID = 300_001
const COUNT = 160
const RICH = 3

/** Names in six scripts, as players give them to characters. */
const names: readonly (readonly [Locale, readonly string[]])[] = [
  ['en-US', ['Luna', 'Ashveil', 'Kestrel', 'Nyx', 'Rowan', 'Ember', 'Sable', 'Wren', 'Orrin', 'Vesper', 'Halcyon']],
  ['de-DE', ['Sturmwind', 'Frostherz', 'Silberklaue', 'Nebel', 'Jägerin', 'Morgenrot', 'Wolkenfuß', 'Aschenkind']],
  ['ja-JP', ['月影', 'ほしのこ', '蒼き翼', 'ミナト', 'カグラ', '雪風', 'そら', 'ひなた', '黒猫', '桜花']],
  ['ko-KR', ['별빛', '새벽', '하늘바람', '은하수', '달그림자', '루나', '노을', '눈꽃']],
  ['zh-CN', ['星尘', '月下独酌', '风行者', '夜阑', '青鸾', '小鹿', '听雨', '归舟']],
  ['zh-TW', ['夜曲', '星語', '白羽', '霜降', '流光', '小狐']],
  ['th-TH', ['ดาวตก', 'เมฆา', 'จันทร์เจ้า', 'สายลม', 'ใบไม้', 'นภา']],
  ['vi-VN', ['Sao Băng', 'Gió Đêm', 'Mây Trắng', 'Hạ Vy', 'Long Nhi', 'Tuyết']],
]
const shares = { 'en-US': 30, 'de-DE': 14, 'ja-JP': 18, 'ko-KR': 10, 'zh-CN': 10, 'zh-TW': 6, 'th-TH': 7, 'vi-VN': 5 }

export function historyPlayers(random: Random): HistoryPlayer[] {
  const used = new Map<string, number>()
  return Array.from({ length: COUNT }, (_, at) => {
    const locale = random.weighted(shares)
    const base = random.pick(names.find(([name]) => name === locale)?.[1] ?? ['Luna'])
    const turn = (used.get(base) ?? 0) + 1
    used.set(base, turn)
    const uid = String(FIRST_UID + at)
    return {
      uid,
      login: `demo-${uid}`,
      locale,
      server: random.weighted({ s1: 7, s2: 3 }),
      // After the characters of the contract, in any list by id.
      role: `x${uid}`,
      name: turn === 1 ? base : `${base}${turn}`,
      level: 8 + random.int(72),
      // A few come all the time, most of them once or twice.
      weight: 1 / (1 + at / 12) + 0.05,
      rich: at < RICH,
    }
  })
}
