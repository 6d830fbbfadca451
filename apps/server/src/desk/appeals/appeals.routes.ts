import type { PlayersMarket } from '@hc/contract/desk/appeals'
import { AppError } from '@hc/contract/errors'
import type { DeskRegister } from '../../http/desk/desk-calls.ts'
import type { Query } from '../../platform/db.ts'
import { epochSeconds } from '../../platform/epoch.ts'
import { phoneCountry } from '../../shop/market/phone-country.ts'

/** Players per page. */
const MOST = 200

const market = `select a.uid, coalesce(m.country, '') as country, coalesce(m.source, '') as source,
    coalesce(m.strikes, 0) as strikes, coalesce(m.appeal, 'none') as appeal,
    ${epochSeconds('coalesce(m.appealed_at, m.since)')} as appealed_at, coalesce(m.note, '') as note,
    coalesce((select jsonb_agg(jsonb_build_object('sign', s.sign, 'country', s.country, 'at', ${epochSeconds('s.at')})
      order by s.sign) from desk.market_signs(a.account_id) s), '[]') as signs
  from account a`

/** The country of a calling code; none for a code that several countries share. */
async function signed<M extends PlayersMarket>(row: M): Promise<M> {
  const signs = await Promise.all(
    row.signs.map(async (sign) =>
      sign.sign === 'phone' ? { ...sign, country: await phoneCountry(sign.country) } : sign,
    ),
  )
  const appealedAt = row.appeal === 'none' ? null : row.appealed_at
  return { ...row, appealed_at: appealedAt, signs: signs.filter(({ country }) => country !== '') }
}

async function marketOf(q: Query, uid: string): Promise<PlayersMarket> {
  const [row] = await q<PlayersMarket & { note: string }>(
    { text: `${market} left join account_market m using (account_id) where a.uid = $1` },
    [uid],
  )
  if (!row) throw new AppError('RowNotFound', { kind: 'player' })
  const { note: _note, ...fields } = row
  return await signed(fields)
}

/** Players who appeal against the shop's view of their country. Decision 403. */
export function appealRoutes(register: DeskRegister): void {
  register('appeal/list', async ({ open }, { q }) => {
    const rows = await q<PlayersMarket & { note: string }>(
      {
        text: `${market} join account_market m using (account_id)
          where case when $1 then m.appeal = 'asked' else m.appeal <> 'none' end and a.deleted_at is null
          order by m.appeal <> 'asked', coalesce(m.appealed_at, m.since), a.uid limit ${MOST}`,
      },
      [open],
    )
    return { rows: await Promise.all(rows.map(signed)) }
  })
  register('appeal/read', async ({ uid }, { q }) => await marketOf(q, uid))
  register('appeal/answer', async ({ uid, granted, country, appealed_at }, { q }) => {
    const [answer] = await q<{ refusal: string | null }>(
      { text: 'select desk.answer_appeal($1, $2, $3, $4) as refusal' },
      [uid, granted, country, appealed_at],
    )
    if (answer?.refusal === 'changed')
      throw new AppError('VersionConflict', { version: 0, by: '', at: 0, theirs: await marketOf(q, uid) })
    if (answer?.refusal === 'not_found') throw new AppError('RowNotFound', { kind: 'player' })
    if (answer?.refusal !== null) throw new AppError('NotPossible', { why: 'not_asked' })
    return { appeal: granted ? 'granted' : 'refused' }
  })
}
