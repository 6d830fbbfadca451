import type { DeskResult } from '@hc/contract/desk/calls'
import { SelectField, TextField } from '@hc/ui/field'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ActionDialog } from '../../kit/action-dialog.tsx'
import { amountText, minorOf, wholeOf } from '../../kit/amount.ts'
import { rightName, targetName } from '../../kit/codes.ts'
import { joinWords } from '../../kit/facts.tsx'
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
  const [draft, setDraft] = useState<Rule>(begin)
  const [amount, setAmount] = useState(typed(begin))
  // Only calls with a weight can become requests, so rules for other calls would never apply.
  const rights = [...new Set(all.map(({ permission }) => permission))].toSorted()
  const deciders = [...new Set([...rights, ...all.map(({ decided_by }) => decided_by)])].toSorted()
  const set = (part: Partial<Rule>): void => setDraft({ ...draft, ...part })
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
      onDone={() => {
        setDraft(begin)
        setAmount(typed(begin))
      }}
      fieldNames={['rule', 'permission', 'amount', 'decided_by', 'note']}
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
      fields={(errors) => (
        <>
          {!rule && (
            <>
              <TextField
                label={t('approvals.rules.key')}
                hint={t('approvals.rules.keyHint')}
                name="rule"
                autoComplete="off"
                maxLength={61}
                value={draft.rule}
                error={errors.rule}
                onChange={(event) => set({ rule: event.target.value })}
              />
              <SelectField
                label={t('approvals.rules.permission')}
                name="permission"
                {...(others.length > 0 && {
                  hint: t('approvals.rules.others', {
                    rules: joinWords(others.map((other) => `${ruleName(t, other)} (${whenOf(t, other)})`)),
                  }),
                })}
                value={draft.permission}
                error={errors.permission}
                onChange={(event) => set({ permission: event.target.value })}
              >
                <option value="">{t('approvals.rules.choose')}</option>
                {rights.map((right) => (
                  <option key={right} value={right}>
                    {rightName(t, right)}
                  </option>
                ))}
              </SelectField>
            </>
          )}
          <SelectField
            label={t('approvals.rules.whenTitle')}
            name="condition"
            value={draft.condition}
            onChange={(event) => {
              const condition = conditions.find((candidate) => candidate === event.target.value)
              if (condition) set({ condition })
            }}
          >
            {conditions.map((condition) => (
              <option key={condition} value={condition}>
                {condition === 'above' ? t('approvals.rules.aboveSome') : t(`approvals.rules.when.${condition}`)}
              </option>
            ))}
          </SelectField>
          {above && (
            <TextField
              label={t('approvals.rules.amount', { unit: unit === 'cents' ? BASE : t(`roles.unit.${unit}`) })}
              name="amount"
              inputMode={unit === 'cents' ? 'decimal' : 'numeric'}
              autoComplete="off"
              value={amount}
              error={errors.amount}
              onChange={(event) => setAmount(event.target.value)}
            />
          )}
          <SelectField
            label={t('approvals.rules.about')}
            name="kind"
            value={draft.kind}
            onChange={(event) => set({ kind: event.target.value })}
          >
            <option value="">{t('approvals.rules.anything')}</option>
            {[...new Set([...kinds, ...all.map(({ kind }) => kind)])].filter(Boolean).map((kind) => (
              <option key={kind} value={kind}>
                {targetName(t, kind)}
              </option>
            ))}
          </SelectField>
          <SelectField
            label={t('approvals.rules.decidesWhat')}
            name="decided_by"
            value={draft.decided_by}
            error={errors.decided_by}
            onChange={(event) => set({ decided_by: event.target.value })}
          >
            {draft.decided_by === '' && <option value="">{t('approvals.rules.choose')}</option>}
            {deciders.map((decider) => (
              <option key={decider} value={decider}>
                {rightName(t, decider)}
              </option>
            ))}
          </SelectField>
          <SelectField
            label={t('approvals.rules.decides')}
            name="people"
            value={draft.people}
            onChange={(event) => set({ people: Number(event.target.value) })}
          >
            {Array.from({ length: MOST_PEOPLE }, (_, at) => at + 1).map((n) => (
              <option key={n} value={n}>
                {t('approvals.rules.decidesBy', { n })}
              </option>
            ))}
          </SelectField>
          <TextField
            label={t('approvals.rules.note')}
            hint={t('approvals.rules.noteHint')}
            name="note"
            autoComplete="off"
            maxLength={300}
            value={draft.note}
            error={errors.note}
            onChange={(event) => set({ note: event.target.value })}
          />
        </>
      )}
    >
      <p>{t('approvals.rules.text')}</p>
    </ActionDialog>
  )
}
