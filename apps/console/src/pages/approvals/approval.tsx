import { TextField } from '@hc/ui/field'
import { useTranslations } from 'use-intl'
import type { DeskResult } from '@hc/contract/desk/calls'
import { breakable } from '../../kit/breakable.ts'
import { ActionButton, ActionDialog } from '../../kit/action-dialog.tsx'
import { actName, factName, factText } from '../../kit/codes.ts'
import { dayText } from '../../kit/date-time.ts'
import { Facts, money, rate, When } from '../../kit/facts.tsx'
import { numberOf } from '../../kit/no-such.ts'
import { Failed } from '../../kit/failed.tsx'
import { Page } from '../../kit/page.tsx'
import { TargetLink } from '../../kit/target-link.tsx'
import type { PageProps } from '../../kit/menu.ts'
import { useCall } from '../../kit/use-call.ts'
import { useKeptWords } from '../../kit/use-kept.ts'
import type { DeskTexts } from '../../kit/use-action.ts'
import { RequestState } from './approvals.tsx'
import { factsOf } from './words.ts'
import { tOf } from '../../kit/text-of.ts'

type Full = DeskResult<'approval/read'>

/** One request: its author, its call and reason, the state before and after, and the decision. */
export default function Approval({ params }: PageProps) {
  const t = useTranslations('desk')
  const approval_no = numberOf(params.no)
  const approval = useCall('approval/read', { approval_no }, { ofPage: true })
  const full = approval.result
  return (
    <Page
      title={t('approvals.number', { no: String(approval_no) })}
      actions={full && <Decision full={full} reload={approval.reload} />}
    >
      {approval.error !== null && <Failed error={approval.error} again={approval.reload} />}
      {!approval.result && approval.error === null && <output className="state">{t('loading')}</output>}
      {full && (
        <>
          <Facts
            facts={[
              [t('approvals.what'), actName(t, full.call)],
              [
                t('approvals.target'),
                <TargetLink key="target" whole kind={full.kind} target={full.target} uid={full.uid} />,
              ],
              [t('approvals.who'), full.asked_by_name],
              [t('approvals.why'), full.reason],
              [t('approvals.at'), <When key="at" at={full.asked_at} />],
              [t('approvals.state'), <RequestState key="state" state={full.state} runs_at={full.runs_at} />],
              full.runs_at !== null && full.state === 'alone'
                ? [t('approvals.runsAt'), <When key="runs" at={full.runs_at} />]
                : null,
              full.ended_at === null ? [t('approvals.lapses'), <When key="lapses" at={full.lapses_at} />] : null,
              full.ended_at === null ? null : [t('approvals.ended'), <When key="ended" at={full.ended_at} />],
              full.ended_by_name === '' ? null : [t('approvals.endedBy'), full.ended_by_name],
              full.ended_note === '' ? null : [t('approvals.note'), noteText(t, full)],
              full.counted && [t('approvals.counts'), countsAs(t, full.counted)],
              full.people > 1
                ? [
                    t('approvals.votes'),
                    t('approvals.votesOf', { n: String(full.votes.length), of: String(full.people) }),
                  ]
                : null,
            ]}
          />
          <Forecast forecast={full.forecast} />
          <details>
            <summary>{t('approvals.command')}</summary>
            <pre className="code">{JSON.stringify(full.command, null, 2)}</pre>
          </details>
        </>
      )}
    </Page>
  )
}

/** What the decider wrote, or in words why a request was out of date. */
function noteText(t: DeskTexts, { state, ended_note: note }: Full): string {
  if (state !== 'stale') return note
  return tOf(t, 'approvals.whyStale', note) ?? tOf(t, 'error', note) ?? note
}

/** The amount in the base currency that limits counted for other money, and the rate behind it. */
function countsAs(t: DeskTexts, { currency, cents, per_usd, day, book }: NonNullable<Full['counted']>): string {
  if (cents === null || per_usd === null) return t('approvals.countsNone', { currency })
  const facts = { amount: money(cents), rate: rate(per_usd, currency) }
  return day === null
    ? t('approvals.countsBook', { ...facts, book })
    : t('approvals.countsRate', { ...facts, day: dayText(day) })
}

/** The present state beside the requested one, fact by fact. */
function Forecast({ forecast }: { forecast: unknown }) {
  const t = useTranslations('desk')
  return (
    <table className="list">
      <caption>{t('approvals.forecast')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('approvals.fact')}</th>
          <th scope="col">{t('approvals.before')}</th>
          <th scope="col">{t('approvals.after')}</th>
        </tr>
      </thead>
      <tbody>
        {factsOf(forecast).map(({ name, before, after }) => (
          <tr key={name}>
            <th scope="row">{factName(t, name)}</th>
            <td data-label={t('approvals.before')}>{breakable(factText(t, name, before))}</td>
            <td data-label={t('approvals.after')}>{breakable(factText(t, name, after))}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Decision({ full, reload }: { full: Full; reload: () => Promise<void> }) {
  const t = useTranslations('desk')
  const { approval_no } = full
  const { words, back, set, forget } = useKeptWords(`approval/decide ${approval_no}`, { note: '' })
  const { note } = words
  const ended = (): void => {
    forget()
    void reload()
  }
  if (full.may_withdraw)
    return (
      <ActionButton
        name="approval/withdraw"
        body={{ approval_no }}
        label={t('approvals.withdraw')}
        done={t('approvals.withdrawn')}
        onDone={ended}
      />
    )
  if (!full.may_decide) return null
  const field = (errors: Readonly<Record<string, string | undefined>>) => (
    <TextField
      label={t('approvals.note')}
      name="note"
      autoComplete="off"
      maxLength={300}
      hint={back && t('kit.wordsBack')}
      value={note}
      error={errors.note}
      onChange={(event) => set('note', event.target.value)}
    />
  )
  return (
    <>
      <ActionDialog
        name="approval/decide"
        label={t('approvals.yes')}
        kind="primary"
        title={t('approvals.yesTitle', { no: String(approval_no) })}
        confirm={t('approvals.yesConfirm')}
        reason={false}
        fieldNames={['note']}
        fields={field}
        body={() => ({ approval_no, yes: true, note })}
        done={({ state }) => t(`approvals.said.${state}`)}
        onDone={ended}
      >
        <p>{t('approvals.yesText', { what: actName(t, full.call), who: full.asked_by_name })}</p>
      </ActionDialog>
      <ActionDialog
        name="approval/decide"
        label={t('approvals.refuse')}
        kind="danger"
        title={t('approvals.refuseTitle', { no: String(approval_no) })}
        confirm={t('approvals.refuseConfirm')}
        reason={false}
        fieldNames={['note']}
        fields={field}
        body={() => ({ approval_no, yes: false, note })}
        done={({ state }) => t(`approvals.said.${state}`)}
        onDone={ended}
      >
        <p>{t('approvals.refuseText', { who: full.asked_by_name })}</p>
      </ActionDialog>
    </>
  )
}
