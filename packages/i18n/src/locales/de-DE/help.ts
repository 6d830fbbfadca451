import type { Messages } from '../../messages.ts'

export default {
  title: 'Hilfe',
  text: 'Die meisten Fragen sind hier beantwortet. Für alles andere ist unser Kundenservice für dich da.',
  q1: 'Ich habe bezahlt, aber der Gegenstand fehlt',
  a1: 'Öffne die Bestellung in deinem Aufladeverlauf und wähle „Bestellung prüfen“. Wir fragen sofort beim Zahlungsanbieter und beim Spiel nach und sagen dir, wo Geld und Gegenstand sind.',
  q2: 'Das Zahlungsfenster hat sich nicht geöffnet',
  a2: 'Dein Browser hat es blockiert. Nutze den Button „Zahlungsseite öffnen“ im Dialog oder bezahle die Bestellung später über deinen Aufladeverlauf.',
  q3: 'Was sind HC-Punkte?',
  a3: 'Unsere eigene Währung: 100 HC-Punkte sind 1 US-Dollar wert und gelten für jeden Gegenstand. Bonuspunkte werden zuerst verbraucht.',
  q4: 'Mein Charakter fehlt in der Liste',
  a4: 'Melde dich einmal mit diesem Charakter im Spiel an und aktualisiere dann die Liste auf der Aufladeseite.',
  service: 'Kundenservice',
  serviceSignIn: 'Melde dich an, um den Kundenservice zu erreichen. So sieht er dein Konto und kann schneller helfen.',
  signIn: 'Anmelden',
} satisfies Messages['help']
