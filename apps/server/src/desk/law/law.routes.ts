import { AppError } from '@hc/contract/errors'
import { rulesOf } from '@hc/domain/law/pack'
import { lawPacks } from '@hc/domain/law/packs'
import { keysOf } from '@hc/domain/record'
import type { DeskContext, DeskRegister } from '../../http/desk/desk-calls.ts'
import type { Weight } from '../../http/desk/weighed-calls.ts'
import type { Query } from '../../platform/db.ts'
import { epochSeconds } from '../../platform/epoch.ts'
import { SHIPPED_VERSION, shippedTexts } from '../../shop/law/shipped-texts.ts'

type On = {
  country: string
  version: number
  valid_from: string
  rules: unknown
  source: string
  since: number
  by: string
}

const onNow = async (q: Query): Promise<On[]> =>
  await q<On>({
    text: `select country, version, to_char(valid_from, 'YYYY-MM-DD') as valid_from, rules, source,
        ${epochSeconds('enabled_at')} as since, enabled_by as by
      from law_pack where ended_at is null order by country`,
  })

const heldOf = ({ version, valid_from, rules, source }: On) => {
  const { withdrawal } = rulesOf(rules)
  return { version, valid_from, days: withdrawal?.days ?? 0, asks: withdrawal?.ask ?? false, source }
}

/** @throws AppError RowNotFound: this release ships no pack for a country */
const packsOf = (countries: readonly string[]) =>
  countries.map((country) => {
    const pack = lawPacks.find((candidate) => candidate.country === country)
    if (!pack) throw new AppError('RowNotFound', { kind: 'law' })
    return pack
  })

type Standing = Pick<On, 'country' | 'version'>
/** Countries for the decider, with the version if a pack replaces another one. */
const namesOf = (packs: readonly Standing[], other: readonly Standing[]) =>
  packs
    .map(({ country, version }) =>
      other.some((candidate) => candidate.country === country && candidate.version !== version)
        ? `${country} ${version}`
        : country,
    )
    .sort()

const weigh =
  (change: (on: readonly Standing[], packs: readonly Standing[]) => Standing[]) =>
  async ({ countries }: { countries: string[] }, { q }: DeskContext): Promise<Weight> => {
    const on = await onNow(q)
    const after = change(on, packsOf(countries))
    return {
      amount: 0,
      kind: 'law',
      target: countries.length === 1 ? (countries[0] ?? '') : '',
      versions: { on: on.length },
      forecast: { before: { countries: namesOf(on, after) }, after: { countries: namesOf(after, on) } },
    }
  }

/** Packs of law: the publisher's lawyer decides which are on, and two people switch them. */
export function lawRoutes(register: DeskRegister): void {
  register('law/list', async (_body, { q }) => {
    const on = await onNow(q)
    return {
      packs: lawPacks.map(({ country, version, validFrom, rules, source, note }) => {
        const row = on.find((standing) => standing.country === country)
        return {
          country,
          version,
          valid_from: validFrom,
          days: rules.withdrawal?.days ?? 0,
          asks: rules.withdrawal?.ask ?? false,
          source,
          note,
          on_since: row?.since ?? null,
          by: row?.by ?? '',
          held: row && row.version !== version ? heldOf(row) : null,
        }
      }),
      texts: await q<{ kind: 'waiver' | 'withdrawal'; version: number; body: string }>({
        text: `select distinct on (kind) kind, version, body from legal_text
          where locale = 'en-US' and valid_from <= app_now() order by kind, version desc`,
      }),
    }
  })
  register(
    'law/enable',
    async ({ countries }, { q, by }) => {
      const texts = shippedTexts()
      await q({ text: 'select desk.enable_law_packs($1, $2, $3, $4)' }, [
        JSON.stringify(
          packsOf(countries).map(({ country, version, validFrom, rules, source }) => ({
            country,
            version,
            valid_from: validFrom,
            rules,
            source,
          })),
        ),
        JSON.stringify(Object.fromEntries(keysOf(texts).map((kind) => [kind, texts[kind]]))),
        SHIPPED_VERSION,
        by.actor,
      ])
      return { countries }
    },
    weigh((on, packs) => [
      ...on.filter((candidate) => !packs.some(({ country }) => country === candidate.country)),
      ...packs,
    ]),
  )
  register(
    'law/end',
    async ({ countries }, { q, by }) => {
      await q({ text: 'select desk.end_law_packs($1, $2)' }, [countries, by.actor])
      return { countries }
    },
    weigh((on, packs) => on.filter((candidate) => !packs.some(({ country }) => country === candidate.country))),
  )
}
