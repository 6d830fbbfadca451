import { locales } from '@hc/contract/locales'
import { shopTexts } from '@hc/i18n/texts'
import { orderMail } from '../message/order-mail.ts'
import { expect, it } from 'vitest'
import { confirmationOf } from './confirmation.ts'

const site = { name: 'Starfall', url: 'https://shop.example' }

it.each(locales)('a confirmation as a file says what its letter says, with the whole consent, in %s', (locale) => {
  const { legal } = shopTexts(locale).withdraw
  const facts = {
    orderNo: 'T2026',
    event: 'paid',
    atMs: Date.UTC(2026, 10, 27, 12),
    amountCents: 499,
    currency: 'EUR',
    points: 499,
    kind: 'item',
    name: 'Gems',
    quantity: 60,
    bonusPct: 100,
    bonusGranted: 0,
    channelCode: 'sandbox',
    serverName: 'S1',
    roleName: 'Mia',
    waiver: legal.waiver,
  } as const
  const sheet = confirmationOf(locale, site, facts)
  const letter = orderMail(locale, site, facts)
  expect(sheet.words.join(' ')).toContain(legal.waiver)
  for (const text of sheet.words) expect(letter.text).toContain(text)
  for (const [label, value] of sheet.facts) expect(letter.text).toContain(`${label}: ${value}`)
  expect(sheet.facts.length).toBeGreaterThanOrEqual(5)
  expect([sheet.title, sheet.number, sheet.lang]).toEqual([letter.subject, 'T2026', locale])
})
