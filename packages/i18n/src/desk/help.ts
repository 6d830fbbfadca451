/** The runbooks in the desk. */
export const help = {
  intro: 'Step by step, for when something goes wrong.',
  search: 'Search',
  parts: 'Parts',
  all: 'All runbooks',
  english: 'Runbooks are in English.',
  nothing: 'No runbook has these words',
  what: 'What to do',
}

/** Texts of a person's own settings. */
export const own = {
  title: 'Language, time and keys',
  zone: 'Time zone',
  device: 'As on this device ({zone})',
  zoneHint: 'The desk shows every time in it. This browser keeps it.',
}

/** An article’s translation beside its source. */
export const beside = {
  source: 'Source ({language})',
  changed: 'The source was changed since this translation was saved:',
  lost: 'The source was changed since this translation was saved. What it said then was not kept.',
  right: 'The translation is still right',
  added: 'new: ',
  removed: 'removed: ',
  word: 'Too long for a line on a phone: {word}',
}

/** The names of the list views that each role starts with. */
export const firstView = {
  support: 'Paid, not there yet',
  lead: 'Refunds that stopped',
  content: 'Changed, not published',
  campaign: 'Running now',
  finance: 'Refunds that failed',
  ops: 'No answer from the game',
  auditor: 'Who looked at masked fields',
  owner: 'Roles that were given',
}
