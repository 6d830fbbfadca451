import { dayAfter } from '@hc/contract/desk/figures'

/** Spans of days that people ask for, by the key of their text. */
export const dayPresets = ['today', 'yesterday', 'week', 'month', 'thisMonth', 'lastMonth'] as const
export type DayPreset = (typeof dayPresets)[number]

const WEEK = 7
const MONTH = 30

/** The first and the last day of a span that ends today (2026-11-20). */
export function presetDays(preset: DayPreset, today: string): { from: string; to: string } {
  const firstOfMonth = `${today.slice(0, 8)}01`
  const lastOfBefore = dayAfter(firstOfMonth, -1)
  return {
    today: { from: today, to: today },
    yesterday: { from: dayAfter(today, -1), to: dayAfter(today, -1) },
    week: { from: dayAfter(today, 1 - WEEK), to: today },
    month: { from: dayAfter(today, 1 - MONTH), to: today },
    thisMonth: { from: firstOfMonth, to: today },
    lastMonth: { from: `${lastOfBefore.slice(0, 8)}01`, to: lastOfBefore },
  }[preset]
}

/** The preset with these days, if there is one. */
export const presetOf = (from: string, to: string, today: string): DayPreset | undefined =>
  dayPresets.find((preset) => {
    const span = presetDays(preset, today)
    return span.from === from && span.to === to
  })
