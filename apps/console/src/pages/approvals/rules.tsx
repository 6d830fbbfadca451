import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { ActionDialog } from '../../kit/action-dialog.tsx'
import { rightName } from '../../kit/codes.ts'
import { Badge } from '../../kit/badge.tsx'
import { Failed } from '../../kit/failed.tsx'
import { may } from '../../kit/permission.ts'
import { Page } from '../../kit/page.tsx'
import { useCall } from '../../kit/use-call.ts'
import type { PageProps } from '../../kit/menu.ts'
import { byArea } from '../roles/words.ts'
import { type Rule, RuleDialog } from './rule-form.tsx'
import { ruleName, whenOf } from './rule-words.ts'

function Switch({ rule }: { rule: Rule }) {
  const t = useTranslations('desk')
  return (
    <ActionDialog
      name="rule/edit"
      label={t(rule.active ? 'approvals.rules.off' : 'approvals.rules.on')}
      about={t(rule.active ? 'approvals.rules.offName' : 'approvals.rules.onName', { rule: ruleName(t, rule) })}
      title={t(rule.active ? 'approvals.rules.offName' : 'approvals.rules.onName', { rule: ruleName(t, rule) })}
      confirm={t('approvals.rules.ask')}
      body={(reason) => ({ ...rule, active: !rule.active, reason })}
    >
      <p>{t('approvals.rules.text')}</p>
    </ActionDialog>
  )
}

/** The calls that need a second person, and who decides, by area. A change of a rule is a request itself. */
export default function Rules({ me }: PageProps) {
  const t = useTranslations('desk')
  const list = useCall('rule/list', {})
  const rules = list.result ?? []
  const mayEdit = may(me, 'rule.edit')
  return (
    <Page width="detail" actions={mayEdit && list.result && <RuleDialog key={rules.length} all={rules} />}>
      <p>{t('approvals.rules.lead')}</p>
      {list.error !== null && <Failed error={list.error} again={list.reload} />}
      {!list.result && list.error === null && <output className="state">{t('loading')}</output>}
      {byArea(rules.map(({ permission }) => permission)).map(([area, rights]) => (
        <section key={area} className="card part" aria-labelledby={`rules-${area}`}>
          <h2 id={`rules-${area}`}>{t(`roles.area.${area}`)}</h2>
          <ul className="rows">
            {rules
              .filter(({ permission }) => rights.includes(permission))
              .map((rule) => (
                <li key={rule.rule}>
                  <span>
                    <Sentence rule={rule} /> {!rule.active && <Badge>{t('approvals.rules.inactive')}</Badge>}
                  </span>
                  {mayEdit && (
                    <span className="actions">
                      <RuleDialog key={rule.version} rule={rule} name={ruleName(t, rule)} all={rules} />
                      <Switch rule={rule} />
                    </span>
                  )}
                </li>
              ))}
          </ul>
        </section>
      ))}
    </Page>
  )
}

/** A rule as a sentence: what needs how many people, and with which right. */
function Sentence({ rule }: { rule: Rule }) {
  const t = useTranslations('desk')
  const bold = (words: ReactNode): ReactNode => <b>{words}</b>
  const name = ruleName(t, rule)
  const isOwn = name === (rule.note || rule.rule)
  return t.rich(isOwn ? `approvals.rules.sentence.${rule.condition}` : 'approvals.rules.sentence.shipped', {
    b: bold,
    rule: isOwn ? rightName(t, rule.permission) : name,
    amount: whenOf(t, rule),
    n: rule.people,
    right: rightName(t, rule.decided_by),
    note: rule.note,
  })
}
