export default {
  title: 'News',
  text: 'What’s happening in {game}: events, news and guides.',
  tabs: 'News categories',
  all: 'All',
  event: 'Events',
  strategy: 'Guides',
  type: {
    t1: 'News',
    t2: 'Event',
    t3: 'Guide',
  },
  empty: 'No announcement content yet',
  emptyText: 'Check back soon. News shows up here first.',
  missing: 'Announcement does not exist',
  missingText: 'It may have been removed. You’ll find all current news in the list.',
  back: 'All news',
  related: 'More news',
} as const
