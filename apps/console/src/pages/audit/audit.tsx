import type { DeskResult } from '@hc/contract/desk/calls'
import { targetKinds } from '@hc/contract/desk-codes'
import { Button } from '@hc/ui/button'
import { Notice } from '@hc/ui/notice'
import { useState } from 'react'
import { useMessages, useTranslations } from 'use-intl'
import { useSearch } from 'wouter'
import { actName, factName, factText, targetName } from '../../kit/codes.ts'
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
import { useCall } from '../../kit/use-call.ts'
import { call } from '../../lib/api.ts'
import type { PageProps } from '../../kit/menu.ts'

type Line = DeskResult<'audit/list'>['lines'][number]

/** All actions with their actors, newest first. */
export default function Audit({ me }: PageProps) {
  const t = useTranslations('desk')
  const all = may(me, 'audit.read')
  const people = useCall('staff/list', all && may(me, 'staff.read') ? {} : null).result
  const at = new URLSearchParams(useSearch())
  const acts = Object.entries(useMessages().desk?.codes?.act ?? {})
    .map(([key, text]) => [key.replace('_', '/'), text] as const)
    .toSorted(([, a], [, b]) => a.localeCompare(b))
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
          ...(all
            ? [
                people
                  ? choice(
                      'actor',
                      t('audit.actor'),
                      withValue(
                        people.map(({ staff_id, name }) => [`staff:${staff_id}`, name]),
                        at.get('actor'),
                      ),
                    )
                  : words('actor', t('audit.actor'), t('audit.actorHint')),
              ]
            : []),
          choice('action', t('audit.action'), withValue(acts, at.get('action'))),
          choice(
            'about',
            t('audit.matter'),
            abouts.map((about) => [about, t(`audit.chips.${about}`)]),
          ),
          choice(
            'kind',
            t('audit.kind'),
            targetKinds.map((kind) => [kind, targetName(t, kind)]),
          ),
          words('target', t('audit.target')),
          words('ip', t('audit.ip')),
        ]}
        chips={(all ? abouts : abouts.slice(0, 1)).map((about) => ({
          label: t(`audit.chips.${about}`),
          query: { about },
        }))}
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

const abouts = ['money', 'sign_ins', 'by_hand'] as const
type Options = readonly (readonly [value: string, text: string])[]

/** The options of a filter, and the address's own value where it is none of them. */
const withValue = (options: Options, value: string | null): Options =>
  !value || options.some(([option]) => option === value) ? options : [...options, [value, value]]

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
      cell: ({ action }) => actName(t, action),
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
      ...c.text('line', t('audit.changes'), { phone: 'acts' }),
      cell: ({ seq, line }) => <Changes seq={seq} line={line} />,
    },
  ]
}

type AuditLine = {
  before?: Readonly<Record<string, unknown>> | null
  after?: Readonly<Record<string, unknown>> | null
  reason?: string
}

/** What a line says was changed, in words; the line itself is behind that. */
function Changes({ seq, line }: { seq: number; line: string }) {
  const t = useTranslations('desk')
  const whole = JSON.parse(line) as AuditLine
  const { before, after, reason = '' } = whole
  const facts = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  return (
    <details>
      <summary aria-label={t('audit.lineName', { seq: String(seq) })}>{t('audit.changes')}</summary>
      <dl className="facts">
        {facts.length === 0 && reason === '' && <p className="soft">{t('audit.noChange')}</p>}
        {facts.map((fact) => (
          <div key={fact}>
            <dt>{factName(t, fact)}</dt>
            <dd>
              {before && (
                <>
                  {factText(t, fact, before[fact])}
                  {' → '}
                </>
              )}
              {after ? factText(t, fact, after[fact]) : t('audit.gone')}
            </dd>
          </div>
        ))}
        {reason !== '' && (
          <div>
            <dt>{t('audit.reason')}</dt>
            <dd>{reason}</dd>
          </div>
        )}
      </dl>
      <details>
        <summary>{t('audit.raw')}</summary>
        <pre>{JSON.stringify(whole, null, 2)}</pre>
      </details>
    </details>
  )
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
