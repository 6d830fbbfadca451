import type { DeskResult } from '@hc/contract/desk/calls'
import { TextField } from '@hc/ui/field'
import { useTranslations } from 'use-intl'
import { ActionDialog } from '../../kit/action-dialog.tsx'
import { amountText, minorOf, wholeOf } from '../../kit/amount.ts'
import { ChoiceField } from '../../kit/choice-field.tsx'
import { rightName, targetName } from '../../kit/codes.ts'
import { joinWords } from '../../kit/facts.tsx'
import { useFields } from '../../kit/use-fields.ts'
import { unitOf } from '../roles/words.ts'
import { kinds } from './kinds.ts'
import { ruleName, whenOf } from './rule-words.ts'

export type Rule = DeskResult<'rule/list'>[number]
const BASE = 'USD'
const conditions = ['beyond', 'above', 'always'] as const
const MOST_PEOPLE = 3
const empty: Rule = {
  rule: '',
  version: 0,
  permission: '',
  condition: 'always',
  amount: null,
  kind: '',
  decided_by: '',
  people: 1,
  active: true,
  note: '',
}

const typed = ({ permission, amount }: Rule): string =>
  amount === null ? '' : unitOf(permission) === 'cents' ? amountText(amount, BASE) || '0' : String(amount)
/** An amount in its own unit; NaN for an invalid one. */
const amountOf = (text: string, permission: string): number => {
  const amount = unitOf(permission) === 'cents' ? minorOf(text, BASE) : wholeOf(text)
  return text.trim() !== '' && amount >= 0 ? amount : NaN
}

/** Whether two rules of a permission concern the same calls. */
const sameCase = (rule: Rule, other: Rule): boolean =>
  rule.condition === other.condition && rule.kind === other.kind && rule.amount === other.amount

type Props = {
  /** Absent for a new rule. */
  rule?: Rule
  /** The name of the rule. */
  name?: string
  all: readonly Rule[]
}

/** Changes a rule, or adds one. Another person decides about it. */
export function RuleDialog({ rule, name = '', all }: Props) {
  const t = useTranslations('desk')
  const begin = rule ?? empty
  const fields = useFields('rule/edit', { ...begin, amount: typed(begin) })
  const { amount, ...draft } = fields.values
  // Only calls with a weight can become requests, so rules for other calls would never apply.
  const rights = [...new Set(all.map(({ permission }) => permission))].toSorted()
  const deciders = [...new Set([...rights, ...all.map(({ decided_by }) => decided_by)])].toSorted()
  const unit = unitOf(draft.permission)
  const others = all.filter((other) => other.rule !== rule?.rule && other.permission === draft.permission)
  const above = draft.condition === 'above'
  const candidateRule = { ...draft, amount: above ? amountOf(amount, draft.permission) : null }
  const same = others.find((other) => sameCase(other, candidateRule))
  const title = rule ? t('approvals.rules.changeName', { rule: name }) : t('approvals.rules.add')
  return (
    <ActionDialog
      key={begin.version}
      name="rule/edit"
      kind={rule ? 'quiet' : 'primary'}
      label={rule ? t('approvals.rules.change') : t('approvals.rules.add')}
      about={title}
      title={title}
      confirm={t('approvals.rules.ask')}
      form={fields}
      check={() => ({
        rule: !/^[a-z][a-z0-9_.]{1,60}$/.test(draft.rule)
          ? t('approvals.rules.keyWrong')
          : !rule && all.some((other) => other.rule === draft.rule)
            ? t('approvals.rules.keyTaken')
            : undefined,
        permission:
          draft.permission === ''
            ? t('field.needed')
            : !rule && same
              ? t('approvals.rules.same', { rule: ruleName(t, same) })
              : undefined,
        amount: above && Number.isNaN(amountOf(amount, draft.permission)) ? t('field.invalid') : undefined,
        decided_by: draft.decided_by === '' ? t('field.needed') : undefined,
      })}
      body={(reason) => ({ ...candidateRule, reason })}
      fields={
        <>
          {!rule && (
            <>
              <TextField label={t('approvals.rules.key')} hint={t('approvals.rules.keyHint')} {...fields('rule')} />
              <ChoiceField
                label={t('approvals.rules.permission')}
                {...(others.length > 0 && {
                  hint: t('approvals.rules.others', {
                    rules: joinWords(others.map((other) => `${ruleName(t, other)} (${whenOf(t, other)})`)),
                  }),
                })}
                {...fields.choice('permission')}
                options={[
                  ['', t('approvals.rules.choose')],
                  ...rights.map((right) => [right, rightName(t, right)] as const),
                ]}
              />
            </>
          )}
          <ChoiceField
            label={t('approvals.rules.whenTitle')}
            {...fields.choice('condition')}
            options={conditions.map((condition) => [
              condition,
              condition === 'above' ? t('approvals.rules.aboveSome') : t(`approvals.rules.when.${condition}`),
            ])}
          />
          {above && (
            <TextField
              label={t('approvals.rules.amount', { unit: unit === 'cents' ? BASE : t(`roles.unit.${unit}`) })}
              inputMode={unit === 'cents' ? 'decimal' : 'numeric'}
              {...fields('amount')}
            />
          )}
          <ChoiceField
            label={t('approvals.rules.about')}
            {...fields.choice('kind')}
            options={[
              ['', t('approvals.rules.anything')],
              ...[...new Set([...kinds, ...all.map(({ kind }) => kind)])]
                .filter(Boolean)
                .map((kind) => [kind, targetName(t, kind)] as const),
            ]}
          />
          <ChoiceField
            label={t('approvals.rules.decidesWhat')}
            {...fields.choice('decided_by')}
            options={[
              ...(draft.decided_by === '' ? [['', t('approvals.rules.choose')] as const] : []),
              ...deciders.map((decider) => [decider, rightName(t, decider)] as const),
            ]}
          />
          <ChoiceField
            label={t('approvals.rules.decides')}
            {...fields.choice('people')}
            options={Array.from({ length: MOST_PEOPLE }, (_, at) => [
              at + 1,
              t('approvals.rules.decidesBy', { n: at + 1 }),
            ])}
          />
          <TextField label={t('approvals.rules.note')} hint={t('approvals.rules.noteHint')} {...fields('note')} />
        </>
      }
    >
      <p>{t('approvals.rules.text')}</p>
    </ActionDialog>
  )
}
