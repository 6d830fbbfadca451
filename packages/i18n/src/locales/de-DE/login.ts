import type { Messages } from '../../messages.ts'

export default {
  title: 'Willkommen zurück',
  text: 'Melde dich mit deinem Spielkonto an, um aufzuladen und deine Bestellungen zu sehen.',
  account: {
    label: 'Spielkonto oder E-Mail',
    placeholder: 'Konto-ID oder E-Mail',
  },
  password: {
    label: 'Passwort',
    placeholder: 'Dein Passwort',
    show: 'Passwort anzeigen',
    hide: 'Passwort verbergen',
  },
  remember: 'Auf diesem Gerät angemeldet bleiben',
  forgot: 'Passwort vergessen?',
  submit: 'Anmelden',
  submitting: 'Anmeldung läuft…',
  success: 'Anmeldung erfolgreich',
  or: 'oder weiter mit',
  demoHint: 'Demo: Melde dich als {account} mit dem Passwort {password} an',
  required: 'Bitte fülle alle Felder aus',
  email: 'Bitte gib eine gültige E-Mail-Adresse ein',
  passwordRule: 'Das Passwort hat 6–16 Zeichen und mischt mindestens zwei von: Ziffern, Buchstaben, Sonderzeichen',
  passwordMismatch: 'Das Passwortformat stimmt nicht',
  passwordsDiffer: 'Die beiden Passwörter stimmen nicht überein. Bitte gib sie erneut ein',
  continueTo: 'Nach der Anmeldung machst du dort weiter, wo du warst.',
  noAccount: 'Noch kein Konto? Erstelle es im Spiel und melde dich dann hier an.',
  forgotDialog: {
    title: 'Passwort vergessen',
    text: 'Auf dieser Website lässt sich das Passwort noch nicht zurücksetzen. Ändere es im Spiel oder frag unseren Kundendienst: Dort hilft man dir persönlich.',
  },
  token: {
    title: 'Noch nicht verfügbar',
    text: 'Die direkte Anmeldung aus dem Spiel ist noch nicht verfügbar. Bitte melde dich mit Konto und Passwort an.',
  },
  side: {
    one: 'In Sekunden bei deinem Charakter',
    two: 'Jede Bestellung mit Nummer zum Verfolgen',
    three: 'Erstauflade-Bonus für jeden Charakter',
  },
} satisfies Messages['login']
