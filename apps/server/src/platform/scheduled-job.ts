/**
 * Work that comes by the clock (UTC): so often, and so long after midnight or the full hour. `restsAtMost`, in seconds:
 * after each run it rests for 99 times as long as that took, but not longer than this. Decision 553.
 */
export type Chore = { every: string; after: string; restsAtMost?: number; run: () => Promise<unknown> }
