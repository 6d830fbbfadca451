import type { DeskParsed } from '@hc/contract/desk/calls'
import { AppError } from '@hc/contract/errors'
import type { Facts } from '@hc/contract/desk-codes'
import type { DeskRegister } from '../../http/desk/desk-calls.ts'
import type { Query } from '../../platform/db.ts'
import { inCurrency } from '../kit/in-currency.ts'

type Correction = DeskParsed<'ledger/correct'>
const argumentsOf = ({ unit, entries, channel, corrects }: Correction): unknown[] => [
  unit,
  JSON.stringify(entries),
  channel,
  corrects,
]

/** @throws AppError CorrectionRefused */
async function checked(q: Query, correction: Correction): Promise<void> {
  const [row] = await q<{ refusal: string | null }>(
    { text: 'select desk.correction_refusal($1, $2, $3, $4) as refusal' },
    argumentsOf(correction),
  )
  if (row?.refusal) throw new AppError('CorrectionRefused', { why: row.refusal })
}

/** The balances of a correction's accounts, before and after it. */
async function forecastOf(
  q: Query,
  { unit, entries, channel, corrects }: Correction,
): Promise<{ before: Facts; after: Facts }> {
  const balances = await q<{ account: string; amount: number }>(
    {
      text: `select b.account, b.amount from desk.balances(app_now() + interval '1 second') b
        where b.unit = $1 and b.account = any($2)`,
    },
    [unit, entries.map(({ account }) => account)],
  )
  const now = (account: string): number => balances.find((row) => row.account === account)?.amount ?? 0
  const formatAmount = inCurrency(unit)
  return {
    before: Object.fromEntries(entries.map(({ account }) => [`${account}_cents`, formatAmount(now(account))])),
    after: {
      ...Object.fromEntries(
        entries.map(({ account, amount }) => [`${account}_cents`, formatAmount(now(account) + amount)]),
      ),
      ...(channel !== '' && { channel }),
      ...(corrects > 0 && { corrects: String(corrects) }),
    },
  }
}

/** Corrections of the books: each is a separate journal that two people agree on; nothing is edited. */
export function correctionRoutes(register: DeskRegister): void {
  register(
    'ledger/correct',
    async (correction, { q }) => {
      const [answer] = await q<{ refusal: string | null; correction: number | null; journal: number | null }>(
        { text: 'select refusal, correction, journal from desk.correct_books($1, $2, $3, $4)' },
        argumentsOf(correction),
      )
      if (!answer?.correction || !answer.journal)
        throw new AppError('CorrectionRefused', { why: answer?.refusal ?? '' })
      return { correction: answer.correction, journal_id: answer.journal }
    },
    async (correction, { q }) => {
      await checked(q, correction)
      const { entries, corrects } = correction
      const [earlier] = await q<{ n: number }>(
        { text: 'select count(*)::int as n from ledger_correction where corrects = $1' },
        [corrects],
      )
      return {
        amount: entries.reduce((sum, { amount }) => sum + Math.max(0, amount), 0),
        currency: correction.unit,
        kind: 'journal',
        target: corrects === 0 ? '' : String(corrects),
        // Of two people who correct the same journal one succeeds.
        versions: { corrections: earlier?.n ?? 0 },
        forecast: await forecastOf(q, correction),
      }
    },
  )
}
