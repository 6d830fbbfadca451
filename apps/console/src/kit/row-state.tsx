import { useTranslations } from 'use-intl'
import { Badge, type Tone } from './badge.tsx'
import { saidText } from './codes.ts'
import { tOf } from './text-of.ts'
import type { DeskTexts } from './use-action.ts'

const tones: Readonly<Record<string, Tone>> = {
  confirmed: 'good',
  refused: 'bad',
  failed: 'bad',
  parked: 'bad',
  kept: 'bad',
  no_order: 'bad',
  held: 'warn',
  unknown: 'warn',
  stopped: 'warn',
  pending: 'info',
  recall: 'info',
  new: 'info',
}
/** Rows of different tables have states of the same name and another meaning. */
export type RowKind = 'delivery' | 'recall' | 'refund' | 'webhook'

/** The kind of a row of the outbox by its number. */
export const kindOfRow = (id: string): 'delivery' | 'recall' | 'refund' =>
  id.startsWith('rcl_') ? 'recall' : id.startsWith('rfd_') ? 'refund' : 'delivery'

const recalls: Readonly<Record<string, string>> = {
  pending: 'recall',
  unknown: 'recall',
  confirmed: 'taken_back',
  cancelled: 'taken_back',
}

/** The word for a state of the shop's tables. */
export function stateWord(t: DeskTexts, kind: RowKind, state: string): string {
  const text =
    kind === 'refund'
      ? tOf(t, 'refunds.states', state)
      : kind === 'webhook'
        ? tOf(t, 'webhooks.states', state)
        : tOf(t, 'deliveries.states', kind === 'recall' ? (recalls[state] ?? state) : state)
  return text ?? saidText(t, state)
}

export function RowState({ of: kind, state }: { of: RowKind; state: string }) {
  const t = useTranslations('desk')
  const tone = kind === 'recall' ? tones[recalls[state] ?? state] : tones[state]
  return state === '' ? null : <Badge tone={tone ?? 'neutral'}>{stateWord(t, kind, state)}</Badge>
}

/** An order's delivery: after a recall, where its item is now. */
export const deliveryOf = ({ delivery, recall = '' }: { delivery: string; recall?: string | undefined }) =>
  recall === ''
    ? ({ of: 'delivery', state: delivery } as const)
    : recall === 'refused' || recall === 'parked'
      ? ({ of: 'delivery', state: 'kept' } as const)
      : ({ of: 'recall', state: recall } as const)
