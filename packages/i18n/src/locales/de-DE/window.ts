import type { Messages } from '../../messages.ts'

export default {
  title: 'Shop',
  text: 'Alles, was es gibt, und was es bei dir kostet. Schau dich um: Anmelden musst du dich erst beim Kauf.',
  items: 'Gegenstände',
  packs: 'HC-Punkte-Pakete',
  best: 'Bester Wert',
  firstBonus: 'Erstaufladung: {bonus} % Bonus',
  bonusText: 'Zeigt ein Gegenstand einen Bonus, bekommt ihn jeder Charakter beim ersten Kauf dazu.',
  youGet: 'Du bekommst {total}',
  packExtra: '+ {points} Bonuspunkte',
  orPoints: 'oder {points} HC-Punkte',
  tax: 'inkl. {rate} MwSt.',
  buy: 'Kaufen',
  buyNamed: '{name} für {price} kaufen',
  doors: {
    title: 'Wie möchtest du kaufen?',
    text: 'Melde dich an, damit {name} auf deinem Konto landet. Deine Auswahl bleibt erhalten.',
    signIn: 'Anmelden und kaufen',
    gameText: 'Du spielst gerade? Du kannst den Shop auch aus dem Spiel öffnen.',
    game: 'Spiel öffnen',
  },
  missing: 'Das gibt es hier gerade nicht',
  missingText: 'Vielleicht wurde es entfernt, oder es ist in deinem Land nicht erhältlich.',
  back: 'Zurück zum Shop',
} satisfies Messages['window']
