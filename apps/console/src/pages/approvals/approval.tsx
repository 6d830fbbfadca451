import type { DeskResult } from '@hc/contract/desk/calls'
import { TextField } from '@hc/ui/field'
import { Icon } from '@hc/ui/icon'
import { useId } from 'react'
import { useTranslations } from 'use-intl'
import { breakable } from '../../kit/breakable.ts'
import { ActionButton, ActionDialog } from '../../kit/action-dialog.tsx'
import { actName, factName, factText } from '../../kit/codes.ts'
import { dayText } from '../../kit/date-time.ts'
import { Facts, money, rate, signedPercent, When } from '../../kit/facts.tsx'
import { Moment } from '../../kit/moment.tsx'
import { numberOf } from '../../kit/no-such.ts'
import { Failed } from '../../kit/failed.tsx'
import { Page } from '../../kit/page.tsx'
import { TargetLink } from '../../kit/target-link.tsx'
import type { PageProps } from '../../kit/menu.ts'
import { useCall } from '../../kit/use-call.ts'
import { useFields } from '../../kit/use-fields.ts'
import type { DeskTexts } from '../../kit/use-action.ts'
import { tOf } from '../../kit/text-of.ts'
import { RequestState, titleOf } from './approvals.tsx'
import { ThingCard } from './thing-card.tsx'
import { type Change, changeShare, changesOf } from './words.ts'

type Full = DeskResult<'approval/read'>

/** One request: the thing itself, the state before and after, its author and reason, and at the end the decision. */
export default function Approval({ params }: PageProps) {
  const t = useTranslations('desk')
  const approval_no = numberOf(params.no)
  const approval = useCall('approval/read', { approval_no }, { ofPage: true })
  const full = approval.result
  const number = t('approvals.number', { no: String(approval_no) })
  if (!full)
    return (
      <Page title={number}>
        {approval.error === null ? (
          <output className="state">{t('loading')}</output>
        ) : (
          <Failed error={approval.error} again={approval.reload} />
        )}
      </Page>
    )
  return (
    <Page
      title={titleOf(t, { ...full, goods_name: full.thing?.goods_name })}
      marks={
        <span className="order-badges">
          <RequestState state={full.state} runs_at={full.runs_at} /> <span className="soft">{number}</span>
        </span>
      }
    >
      {approval.error !== null && <Failed error={approval.error} again={approval.reload} />}
      {full.state === 'stale' && <Stale full={full} />}
      <div className="order request">
        <div className="order-main">
          {full.thing && <ThingCard thing={full.thing} />}
          <Forecast full={full} />
        </div>
        <div className="order-side">
          <RequestCard full={full} />
        </div>
        <Decision full={full} reload={approval.reload} />
      </div>
    </Page>
  )
}

function RequestCard({ full }: { full: Full }) {
  const t = useTranslations('desk')
  const id = useId()
  const hasThing = full.thing !== undefined
  return (
    <section className="card part order-card" aria-labelledby={id}>
      <h2 id={id}>{t('approvals.request')}</h2>
      <Facts
        facts={[
          [t('approvals.who'), full.asked_by_name],
          [t('approvals.at'), <Moment key="at" at={full.asked_at} />],
          [
            t('approvals.why'),
            full.reason || (
              <span key="why" className="soft">
                {t('approvals.noReason')}
              </span>
            ),
          ],
          hasThing
            ? null
            : [
                t('approvals.target'),
                <TargetLink key="target" whole kind={full.kind} target={full.target} uid={full.uid} />,
              ],
          full.runs_at !== null && full.state === 'alone'
            ? [t('approvals.runsAt'), <When key="runs" at={full.runs_at} />]
            : null,
          full.ended_at === null ? [t('approvals.lapses'), <When key="lapses" at={full.lapses_at} />] : null,
          full.ended_at === null ? null : [t('approvals.ended'), <When key="ended" at={full.ended_at} />],
          full.ended_by_name === '' ? null : [t('approvals.endedBy'), full.ended_by_name],
          full.ended_note === '' || full.state === 'stale' ? null : [t('approvals.note'), full.ended_note],
          full.counted && [t('approvals.counts'), countsAs(t, full.counted)],
          full.people > 1
            ? [t('approvals.votes'), t('approvals.votesOf', { n: String(full.votes.length), of: String(full.people) })]
            : null,
        ]}
      />
      <details>
        <summary>{t('approvals.command')}</summary>
        <pre className="code">{JSON.stringify(full.command, null, 2)}</pre>
      </details>
    </section>
  )
}

/** Why a request is out of date, and what was changed meanwhile. */
function Stale({ full }: { full: Full }) {
  const t = useTranslations('desk')
  const { ended_note: note, meanwhile = [] } = full
  return (
    <div className="attention attention-bad">
      <Icon name="warn" className="size-5" />
      <div>
        <p>
          <b>{t('approvals.staleHead')}</b>
        </p>
        {meanwhile.length === 0 && <p>{tOf(t, 'approvals.whyStale', note) ?? tOf(t, 'error', note) ?? note}</p>}
        {meanwhile.map(({ fact, was, now }) => (
          <p key={fact}>
            {t('approvals.meanwhile', {
              fact: factName(t, fact),
              was: valueText(t, fact, was),
              now: valueText(t, fact, now),
            })}
          </p>
        ))}
      </div>
    </div>
  )
}

/** The amount in the base currency that limits counted for other money, and the rate behind it. */
function countsAs(t: DeskTexts, { currency, cents, per_usd, day, book }: NonNullable<Full['counted']>): string {
  if (cents === null || per_usd === null) return t('approvals.countsNone', { currency })
  const facts = { amount: money(cents), rate: rate(per_usd, currency) }
  return day === null
    ? t('approvals.countsBook', { ...facts, book })
    : t('approvals.countsRate', { ...facts, day: dayText(day) })
}

/** A fact in words; what has no value is not set. */
const valueText = (t: DeskTexts, name: string, value: unknown): string => {
  const text = factText(t, name, value)
  return text === '–' ? t('approvals.unset') : text
}

/** The present state beside the requested one, fact by fact, and what happens besides. */
function Forecast({ full: { forecast, thing } }: { full: Full }) {
  const t = useTranslations('desk')
  const { changes, effects } = changesOf(forecast)
  // The card of the thing has what stays as it is.
  const rows = thing ? changes.filter((change) => change.changes) : changes
  if (rows.length + effects.length === 0) return null
  return (
    <section className="card part">
      {rows.length > 0 && (
        <table className="list request-change">
          <caption>{t('approvals.forecast')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('approvals.fact')}</th>
              <th scope="col">{t('approvals.before')}</th>
              <th scope="col">{t('approvals.after')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((change) => (
              <tr key={change.name}>
                <th scope="row">{factName(t, change.name)}</th>
                <td data-label={t('approvals.before')}>{breakable(valueText(t, change.name, change.before))}</td>
                <td data-label={t('approvals.after')}>
                  <After change={change} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {effects.length > 0 && (
        <div className="request-effects">
          {rows.length === 0 && <h2>{t('approvals.forecast')}</h2>}
          <Facts
            facts={effects.map(({ name, after }) => [factName(t, name), breakable(valueText(t, name, after))] as const)}
          />
        </div>
      )}
    </section>
  )
}

function After({ change }: { change: Change }) {
  const t = useTranslations('desk')
  if (!change.changes) return <span className="soft">{t('approvals.unchanged')}</span>
  const share = changeShare(change)
  return (
    <>
      <b>{breakable(valueText(t, change.name, change.after))}</b>
      {share !== null && <span className="request-share"> ({signedPercent(share)})</span>}
    </>
  )
}

function Decision({ full, reload }: { full: Full; reload: () => Promise<void> }) {
  const t = useTranslations('desk')
  const { approval_no } = full
  const fields = useFields('approval/decide', { note: '' }, { keep: `approval/decide ${approval_no}` })
  const { note } = fields.values
  const ended = (): void => void reload()
  if (full.may_withdraw)
    return (
      <div className="request-decide">
        <ActionButton
          name="approval/withdraw"
          body={{ approval_no }}
          label={t('approvals.withdraw')}
          done={t('approvals.withdrawn')}
          onDone={ended}
        />
      </div>
    )
  if (!full.may_decide) return null
  const field = <TextField label={t('approvals.note')} hint={fields.isBack && t('kit.wordsBack')} {...fields('note')} />
  return (
    <div className="request-decide">
      <ActionDialog
        name="approval/decide"
        size="normal"
        label={t('approvals.yes')}
        kind="primary"
        title={t('approvals.yesTitle', { no: String(approval_no) })}
        confirm={t('approvals.yesConfirm')}
        reason={false}
        form={fields}
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
        form={fields}
        fields={field}
        body={() => ({ approval_no, yes: false, note })}
        done={({ state }) => t(`approvals.said.${state}`)}
        onDone={ended}
      >
        <p>{t('approvals.refuseText', { who: full.asked_by_name })}</p>
      </ActionDialog>
    </div>
  )
}
