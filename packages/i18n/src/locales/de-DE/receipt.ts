import type { Messages } from '../../messages.ts'

export default {
  title: 'Quittung',
  creditNote: 'Gutschrift',
  number: 'Nummer',
  of: 'Zu Quittung',
  issued: 'Ausgestellt am',
  paid: 'Bezahlt am',
  refunded: 'Erstattet am',
  seller: 'Verkäufer',
  buyer: 'Käufer',
  order: 'Bestellnummer',
  line: '{name} × {quantity}',
  net: 'Nettobetrag',
  tax: '{name} ({rate})',
  total: 'Gesamtbetrag',
  pdf: 'PDF herunterladen',
  print: 'Drucken',
  back: 'Zurück zur Bestellung',
  waiting: 'Wir schreiben gerade deine Quittung. Gleich ist sie da.',
  none: 'Zu dieser Bestellung gibt es keine Quittung',
} satisfies Messages['receipt']
