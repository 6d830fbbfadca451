import type { DeskResult } from '@hc/contract/desk/calls'
import { targetKinds } from '@hc/contract/desk-codes'
import { Button } from '@hc/ui/button'
import { Notice } from '@hc/ui/notice'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { breakable } from '../../kit/breakable.ts'
import { actName, targetName } from '../../kit/codes.ts'
import { HelpLink } from '../../kit/help-link.tsx'
import { CallList } from '../../kit/list/call-list.tsx'
import { type Column, columnsOf } from '../../kit/list/column.tsx'
import { choice, days, words } from '../../kit/list/field.ts'
import { may } from '../../kit/permission.ts'
import { Person } from '../../kit/picture.tsx'
import { TargetLink } from '../../kit/target-link.tsx'
import { FormError } from '../../kit/form-error.tsx'
import { Page } from '../../kit/page.tsx'
import { type DeskTexts, useAction } from '../../kit/use-action.ts'
import { call } from '../../lib/api.ts'
import type { PageProps } from '../../kit/menu.ts'

type Line = DeskResult<'audit/list'>['lines'][number]

/** All actions with their actors, newest first. */
export default function Audit({ me }: PageProps) {
  const t = useTranslations('desk')
  const all = may(me, 'audit.read')
  return (
    <Page>
      {all ? <Chain /> : <p>{t('audit.own')}</p>}
      <CallList
        me={me}
        call="audit/list"
        naming={{ rows: ({ lines }) => lines, cursor: (after) => ({ after }) }}
        page="/audit"
        name="audit"
        caption={t('audit.title')}
        fields={[
          days(t('list.days.label')),
          ...(all ? [words('actor', t('audit.actor'), t('audit.actorHint'))] : []),
          words('action', t('audit.action')),
          choice(
            'kind',
            t('audit.kind'),
            targetKinds.map((kind) => [kind, targetName(t, kind)]),
          ),
          words('target', t('audit.target')),
          words('ip', t('audit.ip')),
        ]}
        columns={columns(t)}
        id={({ seq }) => seq}
        empty={{ title: t('audit.empty'), text: t('audit.emptyText') }}
        noFile={all && !may(me, 'audit.export')}
        // The original lines, so that `npm run hc -- audit verify` can check the file.
        raw={({ prev, line, hash }) => ({ prev, line, hash })}
      />
    </Page>
  )
}

/** The number of a picture or a passkey, or a shop's public key: letters without words. */
const RANDOM = /^[\w+/=-]{32,}$/

function columns(t: DeskTexts): readonly Column<Line>[] {
  const c = columnsOf<Line>(t)
  return [
    { ...c.number('seq', t('audit.number')), numeric: false },
    c.when('at', t('audit.time'), { phone: 'age' }),
    {
      ...c.text('actor', t('audit.actor'), { phone: 'badge' }),
      cell: ({ actor, actor_name: name }) =>
        name === '' ? (
          actor
        ) : (
          <>
            <Person name={name} />
            <span className="soft">{actor}</span>
          </>
        ),
    },
    {
      ...c.text('action', t('audit.action'), { phone: 'title' }),
      // The filter expects the action's code, so the code is shown, too.
      cell: ({ action }) => (
        <>
          {actName(t, action)}
          <code className="soft">{breakable(action)}</code>
        </>
      ),
    },
    {
      key: 'target',
      label: t('audit.target'),
      cell: ({ kind, target }) =>
        RANDOM.test(target) ? (
          <span className="any">
            {targetName(t, kind)} <code className="key">{target}</code>
          </span>
        ) : (
          <span className="any">
            <TargetLink kind={kind} target={target} whole />
          </span>
        ),
      text: ({ kind, target }) => `${kind} ${target}`,
      phone: 'under',
    },
    {
      ...c.text('line', t('audit.line'), { phone: 'acts' }),
      cell: ({ seq, line }) => (
        <details>
          <summary aria-label={t('audit.lineName', { seq: String(seq) })}>{t('audit.line')}</summary>
          <pre>{JSON.stringify(JSON.parse(line), null, 2)}</pre>
        </details>
      ),
    },
  ]
}

/** Verifies the whole chain on request. */
function Chain() {
  const t = useTranslations('desk')
  const [result, setFound] = useState<DeskResult<'audit/verify'> | null>(null)
  const { busy, errors, run } = useAction()
  const text =
    result &&
    (result.holds
      ? t('audit.holds', { seq: String(result.seq ?? 0), head: result.head })
      : t('audit.broken', { seq: String(result.broken), why: result.why }))
  return (
    <div className="form">
      <div className="actions">
        <Button
          kind="quiet"
          busy={busy}
          onClick={() =>
            void run(async () => {
              setFound(await call('audit/verify', {}))
            })
          }
        >
          {t('audit.verify')}
        </Button>
      </div>
      <FormError text={errors.form} />
      <div aria-live="polite">
        {text && (
          <Notice tone={result.holds ? 'good' : 'bad'}>
            {text} {!result.holds && <HelpLink to="/help/audit#step-1" about={text} />}
          </Notice>
        )}
      </div>
    </div>
  )
}
