/** A note has the right of what it is about. */
export const noteRights = {
  order: 'order.read',
  player: 'player.read',
  finding: 'refund.read',
  dispute: 'dispute.read',
} as const
export type NoteKind = keyof typeof noteRights

/** The kinds of notes that a person with these rights may read. */
export const noteKinds = (may: (right: string) => boolean): NoteKind[] =>
  (Object.keys(noteRights) as NoteKind[]).filter((kind) => may(noteRights[kind]))
