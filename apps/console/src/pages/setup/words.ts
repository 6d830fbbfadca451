import type { DeskResult } from '@hc/contract/desk/calls'
import type { DeskTexts } from '../../kit/use-action.ts'
import { tOf } from '../../kit/text-of.ts'

export type Step = DeskResult<'setup/read'>['steps'][number]
export type Tested = DeskResult<'setup/test'>

/** Why a step has its state. */
export const reasonOf = (t: DeskTexts, { step, key, values }: Pick<Step, 'step' | 'key' | 'values'>): string =>
  tOf(t, 'setup.says', `${step}_${key}`, values) ?? key

/** What a test found. A failure has the words of the state that follows from it. */
export function toldOf(t: DeskTexts, { step, values }: Step, { ok, outcome, detail, ms }: Tested): string {
  const failed = ok === false && outcome !== 'wrong'
  if (!failed) {
    const text = tOf(t, 'setup.told', outcome, { detail, ms: String(ms) })
    if (text !== undefined) return text
  }
  return reasonOf(t, { step, key: outcome, values: { ...values, detail } })
}
