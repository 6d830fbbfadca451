import { locales } from '@hc/contract/locales'
import { shopTexts } from '@hc/i18n/texts'
import { expect, it } from 'vitest'
import { sheetOf } from './printed-document.ts'

const receipt: Parameters<typeof sheetOf>[1] = {
  number: 'S-R-2026-000001',
  kind: 'receipt',
  of: '',
  issue_ts: 1_795_000_000,
  sale_ts: 1_795_000_000,
  currency: 'EUR',
  gross: 11.9,
  net: 10,
  tax: 1.9,
  tax_name: 'MwSt.',
  rate_ppm: 190_000,
  country: 'DE',
  seller: { name: 'Seller', address: 'Street 1', country: 'DE', tax_ids: [{ name: 'VAT', number: 'DE1' }] },
  buyer: '100001 · demo@example.com',
  lines: [{ name: 'Gems', quantity: 1 }],
}
const purchase = { game: 'Starfall', method: 'iDEAL', bonus: 980 }

it.each(locales)(
  'a receipt labels the buyer, the tax number, game and method, and has its bonus as a line, in %s',
  (locale) => {
    const sheet = sheetOf(locale, receipt, 'ORDER', purchase)
    const t = shopTexts(locale)
    const [seller, buyer] = sheet.parties
    expect(buyer?.lines).toEqual([t.receipt.account.replace('{uid}', '100001'), 'demo@example.com'])
    expect(seller?.lines.at(-1)).toBe(t.receipt.taxId.replace('{name}', 'VAT').replace('{number}', 'DE1'))
    expect(sheet.facts).toContainEqual([t.order.field.game, 'Starfall'])
    expect(sheet.facts).toContainEqual([t.order.field.method, 'iDEAL'])
    expect(sheet.lines.at(-1)?.[0]).toBe(t.receipt.bonus.replace('{extra}', '980'))
    expect(sheetOf(locale, { ...receipt, kind: 'credit_note' }, 'ORDER', purchase).lines).toHaveLength(1)
  },
)
