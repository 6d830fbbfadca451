import type { Messages } from '../../messages.ts'

export default {
  title: 'Dein Land',
  text: 'Wir zeigen dir die Preise deines Landes.',
  current: '{country} · Preise in {currency}',
  unknown: 'Preise in {currency}',
  why: 'Woher wir das wissen',
  none: 'Noch verrät uns nichts dein Land.',
  sign: {
    ip: 'deine Verbindung',
    game: 'das Spiel',
    phone: 'deine Telefonnummer',
    payer: 'deine Karte oder dein Wallet',
    declared: 'deine Auswahl',
  },
  doubted: 'Du hast {country} gewählt. Die Preise gelten, sobald eines davon dazu passt: {signs}.',
  guarded: 'Für die Preise in {country} brauchen wir zwei dieser Hinweise. Es fehlen noch: {signs}.',
  change: 'Land ändern',
  choose: 'Land',
  save: 'Land übernehmen',
  hint: 'Das kannst du alle 90 Tage einmal ändern.',
  locked: 'Du kannst dein Land ab dem {date} wieder ändern.',
  saved: 'Dein Land ist gespeichert.',
  signIn: 'Melde dich an, um ein anderes Land zu wählen.',
  appeal: {
    label: 'Stimmt etwas nicht? Schreib unserem Team.',
    send: 'Senden',
    asked: 'Unser Team prüft deine Anfrage.',
    granted: 'Unser Team hat dein Land bestätigt.',
    refused: 'Unser Team konnte dein Land nicht bestätigen.',
  },
} satisfies Messages['market']
