import type { Messages } from '../../messages.ts'

export default {
  title: 'Vertrag widerrufen',
  intro: 'Du hast es dir anders überlegt? Erkläre hier deinen Widerruf. Einen Grund musst du nicht nennen.',
  form: {
    name: 'Dein Name',
    nameEmpty: 'Bitte gib deinen Namen ein',
    order: 'Bestellnummer',
    orderHint: 'Sie steht in deinem Beleg.',
    orderWrong: 'Bitte gib deine Bestellnummer ein',
    email: 'Deine E-Mail-Adresse',
    emailHint: 'Hierhin schicken wir die Bestätigung.',
    emailWrong: 'Bitte gib eine gültige E-Mail-Adresse ein',
    next: 'Weiter',
  },
  check: {
    title: 'Prüfe deine Erklärung',
    covers: 'Kauf',
    until: 'Du kannst bis {date} widerrufen.',
    change: 'Ändern',
    confirm: 'Widerruf bestätigen',
    sending: 'Wird gesendet …',
    over: 'Das hat länger als eine Stunde gedauert. Bitte prüfe deine Erklärung noch einmal.',
  },
  done: {
    title: 'Dein Widerruf ist bei uns eingegangen',
    number: 'Aktenzeichen',
    at: 'Eingegangen',
    mailed: 'Die Bestätigung ist unterwegs an {email}. Bewahre sie auf.',
    toOrder: 'Bestellung ansehen',
  },
  outcome: {
    received:
      'Unser Team vergleicht deine Erklärung mit der Bestellung und antwortet dir per E-Mail. Wenn du dich vorher anmeldest, wirkt ein Widerruf sofort.',
    cancelled:
      'Deine Bestellung ist storniert. Du musst nichts bezahlen. Kommt doch noch eine Zahlung an, schicken wir sie zurück.',
    refund:
      'Wir erstatten deine Zahlung über die Zahlungsart, die du benutzt hast, spätestens innerhalb von 14 Tagen. Was du durch die Bestellung bekommen hast, ziehen wir ab.',
    refunded: 'Diese Bestellung wurde bereits erstattet.',
    waived:
      'Du wolltest die Lieferung sofort und wusstest, dass dein Widerrufsrecht damit endet. Diese Bestellung lässt sich deshalb nicht widerrufen. Stimmt etwas nicht? Wende dich an den Kundenservice.',
    late: 'Die Widerrufsfrist dieser Bestellung ist abgelaufen. Stimmt etwas nicht? Wende dich an den Kundenservice.',
    no_right: 'Für diese Bestellung gibt es kein Widerrufsrecht. Stimmt etwas nicht? Wende dich an den Kundenservice.',
    refused:
      'Wir haben deine Erklärung geprüft und können diese Bestellung nicht erstatten. Bei Fragen hilft dir der Kundenservice.',
  },
  legal: {
    waiver: 'Jetzt liefern. Ich weiß, dass ich mit der Lieferung mein Widerrufsrecht verliere.',
    withdrawal: 'Hiermit widerrufe ich den Vertrag über die Bestellung {order}.',
  },
  mail: {
    subject: 'Dein Widerruf {number}',
    text: 'wir haben deinen Widerruf am {date} erhalten.',
    answer: 'hier ist unsere Antwort auf deinen Widerruf.',
    statement: 'Deine Erklärung',
    waiver: 'Dem hast du bei der Bestellung zugestimmt: „{text}“',
  },
} satisfies Messages['withdraw']
