export default {
  hero: {
    topUp: 'Top up now',
    download: 'Get the game',
    promise: 'Delivered straight to your character',
  },
  topup: {
    title: 'Top-up center',
    text: 'Choose your server and character, pay in a few seconds and pick the item up in the game.',
    itemsTitle: 'Items and passes',
    itemsText: 'Gems and passes, delivered to the character you choose.',
    itemsCta: 'Browse items',
    pointsTitle: 'HC Point packs',
    pointsText: 'Our own currency: 100 HC Points are worth US$1, larger packs bring extra points.',
    pointsCta: 'Browse packs',
    bonus: 'First top-up bonus',
    bonusText: 'Your first purchase of each gem pack is doubled for every character.',
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
    title: 'Hot news',
    empty: 'No announcement content yet',
  },
  game: {
    title: 'About the game',
  },
  redeem: {
    title: 'Redeem code',
    text: 'Got a gift code from an event or a stream? Redeem it here for one of your characters.',
    label: 'Gift code',
    placeholder: 'For example STAR-2026',
    submit: 'Redeem',
    emptyCode: 'Please enter a code',
  },
  features: {
    title: 'Why players stay',
  },
  more: {
    title: 'There is more to discover',
    text: 'Events, strategy guides and news from the world of {game}.',
    cta: 'View more',
  },
  logout: {
    title: 'You are signed out',
    text: 'See you soon, traveler. Sign in again whenever you like.',
  },
} as const
