import type { Messages } from '../../messages.ts'

export default {
  title: 'News',
  text: 'Das ist los in {game}: Events, Ankündigungen und Guides.',
  tabs: 'Art der Ankündigung',
  all: 'Alle',
  event: 'Events',
  strategy: 'Guides',
  type: {
    t1: 'News',
    t2: 'Event',
    t3: 'Guide',
  },
  phase: {
    live: 'Läuft: {days, plural, =1 {letzter Tag} other {noch # Tage}}',
    liveOpen: 'Läuft',
    soon: 'Ab {date}',
    ended: 'Beendet',
    until: 'bis {date}',
  },
  hide: 'Diese News ausblenden',
  empty: 'Noch keine Ankündigungen',
  emptyText: 'Schau bald wieder vorbei: Neue Ankündigungen erscheinen hier zuerst.',
  missing: 'Diese Ankündigung gibt es nicht',
  missingText: 'Vielleicht wurde sie entfernt. Alle aktuellen Ankündigungen findest du in der Liste.',
  back: 'Alle News',
  related: 'Weitere News',
} satisfies Messages['event']
