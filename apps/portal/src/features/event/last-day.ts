/** The last second of what runs until `endTs` (its first second after the end): the day that "until" names. */
export const lastDay = (endTs: number): number => endTs - 1
