import { useTranslations } from 'use-intl'
import { ActionDialog } from '../../kit/action-dialog.tsx'
import { rightName } from '../../kit/codes.ts'
import { Badge } from '../../kit/badge.tsx'
import { type Column, List } from '../../kit/list/list.tsx'
import { may } from '../../kit/permission.ts'
import { Page } from '../../kit/page.tsx'
import { useCall } from '../../kit/use-call.ts'
import type { PageProps } from '../../kit/menu.ts'
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

/** The calls that need a second person, and who decides. A change of a rule is a request itself. */
export default function Rules({ me }: PageProps) {
  const t = useTranslations('desk')
  const list = useCall('rule/list', {})
  const columns: Column<Rule>[] = [
    { key: 'rule', label: t('approvals.rules.rule'), cell: (row) => ruleName(t, row), text: (row) => row.rule },
    {
      key: 'permission',
      label: t('approvals.rules.permission'),
      cell: (row) => rightName(t, row.permission),
      text: (row) => row.permission,
      extra: true,
    },
    { key: 'when', label: t('approvals.rules.whenTitle'), cell: (row) => whenOf(t, row), text: (row) => row.condition },
    {
      key: 'decides',
      label: t('approvals.rules.decides'),
      cell: (row) => t('approvals.rules.decidesBy', { n: row.people }),
      text: (row) => row.decided_by,
    },
    {
      key: 'right',
      label: t('approvals.rules.decidesWhat'),
      cell: (row) => rightName(t, row.decided_by),
      text: (row) => row.decided_by,
      extra: true,
    },
    {
      key: 'state',
      label: t('approvals.rules.state'),
      cell: (row) => (
        <Badge tone={row.active ? 'good' : 'neutral'}>
          {t(row.active ? 'approvals.rules.active' : 'approvals.rules.inactive')}
        </Badge>
      ),
      text: (row) => String(row.active),
    },
    ...(may(me, 'rule.edit')
      ? [
          {
            key: 'do',
            label: t('approvals.rules.change'),
            cell: (row: Rule) => (
              <span className="actions">
                <RuleDialog key={row.version} rule={row} name={ruleName(t, row)} all={list.result ?? []} />
                <Switch rule={row} />
              </span>
            ),
          },
        ]
      : []),
  ]
  return (
    <Page actions={may(me, 'rule.edit') && list.result && <RuleDialog key={list.result.length} all={list.result} />}>
      <p>{t('approvals.rules.lead')}</p>
      <List
        name="rules"
        caption={t('approvals.rules.title')}
        rows={list.result}
        error={list.error}
        reload={list.reload}
        columns={columns}
        id={(row) => row.rule}
        empty={{ title: t('approvals.rules.empty'), text: t('approvals.rules.lead') }}
      />
    </Page>
  )
}
