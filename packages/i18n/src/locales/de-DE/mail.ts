import type { Messages } from '../../messages.ts'

export default {
  code: {
    subjectLogin: '{code} ist dein Anmeldecode für {shop}',
    subjectReset: '{code} ist dein Code für ein neues Passwort bei {shop}',
    hello: 'Hallo,',
    login: 'gib diesen Code ein, um dich anzumelden:',
    reset: 'gib diesen Code ein, um ein neues Passwort festzulegen:',
    valid: 'Er gilt {minutes} Minuten und nur einmal.',
    ignore:
      'Du hast ihn nicht angefordert? Dann ignoriere diese Nachricht: Es hat sich nichts geändert. Gib den Code niemandem weiter, wir fragen nie danach.',
  },
  sms: {
    login: '{shop}: Dein Anmeldecode ist {code}. Er gilt {minutes} Minuten. Gib ihn niemandem weiter.',
    reset: '{shop}: Dein Code für ein neues Passwort ist {code}. Er gilt {minutes} Minuten. Gib ihn niemandem weiter.',
  },
  changed: {
    subject: 'Dein Passwort bei {shop} wurde geändert',
    text: 'das Passwort deines Kontos {account} wurde gerade geändert. Alle Geräte wurden abgemeldet.',
    notYou: 'Das warst nicht du? Setze das Passwort sofort zurück und schreib unserem Kundenservice.',
  },
  order: {
    paid: {
      subject: 'Dein Beleg von {shop}: {name}',
      text: 'Vielen Dank! Deine Zahlung über {amount} ist da. Wir schicken {name} an {character}.',
      textCoin: 'Vielen Dank! Deine Zahlung über {amount} ist da. In deinem Konto findest du jetzt {name}.',
    },
    delivered: {
      subject: 'Geliefert: {name}',
      text: 'Wir haben {name} an {character} geliefert. Viel Spaß!',
    },
    refunded: {
      subject: 'Wir haben {amount} erstattet',
      text: 'Wir haben dir {amount} für {name} erstattet. Bei Karten kann es einige Tage dauern, bis du das Geld siehst.',
      textPoints: 'Wir haben deinem Konto {amount} für {name} gutgeschrieben.',
    },
    review: {
      subject: 'Wir prüfen deine Zahlung für {name}',
      text: 'Wir haben eine Zahlung erhalten, die nicht zu deiner Bestellung von {name} passt. Dein Geld ist sicher, unser Team kümmert sich darum. Bitte bezahle diese Bestellung nicht noch einmal.',
    },
    view: 'Bestellung ansehen',
    help: 'Stimmt etwas nicht, oder hast du das nicht bestellt? Unser Kundenservice hilft dir gern.',
    support: 'Kundenservice zu dieser Bestellung kontaktieren',
    why: 'E-Mails zu deinen Bestellungen kannst du in deinem Konto abschalten.',
  },
  frame: {
    open: 'Zum Shop',
    footer: 'Diese Nachricht wurde von {shop} gesendet. Bitte antworte nicht darauf.',
  },
} satisfies Messages['mail']
