import type { DeskResult } from '@hc/contract/desk/calls'
import type { DeskTexts } from '../../kit/use-action.ts'
import { word } from '../../kit/code-text.ts'
import { limitText } from '../roles/words.ts'

type Rule = DeskResult<'rule/list'>[number]

/** The condition of a rule, in words. */
export const whenOf = (t: DeskTexts, { permission, condition, amount }: Rule): string =>
  t(`approvals.rules.when.${condition}`, { amount: limitText(permission, amount ?? 0) })

/** The rule's name in the person's language. A rule that the shop's staff made has its note instead. */
export function ruleName(t: DeskTexts, { rule, note }: Rule): string {
  const key = rule.replaceAll('.', '_')
  const text = word(t, 'rules', key)
  return text === key ? note || rule : text
}
