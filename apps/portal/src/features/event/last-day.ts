/**
 * The last second of an event, of which `endTs` is the first second after its end. Its day is the one that "until"
 * names.
 */
export const lastDay = (endTs: number): number => endTs - 1
