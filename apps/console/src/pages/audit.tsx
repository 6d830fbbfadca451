import type { DeskBody, DeskResult, Me } from '@hc/contract/desk/calls'
import { Button } from '@hc/ui/button'
import { TextField } from '@hc/ui/field'
import { Notice } from '@hc/ui/notice'
import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useLocation, useSearch } from 'wouter'
import { dateTime } from '../kit/date-time.ts'
import { Failed, FormError, Page } from '../kit/page.tsx'
import { useAction } from '../kit/use-action.ts'
import { useCall } from '../kit/use-call.ts'
import { call } from '../lib/api.ts'
import { may } from '../shell.tsx'

const words = ['actor', 'action', 'kind', 'target'] as const
const days = ['from', 'to'] as const
type Filter = Record<(typeof words)[number] | (typeof days)[number], string>

const filterOf = (search: string): Filter => {
  const query = new URLSearchParams(search)
  const of = (name: string): string => query.get(name) ?? ''
  return {
    actor: of('actor'),
    action: of('action'),
    kind: of('kind'),
    target: of('target'),
    from: of('from'),
    to: of('to'),
  }
}
/** A day of this browser's zone, in seconds; `to` is the end of that day. */
const secondsOf = (day: string, add: number): number => {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(day) ? new Date(`${day}T00:00:00`) : null
  if (at) at.setDate(at.getDate() + add)
  return at && Number.isFinite(at.getTime()) ? Math.max(0, Math.floor(at.getTime() / 1000)) : 0
}
const bodyOf = (filter: Filter, after: number): DeskBody<'audit/list'> => ({
  ...filter,
  from: secondsOf(filter.from, 0),
  to: secondsOf(filter.to, 1),
  after,
})

/** Who did what, newest first. The filters stand in the address, so a view is a link. */
export function Audit({ me }: { me: Me }) {
  const t = useTranslations('desk')
  const search = useSearch()
  const [, go] = useLocation()
  const filter = filterOf(search)
  const after = Number(new URLSearchParams(search).get('after') ?? 0) || 0
  const lines = useCall('audit/list', bodyOf(filter, after))
  const all = may(me, 'audit.read')
  const show = (next: Filter, from = 0): void => {
    const query = new URLSearchParams(Object.entries(next).filter(([, value]) => value !== ''))
    if (from > 0) query.set('after', String(from))
    go(query.size > 0 ? `/audit?${query.toString()}` : '/audit')
  }
  return (
    <Page title={t('audit.title')}>
      {all ? <Chain /> : <p>{t('audit.own')}</p>}
      <Filters
        key={search}
        filter={filter}
        all={all}
        onShow={(next) => {
          show(next)
        }}
      />
      {lines.error !== null && <Failed error={lines.error} again={lines.reload} />}
      {lines.result?.lines.length === 0 && (
        <div className="state">
          <h2>{t('audit.empty')}</h2>
          <p>{t('audit.emptyText')}</p>
        </div>
      )}
      {lines.result && lines.result.lines.length > 0 && <Lines lines={lines.result.lines} />}
      <div className="actions">
        {after > 0 && (
          <Button
            kind="quiet"
            onClick={() => {
              show(filter)
            }}
          >
            {t('audit.newest')}
          </Button>
        )}
        {lines.result?.next != null && (
          <Button
            kind="quiet"
            onClick={() => {
              show(filter, lines.result?.next ?? 0)
            }}
          >
            {t('audit.older')}
          </Button>
        )}
      </div>
    </Page>
  )
}

type FilterProps = { filter: Filter; all: boolean; onShow: (filter: Filter) => void }

function Filters({ filter, all, onShow }: FilterProps) {
  const t = useTranslations('desk')
  const [draft, setDraft] = useState(filter)
  const set = (name: keyof Filter, value: string): void => {
    setDraft({ ...draft, [name]: value })
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    onShow(draft)
  }
  return (
    <form className="filters" aria-label={t('audit.filter')} onSubmit={submit}>
      {words
        .filter((name) => all || name !== 'actor')
        .map((name) => (
          <TextField
            key={name}
            label={t(`audit.${name}`)}
            name={name}
            autoComplete="off"
            spellCheck={false}
            placeholder={name === 'actor' ? t('audit.actorHint') : undefined}
            value={draft[name]}
            onChange={(event) => {
              set(name, event.target.value)
            }}
          />
        ))}
      {days.map((name) => (
        <TextField
          key={name}
          label={t(`audit.${name}`)}
          name={name}
          type="date"
          value={draft[name]}
          onChange={(event) => {
            set(name, event.target.value)
          }}
        />
      ))}
      <div className="actions">
        <Button type="submit">{t('audit.show')}</Button>
        <Button
          kind="quiet"
          onClick={() => {
            onShow(filterOf(''))
          }}
        >
          {t('audit.clear')}
        </Button>
      </div>
    </form>
  )
}

function Lines({ lines }: { lines: DeskResult<'audit/list'>['lines'] }) {
  const t = useTranslations('desk')
  return (
    <table className="list">
      <thead>
        <tr>
          <th scope="col">{t('audit.number')}</th>
          <th scope="col">{t('audit.time')}</th>
          <th scope="col">{t('audit.actor')}</th>
          <th scope="col">{t('audit.action')}</th>
          <th scope="col">{t('audit.target')}</th>
          <th scope="col">{t('audit.line')}</th>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ seq, at, actor, actor_name, action, kind, target, line }) => (
          <tr key={seq}>
            <th scope="row">{seq}</th>
            <td data-label={t('audit.time')}>{dateTime(at)}</td>
            <td data-label={t('audit.actor')}>
              {actor_name || actor}
              {actor_name && <span className="soft">{actor}</span>}
            </td>
            <td data-label={t('audit.action')}>{action}</td>
            <td data-label={t('audit.target')}>
              {kind} {target}
            </td>
            <td data-label={t('audit.line')}>
              <details>
                <summary aria-label={t('audit.lineName', { seq: String(seq) })}>{t('audit.line')}</summary>
                <pre>{JSON.stringify(JSON.parse(line), null, 2)}</pre>
              </details>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Walks the whole chain, when asked. */
function Chain() {
  const t = useTranslations('desk')
  const [found, setFound] = useState<DeskResult<'audit/verify'> | null>(null)
  const { busy, errors, run } = useAction()
  const text =
    found &&
    (found.holds
      ? t('audit.holds', { seq: String(found.seq ?? 0), head: found.head })
      : t('audit.broken', { seq: String(found.broken), why: found.why }))
  return (
    <div className="form">
      <div className="actions">
        <Button
          kind="quiet"
          busy={busy}
          onClick={() => {
            void run(async () => {
              setFound(await call('audit/verify', {}))
            })
          }}
        >
          {t('audit.verify')}
        </Button>
      </div>
      <FormError text={errors.form} />
      <div aria-live="polite">{text && <Notice tone={found.holds ? 'good' : 'bad'}>{text}</Notice>}</div>
    </div>
  )
}
