import type { Query } from '../src/platform/db.ts'
import type { Locale } from './locale.ts'

type Texts = Record<Locale, { readonly name: string; readonly desc?: string }>

const welcome: Texts = {
  'en-US': { name: 'Welcome gift' },
  'zh-CN': { name: '见面礼' },
  'zh-HK': { name: '迎新禮物' },
  'zh-TW': { name: '見面禮' },
  'th-TH': { name: 'ของขวัญต้อนรับ' },
  'ko-KR': { name: '환영 선물' },
  'ja-JP': { name: 'ウェルカムギフト' },
  'vi-VN': { name: 'Quà chào mừng' },
  'de-DE': { name: 'Willkommensgeschenk' },
}

const starfall: Texts = {
  'en-US': {
    name: 'Starfall Rebate',
    desc: 'The more you top up for a character, the more you get back: bonus points at every tier, plus gifts at the higher ones.',
  },
  'zh-CN': { name: '星坠返利', desc: '为角色累计充值越多，返还越多：每档返还赠送点数，高档位更有好礼。' },
  'zh-HK': { name: '星墜回贈', desc: '為角色累積增值愈多，回贈愈多：每級送贈點數，高級別更有禮物。' },
  'zh-TW': { name: '星墜回饋', desc: '為角色累積儲值越多，回饋越多：每階加贈點數，高階還有好禮。' },
  'th-TH': { name: 'สตาร์ฟอลล์คืนกำไร', desc: 'ยิ่งเติมให้ตัวละครมาก ยิ่งได้คืนมาก ทั้งโบนัสพอยต์และของขวัญในขั้นสูง' },
  'ko-KR': {
    name: '스타폴 페이백',
    desc: '캐릭터에 충전할수록 더 많이 돌려드려요. 보너스 포인트에, 높은 단계에서는 선물까지.',
  },
  'ja-JP': {
    name: 'スターフォール還元',
    desc: 'キャラクターへの累計チャージが増えるほど、ボーナスポイントが還元。上位の段階ではギフトも届きます。',
  },
  'vi-VN': {
    name: 'Tích nạp Starfall',
    desc: 'Càng nạp nhiều cho một nhân vật, càng nhận lại nhiều: điểm thưởng ở mọi mốc và quà ở các mốc cao.',
  },
  'de-DE': {
    name: 'Starfall-Treuebonus',
    desc: 'Je mehr du für einen Charakter auflädst, desto mehr bekommst du zurück: Bonuspunkte und auf den hohen Stufen auch Geschenke.',
  },
}

// USD cents, percent, gift. High, so that a first purchase does not reach one by accident.
const tiers = [
  [50_000, 3, null],
  [100_000, 4, 'gem_980'],
  [200_000, 5, 'gem_3280'],
  [500_000, 6, 'gem_6480'],
] as const

/** The demo's redeem code (contract, section 9) and its rebate. */
export async function seedCampaigns(q: Query, rebate: Partial<Texts> = starfall): Promise<void> {
  await q(
    {
      text: `insert into redeem_campaign (campaign_id, texts, items, starts_at, ends_at) values ('welcome-2026', $1, $2, '2026-01-01', '2031-01-01') on conflict do nothing`,
    },
    [JSON.stringify(welcome), JSON.stringify([{ cp_goods_id: 'gem_300', quantity: 1, bonus: 0 }])],
  )
  await q({
    text: `insert into redeem_code (code, campaign_id) values ('WELCOME2026', 'welcome-2026') on conflict do nothing`,
  })
  await q(
    {
      text: `with made as (insert into rebate_campaign (campaign_id, texts, starts_at, ends_at, counts) values ('starfall-2026', $1, '2026-01-01', '2031-01-01', '{item}') on conflict do nothing returning campaign_id)
      insert into rebate_tier (campaign_id, threshold_cents, rate_pct, gift_goods_id) select campaign_id, cents, rate, gift from made, unnest($2::bigint[], $3::int[], $4::text[]) t(cents, rate, gift)`,
    },
    [
      JSON.stringify(rebate),
      tiers.map(([cents]) => cents),
      tiers.map(([, rate]) => rate),
      tiers.map(([, , gift]) => gift),
    ],
  )
}
