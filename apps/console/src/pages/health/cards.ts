import type { DeskResult } from '@hc/contract/desk/calls'
import { healthCards } from '@hc/contract/desk/health-cards'
import type { Tone } from '../../kit/badge.tsx'

type Read = DeskResult<'health/read'>
export type Line = Read['lines'][number]
export type Light = Line['light']
/** A part of the shop's health. */
export type HealthPart = { card: Line['card']; light: Light; lines: readonly Line[] }

export const tones: Readonly<Record<Light, Tone>> = {
  green: 'good',
  amber: 'warn',
  red: 'bad',
  unknown: 'info',
  off: 'neutral',
}
/** The gravest state first. */
const order: readonly Light[] = ['red', 'amber', 'unknown', 'off', 'green']

/** The cards of the page, each with the state of its gravest line. `open`: what waits for the person in To do. */
export function cardsOf({ lines, house }: Read, open: number): HealthPart[] {
  const all = [...lines, ...house]
  return healthCards.flatMap((card) => {
    const inCard = all.filter((line) => line.card === card)
    if (inCard.length === 0) return []
    const states = inCard.filter(({ quiet }) => !quiet).map(({ light }) => light)
    const waits = card === 'queues' && open > 0 ? (['amber'] as const) : []
    const light = order.find((state) => [...states, ...waits].includes(state)) ?? 'green'
    return [{ card, light, lines: inCard }]
  })
}

/** How many cards have a state. */
export const countOf = (cards: readonly HealthPart[], light: Light): number =>
  cards.filter((part) => part.light === light).length
