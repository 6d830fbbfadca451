export default {
  hero: {
    topUp: 'Top up now',
    download: 'Get the game',
    promise: 'Delivered straight to your character',
  },
  topup: {
    title: 'Top-up center',
    text: 'Choose your server and character, pay in seconds and find your item waiting in the game.',
    itemsTitle: 'Items and passes',
    itemsText: 'Items and passes, delivered to the character you choose.',
    itemsCta: 'Browse items',
    pointsTitle: 'HC Point packs',
    pointsText: 'Our shop currency: 100 HC Points are worth US$1, and bigger packs come with bonus points.',
    pointsCta: 'Browse packs',
    bonus: 'First top-up bonus',
    bonusText: 'Where an item shows a bonus, each character gets it with the first purchase of that item.',
  },
  download: {
    title: 'Download',
    text: 'One account, every device. Pick your system and region.',
    region: 'Region',
    get: 'Download for {system}',
    version: 'Version {version}',
    size: 'Size {size}',
    unavailable: 'Not available for {system} in this region',
  },
  news: {
    title: 'Top news',
    empty: 'No announcement content yet',
  },
  game: {
    title: 'About the game',
  },
  redeem: {
    title: 'Redeem a code',
    text: 'Got a gift code from an event or a stream? Redeem it here for one of your characters.',
    label: 'Gift code',
    placeholder: 'For example GIFT-2026',
    submit: 'Redeem',
    emptyCode: 'Please enter a code',
  },
  features: {
    title: 'What awaits you',
  },
  more: {
    title: 'There is more to discover',
    text: 'Events, strategy guides and news from the world of {game}.',
    cta: 'View more',
  },
  logout: {
    title: 'You’re logged out',
    text: 'See you soon. Log in again anytime.',
  },
} as const
