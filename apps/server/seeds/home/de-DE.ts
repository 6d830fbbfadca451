import type { HomeTexts } from './home-texts.ts'

export const home = {
  hero: {
    kicker: 'Offizieller Webshop von Starfall Chronicles',
    title: 'Wenn Sterne fallen, erhebst du dich',
    subtitle: 'Sternjuwelen und HC-Punkte, direkt für deinen Charakter.',
    cta: 'Jetzt aufladen',
  },
  features: [
    {
      id: 'worlds',
      icon: '/art/features/worlds.svg',
      title: 'Zerbrochener Himmel',
      text: 'Segle zwischen schwebenden Inseln, jede aus einem anderen gefallenen Stern geboren.',
    },
    {
      id: 'companions',
      icon: '/art/features/companions.svg',
      title: 'Sternengefährten',
      text: 'Freunde dich mit Geistern an, die ein Sternbild in sich tragen, und kämpft Seite an Seite.',
    },
    {
      id: 'battles',
      icon: '/art/features/battles.svg',
      title: 'Kämpfe der Finsternis',
      text: 'Bezwingt zu viert Giganten, die das Licht verschlingen.',
    },
    {
      id: 'seasons',
      icon: '/art/features/seasons.svg',
      title: 'Lebendige Saisons',
      text: 'Mit jeder Saison wandelt sich der Himmel: neue Inseln, neue Geschichten, neue Belohnungen.',
    },
  ],
  gameInfo: {
    title: 'Über das Spiel',
    paragraphs: [
      'In der Nacht, als die Sternenkrone zerbrach, rissen ihre Splitter das Land in treibende Inseln. Du bist Sternträger, einer der wenigen, die den Gesang der gefallenen Sterne noch hören.',
      'Sammle ihr Licht, gewinne Gefährten und steige vom Polarlichthafen bis zur Zitadelle über den Wolken auf, allein oder mit Freunden. Mit jedem Schritt leuchtet ein Sternbild mehr.',
    ],
    facts: [
      { label: 'Genre', value: 'Fantasy-Action-RPG' },
      { label: 'Spieler', value: 'Solo oder Gruppen bis 4' },
      { label: 'Plattformen', value: 'iOS, Android, Windows' },
      { label: 'Alter', value: 'Ab 12 Jahren' },
    ],
  },
} satisfies HomeTexts
