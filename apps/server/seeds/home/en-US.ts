import type { HomeTexts } from './home-texts.ts'

export const home = {
  hero: {
    kicker: 'Starfall Chronicles official web shop',
    title: 'When the stars fall, rise',
    subtitle: 'Star Gems and HC Points, straight to your character.',
    cta: 'Top up now',
  },
  features: [
    {
      id: 'worlds',
      icon: '/art/features/worlds.svg',
      title: 'Shattered skies',
      text: 'Sail between floating isles, each born from a different fallen star.',
    },
    {
      id: 'companions',
      icon: '/art/features/companions.svg',
      title: 'Star companions',
      text: 'Befriend spirits that carry a constellation and let them fight at your side.',
    },
    {
      id: 'battles',
      icon: '/art/features/battles.svg',
      title: 'Eclipse battles',
      text: 'Team up in parties of four and bring down giants that swallow the light.',
    },
    {
      id: 'seasons',
      icon: '/art/features/seasons.svg',
      title: 'Living seasons',
      text: 'Every season moves the heavens: new isles, new stories, new rewards.',
    },
  ],
  gameInfo: {
    title: 'About the game',
    paragraphs: [
      'The night the Crown of Stars broke, its shards tore the land into drifting isles. You are a Starbearer, one of the few who can still hear the fallen stars sing.',
      'Gather their light, befriend companions, and climb from the harbor of Aurora to the citadel above the clouds, alone or with friends, one constellation at a time.',
    ],
    facts: [
      { label: 'Genre', value: 'Fantasy action RPG' },
      { label: 'Players', value: 'Solo or parties of up to 4' },
      { label: 'Platforms', value: 'iOS, Android, Windows' },
      { label: 'Age rating', value: '12 and over' },
    ],
  },
} satisfies HomeTexts
