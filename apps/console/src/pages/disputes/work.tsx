import { Button, buttonClass } from '@hc/ui/button'
import { TextField } from '@hc/ui/field'
import { Icon } from '@hc/ui/icon'
import { TextArea } from '@hc/ui/text-area'
import { type FormEvent, type ReactNode, useEffect, useId } from 'react'
import { useTranslations } from 'use-intl'
import { useSearch } from 'wouter'
import { ActionDialog } from '../../kit/action-dialog.tsx'
import { CopyButton } from '../../kit/copy-button.tsx'
import { saveFile } from '../../kit/csv.ts'
import { count, Facts, money, When } from '../../kit/facts.tsx'
import { FormError } from '../../kit/form-error.tsx'
import { CopyNumber } from '../../kit/list/long-number.tsx'
import { RowsField } from '../../kit/rows-field.tsx'
import type { DeskTexts } from '../../kit/use-action.ts'
import { useCommand } from '../../kit/use-command.ts'
import { useFields } from '../../kit/use-fields.ts'
import type { Case } from './dispute.tsx'
import { evidenceText } from './evidence-text.ts'

type WorkState = Case['work']['state']
type File = Case['work']['files'][number]
const steps = ['collect', 'submit', 'wait'] as const
type Step = (typeof steps)[number]

/** Where the work stands; null: the bank has decided. */
const stepOf = ({ dispute, work }: Case): Step | null => {
  if (dispute.stage !== 'opened') return null
  return work.state === 'entered' || work.state === 'given_up' ? 'wait' : 'collect'
}

/** The three steps of a dispute, with the one that it stands at. */
export function Steps({ found }: { found: Case }) {
  const t = useTranslations('desk')
  const now = stepOf(found)
  const at = now === null ? steps.length : steps.indexOf(now)
  const isAccepted = found.work.state === 'given_up'
  return (
    <ol className="flow" aria-label={t('disputes.case.stepsLabel')}>
      {steps.map((step, n) => {
        const isDone = n < at && !(isAccepted && step === 'submit')
        return (
          <li
            key={step}
            className={isDone ? 'flow-step flow-done' : n === at ? 'flow-step flow-now' : 'flow-step'}
            aria-current={n === at ? 'step' : undefined}
          >
            <span className="flow-mark" aria-hidden="true">
              {isDone ? <Icon name="check" className="size-4" /> : n + 1}
            </span>
            {t(isAccepted && step === 'wait' ? 'disputes.case.states.given_up' : `disputes.case.step.${step}`)}
          </li>
        )
      })}
    </ol>
  )
}

/** What speaks for the shop as facts, for the file and for who wants to see more than the text says. */
const facts = (t: DeskTexts, { dispute, evidence }: Case): (readonly [string, string | number | null])[] => [
  [t('disputes.case.order'), dispute.order_no ?? null],
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

function StepCard({ step, title, children }: { step: Step; title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section className="card part flow-card" aria-labelledby={id}>
      <h2 id={id}>
        <span className="flow-number">{steps.indexOf(step) + 1}</span> {title}
      </h2>
      {children}
    </section>
  )
}

/** The evidence as sentences for the gateway's form, each with its button that copies it. */
function Evidence({ found, ownText }: { found: Case; ownText: string }) {
  const t = useTranslations('desk')
  const lines = evidenceText(found)
  const whole = [...lines.map(({ text }) => text), ...(ownText.trim() === '' ? [] : [ownText.trim()])].join('\n')
  const file = (): void => {
    const text = [
      whole,
      '',
      ...facts(t, found).map(([name, value]) => `${name}: ${value ?? '-'}`),
      ...moments(t, found).map(([name, at]) => `${name}: ${at === null ? '-' : new Date(at * 1000).toISOString()}`),
    ].join('\n')
    saveFile(`dispute-${found.dispute.dispute_id}.txt`, 'text/plain;charset=utf-8', text)
  }
  return (
    <>
      <p className="soft">{t('disputes.case.evidenceText')}</p>
      <dl className="evidence">
        {lines.map(({ key, text }) => (
          <div key={key}>
            <dt>{t(`disputes.case.${key}`)}</dt>
            <dd>
              <span lang="en">{text}</span>
              <CopyNumber number={text} />
            </dd>
          </div>
        ))}
      </dl>
      <div className="actions">
        <CopyButton text={whole} label={t('disputes.case.copyAll')} />
        <Button kind="quiet" size="small" onClick={file}>
          {t('disputes.case.save')}
        </Button>
      </div>
      <details className="more-facts">
        <summary>{t('disputes.case.allFacts')}</summary>
        <Facts
          facts={[
            ...facts(t, found),
            ...moments(t, found).map(([name, at]) => [name, at === null ? null : <When key={name} at={at} />] as const),
          ]}
        />
      </details>
    </>
  )
}

const without = ({ name, where }: File): boolean => name.trim() === '' && where.trim() === ''

/** The three steps' cards. A person who may not work on disputes, and an ended dispute, have the evidence alone. */
export function Work({ found, mayWork }: { found: Case; mayWork: boolean }) {
  const t = useTranslations('desk')
  const { dispute, work, page } = found
  const now = stepOf(found)
  const works = mayWork && now !== null
  const inputId = useId()
  const fields = useFields('dispute/work', { text: work.text, files: work.files })
  const { text, files } = fields.values
  const { form, busy, errors, run } = useCommand('dispute/work', { fields, done: t('disputes.case.kept') })
  // The address that To do and an order's banner lead to.
  const responds = new URLSearchParams(useSearch()).get('do') === 'dispute/work'
  useEffect(() => {
    if (responds) document.getElementById(`${inputId}text`)?.focus()
  }, [responds, inputId])
  const body = (state: WorkState) => ({
    channel: dispute.channel,
    dispute_id: dispute.dispute_id ?? '',
    version: work.version,
    state,
    text,
    files: files
      .filter((file) => !without(file))
      .map(({ name, where }) => ({ name: (name.trim() || where.trim()).slice(0, 200), where: where.trim() })),
  })
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    void run(body(work.state === 'new' ? 'gathering' : work.state))
  }
  const amount = money(dispute.amount_cents, dispute.currency)
  const toGateway = page !== '' && now !== null && (
    <a className={buttonClass('quiet', 'small')} href={page} target="_blank" rel="noopener noreferrer">
      {t('disputes.case.toGateway')}
      <span aria-hidden="true"> ↗</span>
    </a>
  )
  return (
    <>
      <StepCard step="collect" title={t('disputes.case.step.collect')}>
        <Evidence found={found} ownText={text} />
        {works ? (
          <form ref={form} noValidate className="form" onSubmit={submit}>
            <FormError text={errors.form} />
            <TextArea
              id={`${inputId}text`}
              label={t('disputes.case.text')}
              hint={t('disputes.case.textHint')}
              rows={5}
              {...fields('text')}
            />
            <RowsField
              title={t('disputes.case.files')}
              rows={files}
              set={(rows) => fields.set({ files: [...rows] })}
              blank={() => ({ name: '', where: '' })}
              name={(file) => file.name}
            >
              {(file, change) => (
                <>
                  <TextField
                    label={t('disputes.case.fileName')}
                    name="name"
                    maxLength={200}
                    autoComplete="off"
                    value={file.name}
                    onChange={(event) => change({ name: event.target.value })}
                  />
                  <TextField
                    label={t('disputes.case.fileWhere')}
                    name="where"
                    maxLength={300}
                    autoComplete="off"
                    value={file.where}
                    onChange={(event) => change({ where: event.target.value })}
                  />
                </>
              )}
            </RowsField>
            <div className="actions">
              <Button type="submit" kind="quiet" busy={busy}>
                {t('disputes.case.keep')}
              </Button>
              {work.by !== '' && <span className="soft">{t('disputes.case.by', { by: work.by })}</span>}
            </div>
          </form>
        ) : (
          work.files.length > 0 && (
            <ul className="plain">
              {work.files.map(({ name, where }) => (
                <li key={`${name} ${where}`}>
                  {name} {where !== '' && <span className="soft">{where}</span>}
                </li>
              ))}
            </ul>
          )
        )}
      </StepCard>
      <StepCard step="submit" title={t('disputes.case.step.submit')}>
        {now === 'collect' ? (
          <>
            <p>{t('disputes.case.submitText', { id: dispute.dispute_id ?? '' })}</p>
            <div className="actions">
              {toGateway}
              {works && (
                <>
                  <Button size="small" busy={busy} onClick={() => void run(body('entered'))}>
                    {t('disputes.case.states.entered')}
                  </Button>
                  <ActionDialog
                    name="dispute/work"
                    label={t('disputes.case.accept')}
                    title={t('disputes.case.acceptTitle', { amount })}
                    confirm={t('disputes.case.accept')}
                    kind="danger"
                    reason={false}
                    done={t('disputes.case.kept')}
                    body={() => body('given_up')}
                  >
                    <p>{t('disputes.case.acceptText', { amount })}</p>
                  </ActionDialog>
                </>
              )}
            </div>
          </>
        ) : (
          <div className="actions">
            <p className="soft">{now === null ? t('disputes.case.ended') : t(`disputes.case.states.${work.state}`)}</p>
            {toGateway}
            {works && (
              <Button kind="quiet" size="small" busy={busy} onClick={() => void run(body('gathering'))}>
                {t('disputes.case.reopen')}
              </Button>
            )}
          </div>
        )}
      </StepCard>
      {now !== null && (
        <StepCard step="wait" title={t('disputes.case.step.wait')}>
          <p className={now === 'wait' ? undefined : 'soft'}>
            {t(work.state === 'given_up' ? 'disputes.case.acceptedText' : 'disputes.case.waitText')}
          </p>
        </StepCard>
      )}
    </>
  )
}
