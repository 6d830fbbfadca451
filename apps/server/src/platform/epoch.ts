/**
 * Whole seconds since 1970 of a timestamp, in SQL, floored. A bare cast would round half of the timestamps into the
 * future. Decision 122.
 */
export const epochSeconds = (column: string): string => `floor(extract(epoch from ${column}))::bigint`
