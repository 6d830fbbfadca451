import type { Messages } from '../../messages.ts'

export default {
  title: 'Besuchsstatistik',
  notice:
    'Dürfen wir deinen Besuch zählen? Ohne Namen und Konto, nur um den Shop zu verbessern. <link>Datenschutz</link>',
  text: 'Wir zählen, welche Seiten wie lange geöffnet sind und welche wichtigen Buttons benutzt werden. Jeder Besuch bekommt eine Zufallszahl, die sich nicht mit deinem Konto verbinden lässt, und die Zählung wird nach {days} Tagen gelöscht. Du kannst deine Wahl hier jederzeit ändern.',
  on: 'Deine Besuche werden gezählt.',
  off: 'Deine Besuche werden nicht gezählt.',
  signal:
    'Dein Browser bittet Websites, dich nicht zu verfolgen. Wir halten uns daran: Deine Besuche werden nicht gezählt.',
  accept: 'Erlauben',
  decline: 'Ablehnen',
} satisfies Messages['consent']
