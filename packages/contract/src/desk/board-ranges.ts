/** The ranges of Home: the last 24 hours, today, yesterday, the last 7 days and the last 30. */
export const boardRanges = ['day', 'today', 'yesterday', 'week', 'month'] as const
export type BoardRange = (typeof boardRanges)[number]
