export default {
  title: 'Usage statistics',
  notice:
    'Can we count your visit? It helps us improve the shop, and we never record your name or account. <link>Privacy policy</link>',
  text: 'We count which pages are opened, for how long, and which main buttons are used. Each visit gets a random number that can’t be linked to your account, and we delete the counts after {days} days. You can change your mind here anytime.',
  on: 'Your visits are counted.',
  off: 'Your visits aren’t counted.',
  signal: 'Your browser asks websites not to track you, so we don’t count your visits.',
  accept: 'Allow',
  decline: 'Decline',
} as const
