/**
 * Scheduled work: `every` is its interval, `after` its offset from midnight or the full hour (UTC). `restsAtMost`, in
 * seconds: after each run it rests for 99 times as long as that run took, but no longer than this. Decision 553.
 */
export type Chore = { every: string; after: string; restsAtMost?: number; run: () => Promise<unknown> }
