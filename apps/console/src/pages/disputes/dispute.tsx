import type { DeskResult } from '@hc/contract/desk/calls'
import { Button, buttonClass } from '@hc/ui/button'
import { SelectField } from '@hc/ui/field'
import { type FormEvent, useEffect, useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Link, useSearch } from 'wouter'
import { saveFile } from '../../kit/csv.ts'
import { DisputeStage } from './disputes.tsx'
import { count, Facts, money, When } from '../../kit/facts.tsx'
import { may } from '../../kit/permission.ts'
import { FormError } from '../../kit/form-error.tsx'
import { Failed } from '../../kit/failed.tsx'
import { Page } from '../../kit/page.tsx'
import type { DeskTexts } from '../../kit/use-action.ts'
import { useCall } from '../../kit/use-call.ts'
import { useCommand } from '../../kit/use-command.ts'
import type { PageProps } from '../../kit/menu.ts'
import { Note } from '../remarks/note.tsx'
import { Notes } from '../remarks/notes.tsx'

type Case = DeskResult<'dispute/read'>
const states = ['new', 'gathering', 'entered', 'given_up'] as const

/** One dispute: the gateway's state, the evidence for the shop, and the staff's work on it. */
export default function DisputePage({ me, params }: PageProps) {
  const t = useTranslations('desk')
  const { channel = '', id = '' } = params
  const target = `${channel}/${id}`
  const { result, error, reload } = useCall('dispute/read', { channel, dispute_id: id }, { ofPage: true })
  return (
    <Page
      title={t('disputes.case.title', { id })}
      actions={result && may(me, 'note.write') ? <Note kind="dispute" target={target} /> : undefined}
    >
      {error !== null && <Failed error={error} again={reload} />}
      {!result && error === null && <output className="state">{t('loading')}</output>}
      {result && (
        <>
          <Statement found={result} />
          <Evidence found={result} />
          {may(me, 'dispute.work') && result.dispute.stage === 'opened' && (
            <Work key={result.work.version} found={result} />
          )}
          {may(me, 'note.write') && (
            <>
              <h2>{t('players.one.tabs.notes')}</h2>
              <Notes kind="dispute" target={target} />
            </>
          )}
        </>
      )}
    </Page>
  )
}

function Statement({ found: { dispute, page, work } }: { found: Case }) {
  const t = useTranslations('desk')
  const open = dispute.stage === 'opened'
  return (
    <section className="card part">
      <h2>{t('disputes.case.gateway')}</h2>
      <p>
        <DisputeStage stage={dispute.stage} work={work.state} /> {money(dispute.amount_cents, dispute.currency)},{' '}
        {dispute.reason}
      </p>
      {open && dispute.due_at !== null && (
        <p>
          {t('disputes.case.due')} <When at={dispute.due_at} />
        </p>
      )}
      <p>{t(open ? 'disputes.case.enter' : 'disputes.case.ended')}</p>
      {open && page !== '' && (
        <a className={buttonClass('quiet', 'small')} href={page} target="_blank" rel="noopener noreferrer">
          {t('disputes.case.toGateway')}
        </a>
      )}
    </section>
  )
}

const lines = (t: DeskTexts, { dispute, evidence }: Case): (readonly [string, string | number | null])[] => [
  [t('disputes.case.order'), dispute.order_no],
  [t('disputes.case.goods'), `${evidence.goods_name} (${evidence.goods})`],
  [t('disputes.case.character'), evidence.role_id ? `${evidence.server_id} / ${evidence.role_id}` : null],
  [t('disputes.case.proof'), evidence.proof || null],
  [t('disputes.case.before'), count(evidence.paid_before)],
  [t('disputes.case.disputes'), count(evidence.disputes_before)],
  [t('disputes.case.signIns'), count(evidence.sign_ins_after)],
]
const moments = (t: DeskTexts, { evidence }: Case): (readonly [string, number | null])[] => [
  [t('disputes.case.ordered'), evidence.ordered_at],
  [t('disputes.case.paid'), evidence.paid_at],
  [t('disputes.case.delivered'), evidence.delivered_at],
  [t('disputes.case.first'), evidence.first_order_at],
]

function Evidence({ found }: { found: Case }) {
  const t = useTranslations('desk')
  const file = (): void => {
    const text = [
      ...lines(t, found).map(([name, value]) => `${name}: ${value ?? '-'}`),
      ...moments(t, found).map(([name, at]) => `${name}: ${at === null ? '-' : new Date(at * 1000).toISOString()}`),
      '',
      found.work.text,
    ].join('\n')
    saveFile(`dispute-${found.dispute.dispute_id}.txt`, 'text/plain;charset=utf-8', text)
  }
  return (
    <section className="card part">
      <h2>{t('disputes.case.evidence')}</h2>
      <Facts
        facts={[
          ...lines(t, found).map(([name, value], at) =>
            at === 0
              ? ([
                  name,
                  <Link key="order" className="link" href={`/orders/${found.dispute.order_no}`}>
                    {value}
                  </Link>,
                ] as const)
              : ([name, value] as const),
          ),
          ...moments(t, found).map(([name, at]) => [name, at === null ? null : <When key={name} at={at} />] as const),
        ]}
      />
      <Button kind="quiet" size="small" onClick={file}>
        {t('disputes.case.save')}
      </Button>
    </section>
  )
}

function Work({ found: { dispute, work } }: { found: Case }) {
  const t = useTranslations('desk')
  const inputId = useId()
  const [state, setState] = useState<(typeof states)[number]>(work.state)
  const [text, setText] = useState(work.text)
  const [files, setFiles] = useState(work.files.map(({ name, where }) => `${name}, ${where}`).join('\n'))
  const { form, busy, errors, run } = useCommand('dispute/work', { done: t('disputes.case.kept') })
  // The address that To do and an order's banner lead to.
  const responds = new URLSearchParams(useSearch()).get('do') === 'dispute/work'
  useEffect(() => {
    if (responds) document.getElementById(`${inputId}text`)?.focus()
  }, [responds, inputId])
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    void run({
      channel: dispute.channel,
      dispute_id: dispute.dispute_id,
      version: work.version,
      state,
      text,
      files: files
        .split('\n')
        .filter((line) => line.trim() !== '')
        .map((line) => {
          const [name = '', ...where] = line.split(',')
          return { name: name.trim().slice(0, 200), where: where.join(',').trim().slice(0, 300) }
        }),
    })
  }
  return (
    <section className="card part">
      <h2>{t('disputes.case.work')}</h2>
      {work.by !== '' && <p className="soft">{t('disputes.case.by', { by: work.by })}</p>}
      <form ref={form} noValidate className="form" onSubmit={submit}>
        <FormError text={errors.form} />
        <SelectField
          label={t('disputes.case.state')}
          name="state"
          value={state}
          onChange={(event) => setState(states.find((candidate) => candidate === event.target.value) ?? 'new')}
        >
          {states.map((option) => (
            <option key={option} value={option}>
              {t(`disputes.case.states.${option}`)}
            </option>
          ))}
        </SelectField>
        {(
          [
            ['text', text, setText, 8],
            ['files', files, setFiles, 3],
          ] as const
        ).map(([name, value, set, rows]) => (
          <div key={name} className="field">
            <label htmlFor={`${inputId}${name}`} className="field-label">
              {t(`disputes.case.${name}`)}
            </label>
            <textarea
              id={`${inputId}${name}`}
              className="input"
              rows={rows}
              maxLength={10_000}
              aria-describedby={`${inputId}${name}-hint`}
              value={value}
              onChange={(event) => set(event.target.value)}
            />
            <p id={`${inputId}${name}-hint`} className="hint">
              {t(`disputes.case.${name}Hint`)}
            </p>
          </div>
        ))}
        <Button type="submit" busy={busy}>
          {t('disputes.case.keep')}
        </Button>
      </form>
    </section>
  )
}
