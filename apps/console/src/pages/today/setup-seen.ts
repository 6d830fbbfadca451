import { lasting } from '../../lib/storage.ts'

const NAME = 'desk shop open'

/** Whether the shop could open when this browser looked last: then no place is kept for a card that would go. */
export const setupSeen = {
  get: (): boolean => lasting.read(NAME) !== null,
  set: (open: boolean): void => (open ? lasting.write(NAME, '1') : lasting.remove(NAME)),
}
