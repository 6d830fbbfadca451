import type { Messages } from '../../messages.ts'

export default {
  hero: {
    topUp: 'Jetzt aufladen',
    download: 'Spiel holen',
    promise: 'Direkt an deinen Charakter geliefert',
  },
  topup: {
    title: 'Auflade-Center',
    text: 'Wähle Server und Charakter, bezahle in wenigen Sekunden und finde den Gegenstand direkt im Spiel.',
    itemsTitle: 'Gegenstände und Pässe',
    itemsText: 'Gegenstände und Pässe, geliefert an den Charakter deiner Wahl.',
    itemsCta: 'Gegenstände ansehen',
    pointsTitle: 'HC-Punkte-Pakete',
    pointsText: 'Unsere eigene Währung: 100 HC-Punkte sind 1 US-Dollar wert, größere Pakete bringen Bonuspunkte.',
    pointsCta: 'Pakete ansehen',
    taxed: 'Alle Preise inkl. MwSt.',
    bonus: 'Erstaufladebonus',
    bonusText: 'Zeigt ein Gegenstand einen Bonus, bekommt ihn jeder Charakter beim ersten Kauf dazu.',
  },
  download: {
    title: 'Download',
    text: 'Ein Konto für alle Geräte. Wähle dein System und deine Region.',
    region: 'Region',
    get: 'Download für {system}',
    version: 'Version {version}',
    size: 'Größe {size}',
    unavailable: 'In dieser Region nicht für {system} verfügbar',
  },
  news: {
    title: 'Top-News',
    empty: 'Noch keine Ankündigungen',
  },
  redeem: {
    title: 'Code einlösen',
    text: 'Hast du einen Geschenkcode aus einem Event oder Stream? Lös ihn hier für einen deiner Charaktere ein.',
    label: 'Geschenkcode',
    placeholder: 'Zum Beispiel GIFT-2026',
    submit: 'Einlösen',
    emptyCode: 'Bitte gib einen Code ein',
  },
  features: {
    title: 'Das erwartet dich',
  },
  more: {
    title: 'Es gibt noch mehr zu entdecken',
    text: 'Events, Guides und News aus der Welt von {game}.',
    cta: 'Mehr ansehen',
  },
  logout: {
    title: 'Du bist abgemeldet',
    text: 'Bis bald! Melde dich wieder an, wann immer du magst.',
  },
  goods: {
    firstBonus: 'Erstaufladung: {bonus} % Bonus',
    youGet: 'Du bekommst {total}',
    packExtra: '+ {points} Bonuspunkte',
    best: 'Bester Wert',
    buy: '{name} für {price} kaufen',
    again: 'Noch einmal: {name}',
    change: 'Ändern',
    playsAs: '{role} · {server}',
  },
  trust: {
    title: 'Warum hier kaufen',
    delivery: 'Gegenstände landen direkt und vollständig bei deinem Charakter',
    payment: 'Du zahlst auf der Seite des Zahlungsanbieters. Deine Karte sehen wir nie.',
    help: 'Etwas stimmt nicht? Unser Team hilft dir.',
    contact: 'Kontakt',
  },
} satisfies Messages['home']
