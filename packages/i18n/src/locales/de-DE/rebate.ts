import type { Messages } from '../../messages.ts'

export default {
  until: 'Bis {date}',
  sum: 'Bisher für {role} bezahlt',
  next: 'Noch {amount}, dann bekommst du: {gain}',
  all: '{role} hat alle Stufen erreicht.',
  choose: 'Wähle einen Charakter, um seinen Stand zu sehen.',
  tiers: 'Alle Stufen',
  from: 'Ab {amount}',
  points: '{points} Bonuspunkte',
  gift: 'Geschenk: {name}',
  order: 'Bestellung ansehen',
  counts: {
    item: 'Es zählen Käufe von Gegenständen.',
    coin: 'Es zählen HC-Punkte-Pakete, die für diesen Charakter gekauft wurden.',
    both: 'Es zählen Gegenstände und HC-Punkte-Pakete, die für diesen Charakter gekauft wurden.',
    rule: 'Zahlungen mit HC-Punkten zählen nicht, und erstattete Bestellungen zählen nicht mehr.',
    dollars: 'Der Treuebonus zählt in US-Dollar, zum Grundpreis deiner Käufe. Der Wechselkurs spielt keine Rolle.',
  },
  why: {
    granted: 'Gutgeschrieben am {date}',
    taken_back: 'Zurückgenommen, weil eine Bestellung erstattet wurde',
    not_reached: 'Noch {amount}',
  },
  giftState: {
    none: 'Geschenk noch nicht unterwegs',
    queued: 'Geschenk unterwegs ins Spiel',
    asking: 'Geschenk übergeben, das Spiel muss noch bestätigen',
    delivered: 'Geschenk beim Charakter angekommen',
    refused: 'Das Spiel konnte das Geschenk nicht annehmen. Unser Team kümmert sich darum.',
    operator: 'Unser Team kümmert sich persönlich um das Geschenk',
    cancelled: 'Geschenk storniert',
  },
} satisfies Messages['rebate']
