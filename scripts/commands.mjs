/** The operator's commands, `npm run hc -- NAME`: each is a file of apps/server/src/commands. */
export const commands = {
  audit: 'exports the audit of the desk, and verifies such a file',
  backup: 'records that somebody restored a backup and verified it',
  check: 'the steps of “Open your shop” with the state of each, as the desk lists them; changes nothing',
  close: 'the shop sells nothing and finishes everything',
  delivery: 'an order’s delivery and its recall: asks the game again, or closes the recall',
  doctor: 'checks every invariant of the books, and lists what waits for a person',
  fx: 'stores the rates of the European Central Bank’s daily file, for reports',
  'game-key': 'the game’s API keys: list, add, revoke, pair',
  hold: 'why an order is held: refunds the payment, or closes the hold',
  open: 'whether the shop sells and what is missing; opens it, or lets one player order before',
  order: 'all that the shop knows of an order; changes nothing',
  player: 'what the deletion of a player’s data waits for; changes nothing',
  points: 'points of a pack refunded in part: takes them back, or leaves them',
  reconcile: 'compares our books with those of the gateways',
  redeliver: 'tells a game that lost data once more what it had confirmed',
  refund: 'refunds an order, and records a refund that was made elsewhere',
  seals: 'what an older secret of SESSION_SECRET sealed; moves it to the newest one',
  staff: 'people of the desk: invites the first owner, suspends, ends sessions, resets factors',
  test: 'tests a step of “Open your shop” with the real other party, as the desk does',
  webhook: 'webhooks without an order: processes one again, or closes it',
}

/** The commands of a box, which a clone does not have: `hc NAME` of a release (docs/runbooks/box.md). */
export const boxCommands = {
  install: 'makes this Debian a shop, or repairs it; --plan says what it would change',
  status: 'what runs, and what needs attention',
  look: 'the look of each minute, which a timer starts',
  settings: 'settings with their value, origin and default; secrets are never shown',
  set: 'changes a setting or a secret: checked, restarted, and undone if not ready',
  unset: 'gives a setting its default again',
  secret: 'rotates a secret: the new one in front, the old one goes by itself',
  restart: 'restarts the processes of the shop, one after the other',
  logs: 'the last lines of web, worker, desk, edge or database',
  backup: 'a backup now; prove, list, prune, key; verified records a restore by hand',
  ship: 'brings sealed files to the place of backups, each minute by a timer',
  restore: 'a backup, or a moment, in the place of the shop',
  move: 'out: closes the shop and prints the line for the new machine; --undo comes back',
  export: 'cluster: settings, secrets and a bootstrap for compose and the chart',
  disk: 'what is large on the disk; --free gives room back',
  versions: 'the releases on this machine, and which ran when',
  upgrade: 'goes to another release beside the shop, and goes back by itself if it is worse',
  rollback: 'leads back to the release that ran before',
  auto: 'whether releases install themselves: off, security or on; reboot on or off',
  debian: 'after an update of Debian: what runs takes the new files',
  probe: 'what an upgrade asks of a release on a copy, which hc upgrade starts',
  recover: 'what a power cut interrupted, which the boot starts',
  init: 'of deploy/one: makes .env, the secrets and all that its containers read',
  keep: 'of deploy/one: the timers of its keeper',
}

/** The forms that have not every command of a box: the containers of `deploy/one`, by `HC_FORM` of their image. */
export const formCommands = {
  one: ['init', 'keep', 'settings', 'backup', 'ship'],
}

/** What `npm run hc` prints: each command on a line. */
export const commandList = [
  'npm run hc -- COMMAND …   (npm run hc -- COMMAND --help explains one)',
  '',
  ...Object.entries(commands).map(([name, about]) => `  ${name.padEnd(10)} ${about}`),
].join('\n')
