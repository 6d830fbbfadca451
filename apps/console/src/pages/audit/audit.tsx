import type { DeskResult } from '@hc/contract/desk/calls'
import { targetKinds } from '@hc/contract/desk-codes'
import { Button } from '@hc/ui/button'
import { Notice } from '@hc/ui/notice'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { breakable } from '../../kit/breakable.ts'
import { actName, targetName } from '../../kit/codes.ts'
import { utc } from '../../kit/csv.ts'
import { When } from '../../kit/facts.tsx'
import { FilterBar } from '../../kit/filter-bar.tsx'
import { HelpLink } from '../../kit/help-link.tsx'
import { type Column, List } from '../../kit/list/list.tsx'
import { may } from '../../kit/permission.ts'
import { TargetLink } from '../../kit/target-link.tsx'
import { FormError } from '../../kit/form-error.tsx'
import { Page } from '../../kit/page.tsx'
import { type DeskTexts, useAction } from '../../kit/use-action.ts'
import { useCall } from '../../kit/use-call.ts'
import { secondsOf, useFilters } from '../../kit/use-filters.ts'
import { Views } from '../../kit/list/views.tsx'
import { call } from '../../lib/api.ts'
import type { PageProps } from '../../kit/menu.ts'

const names = ['actor', 'action', 'kind', 'target', 'ip', 'from', 'to'] as const
type Line = DeskResult<'audit/list'>['lines'][number]

/** All actions with their actors, newest first. */
export default function Audit({ me }: PageProps) {
  const t = useTranslations('desk')
  const filters = useFilters(names)
  const { from, to, ...words } = filters.values
  const after = Number(filters.after) || 0
  const filter = { ...words, from: secondsOf(from), to: secondsOf(to, 1) }
  const lines = useCall('audit/list', { ...filter, after })
  const all = may(me, 'audit.read')
  const fields = names.map((name) => ({
    name,
    label: t(`audit.${name}`),
    ...(name === 'from' || name === 'to' ? { type: 'date' as const } : {}),
    ...(name === 'kind'
      ? { options: targetKinds.map((kindName) => [kindName, targetName(t, kindName)] as const) }
      : {}),
    ...(name === 'actor' ? { placeholder: t('audit.actorHint') } : {}),
  }))
  return (
    <Page>
      {all ? <Chain /> : <p>{t('audit.own')}</p>}
      <Views me={me} page="/audit" />
      <FilterBar filters={filters} fields={all ? fields : fields.filter(({ name }) => name !== 'actor')} />
      <List
        name="audit"
        caption={t('audit.title')}
        rows={lines.result?.lines ?? null}
        error={lines.error}
        reload={lines.reload}
        columns={columns(t)}
        id={({ seq }) => seq}
        empty={{ title: t('audit.empty'), text: t('audit.emptyText') }}
        next={lines.result?.next == null ? null : String(lines.result.next)}
        after={filters.after}
        turn={filters.turn}
        pages={
          all && !may(me, 'audit.export')
            ? null
            : async (from, size) => {
                const page = await call('audit/list', { ...filter, after: Number(from), size })
                return { rows: page.lines, next: page.next === null ? null : String(page.next) }
              }
        }
        // The original lines, so that `npm run hc -- audit verify` can check the file.
        raw={({ prev, line, hash }) => ({ prev, line, hash })}
      />
    </Page>
  )
}

/** The number of a picture or a passkey, or a shop's public key: letters without words. */
const RANDOM = /^[\w+/=-]{32,}$/

const columns = (t: DeskTexts): readonly Column<Line>[] => [
  { key: 'seq', label: t('audit.number'), cell: ({ seq }) => seq, text: ({ seq }) => seq },
  { key: 'at', label: t('audit.time'), cell: ({ at }) => <When at={at} />, text: ({ at }) => utc(at) },
  {
    key: 'actor',
    label: t('audit.actor'),
    cell: ({ actor, actor_name }) => (
      <>
        {actor_name || actor}
        {actor_name && <span className="soft">{actor}</span>}
      </>
    ),
    text: ({ actor }) => actor,
  },
  {
    key: 'action',
    label: t('audit.action'),
    // The filter expects the action's code, so the code is shown, too.
    cell: ({ action }) => (
      <>
        {actName(t, action)}
        <code className="soft">{breakable(action)}</code>
      </>
    ),
    text: ({ action }) => action,
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
  },
  {
    key: 'line',
    label: t('audit.line'),
    cell: ({ seq, line }) => (
      <details>
        <summary aria-label={t('audit.lineName', { seq: String(seq) })}>{t('audit.line')}</summary>
        <pre>{JSON.stringify(JSON.parse(line), null, 2)}</pre>
      </details>
    ),
    text: ({ line }) => line,
  },
]

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
