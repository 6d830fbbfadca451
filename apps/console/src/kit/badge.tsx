import type { ReactNode } from 'react'

export type Tone = 'neutral' | 'info' | 'good' | 'warn' | 'bad'

/** A state as a word; its colour and its dot only repeat it. */
export function Badge({ tone = 'neutral', children }: { tone?: Tone; children: ReactNode }) {
  return <span className={`badge badge-${tone}`}>{children}</span>
}
