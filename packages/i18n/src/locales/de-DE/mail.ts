import type { Messages } from '../../messages.ts'

export default {
  code: {
    subjectLogin: '{code} ist dein Anmeldecode für {shop}',
    subjectReset: '{code} ist dein Code für ein neues Passwort bei {shop}',
    hello: 'Hallo,',
    login: 'gib diesen Code ein, um dich anzumelden:',
    reset: 'gib diesen Code ein, um ein neues Passwort festzulegen:',
    valid: 'Er gilt {minutes} Minuten und nur einmal.',
    ignore: 'Du hast ihn nicht angefordert? Dann ignoriere diese Nachricht: Es hat sich nichts geändert. Gib den Code niemandem weiter, wir fragen nie danach.',
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
  frame: {
    open: 'Zum Shop',
    footer: 'Diese Nachricht wurde von {shop} gesendet. Bitte antworte nicht darauf.',
  },
} satisfies Messages['mail']
