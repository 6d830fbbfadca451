export default {
  title: 'Visit statistics',
  notice: 'May we count your visit? Without your name or account, only to make the shop better. <link>Privacy policy</link>',
  text: 'We count which pages are opened, for how long, and which main buttons are used. Each visit gets a random number that nobody can link to your account, and the counts are deleted after a limited time. You can change your mind here at any time.',
  on: 'Your visits are counted.',
  off: 'Your visits are not counted.',
  signal: 'Your browser asks websites not to track you. We respect that: your visits are not counted.',
  accept: 'Allow',
  decline: 'Decline',
} as const
