import { lawPacks } from '@hc/domain/law/packs'
import { keysOf } from '@hc/domain/record'
import { SHIPPED_VERSION, shippedTexts } from '../src/shop/law/shipped-texts.ts'
import type { Query } from '../src/platform/db.ts'

/** The demo's publisher has switched every pack of law on. What somebody switches off later stays off. */
export async function seedLaw(q: Query): Promise<void> {
  const [seeded] = await q<{ yes: boolean }>({ text: 'select exists (select 1 from law_pack) as yes' })
  if (seeded?.yes) return
  const texts = shippedTexts()
  for (const kind of keysOf(texts))
    await q({ text: `select save_legal_text($1, $2, $3, '2026-01-01')` }, [
      kind,
      SHIPPED_VERSION,
      JSON.stringify(texts[kind]),
    ])
  for (const { country, version, validFrom, rules, source } of lawPacks)
    await q({ text: `select enable_law_pack($1, $2, $3, $4, $5, 'sql:demo')` }, [
      country,
      version,
      validFrom,
      JSON.stringify(rules),
      source,
    ])
}
