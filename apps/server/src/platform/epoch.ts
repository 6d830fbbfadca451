/**
 * Whole seconds since 1970 of a timestamp, in SQL: the second that it lies in. A bare cast would round half of them
 * into the future.
 * Decision 122.
 */
export const epochSeconds = (column: string): string => `floor(extract(epoch from ${column}))::bigint`
