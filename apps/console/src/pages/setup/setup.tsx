import { testedSteps } from '@hc/contract/desk/setup-steps'
import { Button, buttonClass } from '@hc/ui/button'
import { TextField } from '@hc/ui/field'
import { Icon } from '@hc/ui/icon'
import type { DeskResult } from '@hc/contract/desk/calls'
import { isOneOf } from '@hc/domain/record'
import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { Badge } from '../../kit/badge.tsx'
import { CopyButton } from '../../kit/copy-button.tsx'
import { Failed } from '../../kit/failed.tsx'
import { FormError } from '../../kit/form-error.tsx'
import { deskPages } from '../../kit/menu.ts'
import { Moment } from '../../kit/moment.tsx'
import { Page } from '../../kit/page.tsx'
import { useAction } from '../../kit/use-action.ts'
import { useCall } from '../../kit/use-call.ts'
import { useFields } from '../../kit/use-fields.ts'
import { call } from '../../lib/api.ts'
import { queries } from '../../lib/queries.ts'
import { Progress } from './progress.tsx'
import { reasonOf, type Step, type Tested, toldOf } from './words.ts'

type Setup = DeskResult<'setup/read'>

const LOOK_MS = 5_000
const tones = { done: 'good', attention: 'warn', todo: 'neutral', broken: 'bad', unknown: 'info' } as const
/** The line of the settings that a step is set by, or the command that records it. */
const settings: Readonly<Record<string, string>> = {
  address: 'PUBLIC_URL=https://shop.example.com',
  tls: 'CONSOLE_URL=https://desk.shop.example.com',
  heartbeat: 'HEARTBEAT_URL=https://watch.example.com/ping/KEY',
  gateway: 'PAYMENTS_MODE=test',
  game: 'GAME_URL=https://game.example.com/deliver',
  mail: 'SMTP_URL=smtps://user:password@mail.example.com:465',
  legal: 'BRAND_DIR=/srv/brand',
  backup: 'npm run hc -- backup verified NAME --taken 2026-01-31T02:00:00Z --by NAME',
}

/** What a shop needs before it opens: one list, whose states the server reads. */
export default function Setup() {
  const t = useTranslations('desk')
  const { result, error, reload } = useCall('setup/read', {}, { everyMs: LOOK_MS })
  const all = result?.steps.length ?? 0
  return (
    <Page
      width="detail"
      marks={result?.open ? <Badge tone="good">{t('setup.ready')}</Badge> : undefined}
      actions={
        result && (
          <span className="setup-count">
            <span>{t('setup.count', { done: String(result.done), all: String(all) })}</span>
            <Progress done={result.done} all={all} />
          </span>
        )
      }
    >
      <p className="soft">
        {t('setup.lead')} {result?.mode === 'demo' && t('setup.demo')}
      </p>
      {result && <Opening opening={result.opening} box={isOneOf(boxStates, result.opening.state)} />}
      {error !== null && <Failed error={error} again={reload} />}
      {!result && error === null && <output className="state">{t('loading')}</output>}
      {result && (
        <ol className="card folds">
          {result.steps.map((step, at) => (
            <StepRow
              key={step.step}
              at={at + 1}
              step={step}
              shop={String(result.steps[0]?.values.url ?? '')}
              reload={reload}
            />
          ))}
        </ol>
      )}
    </Page>
  )
}

const boxStates = ['soon', 'closed'] as const
const OPEN = 'hc open --by NAME --why TEXT'

/** Whether the shop sells, and the command that opens it: the desk cannot. */
function Opening({ opening: { state, at }, box }: { opening: Setup['opening']; box: boolean }) {
  const t = useTranslations('desk')
  if (at === 0) return null
  return (
    <div className="card part">
      <p>
        <Badge tone={box ? 'warn' : 'good'}>{t(`setup.opening.${state}`)}</Badge> <Moment at={at} />
      </p>
      {box && (
        <>
          <p className="soft">{t('setup.opening.command')}</p>
          <p className="setup-line">
            <code>{OPEN}</code>
            <CopyButton text={OPEN} label={t('setup.copy')} />
          </p>
        </>
      )}
    </div>
  )
}

type RowProps = { at: number; step: Step; shop: string; reload: () => Promise<void> }

function StepRow({ at, step, shop, reload }: RowProps) {
  const t = useTranslations('desk')
  const [isOpen, setOpen] = useState(false)
  const [tested, setTested] = useState<Tested | null>(null)
  const { busy, errors, run } = useAction()
  const name = t(`setup.names.${step.step}`)
  const id = `step-${step.step}`
  const test = (): void => {
    const tests = testedSteps.find((candidate) => candidate === step.step)
    if (!tests) return
    setTested(null)
    void run(async () => {
      setTested(await call('setup/test', { step: tests }))
      await queries.invalidateQueries({ queryKey: ['setup/read'] })
    })
  }
  const proved = tested?.ok === null && step.state === 'done'
  return (
    <li>
      <div className="fold setup-step">
        <span className={`setup-mark setup-${step.state}`} aria-hidden="true">
          {step.state === 'done' ? (
            <Icon name="check" className="size-4" />
          ) : step.state === 'broken' ? (
            <Icon name="close" className="size-4" />
          ) : (
            at
          )}
        </span>
        <button
          type="button"
          className="fold-name"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          <span>{name}</span>
          <Icon name={isOpen ? 'down' : 'right'} className="size-4" />
        </button>
        <span className="setup-state">
          <Badge tone={tones[step.state]}>{t(`setup.state.${step.state}`)}</Badge>
          {!step.must && <span className="soft">{t('setup.optional')}</span>}
        </span>
        <p className="fold-text">{reasonOf(t, step)}</p>
        <span className="actions">
          {isOneOf(testedSteps, step.step) && step.key !== 'none' && (
            <Button
              kind="quiet"
              size="small"
              busy={busy}
              aria-label={`${t(`setup.does.${step.step}`)}: ${name}`}
              onClick={test}
            >
              {t(`setup.does.${step.step}`)}
            </Button>
          )}
          <Way step={step} shop={shop} name={name} />
        </span>
      </div>
      <output className={busy || (tested && !proved) || errors.form ? 'setup-told' : undefined}>
        {busy ? t('setup.testing') : tested && !proved ? toldOf(t, step, tested) : null}
        {!busy && <FormError text={errors.form} />}
      </output>
      {step.asks && step.state !== 'done' && <CodeForm step={step} told={setTested} reload={reload} />}
      {isOpen && (
        <div id={id} className="fold-body setup-body">
          <p>{t(`setup.aims.${step.step}`)}</p>
          {settings[step.step] !== undefined && (
            <>
              {step.step !== 'backup' && <p className="soft">{t('setup.setting')}</p>}
              <p className="setup-line">
                <code>{settings[step.step]}</code>
                <CopyButton text={settings[step.step] ?? ''} label={t('setup.copy')} />
              </p>
            </>
          )}
          {step.tested_at > 0 && (
            <p className="soft">
              {t('setup.tested')} <Moment at={step.tested_at} />
            </p>
          )}
          {step.help !== '' && (
            <p>
              <Link className="link" href={step.help} aria-label={`${t('setup.howTo')}: ${name}`}>
                {t('setup.howTo')}
              </Link>
            </p>
          )}
        </div>
      )}
    </li>
  )
}

/** Where a step is made true, if that is a page of the desk or the shop itself. */
function Way({ step: { step, help }, shop, name }: { step: Step; shop: string; name: string }) {
  const t = useTranslations('desk')
  if (step === 'order')
    return (
      <a className={buttonClass('quiet', 'small')} href={shop} target="_blank" rel="noreferrer">
        {t('setup.does.order')}
      </a>
    )
  const ways: Readonly<Partial<Record<Step['step'], readonly [href: string, text: string]>>> = {
    game: ['/settings/game' in deskPages ? '/settings/game' : '/health', t('setup.does.key')],
    products: ['/products', t('setup.does.products')],
    countries: ['/prices', t('setup.does.countries')],
    legal: [help, t('setup.howTo')],
    team: ['/staff?do=staff/invite', t('setup.does.team')],
    alerts: ['/settings/notifications', t('setup.does.places')],
    backup: [help, t('setup.howTo')],
  }
  const way = ways[step]
  return way ? (
    <Link className={buttonClass('quiet', 'small')} href={way[0]} aria-label={`${way[1]}: ${name}`}>
      {way[1]}
    </Link>
  ) : null
}

/** A code that a test sent is typed back: only then it is known to arrive. */
function CodeForm({ step, told, reload }: { step: Step; told: (tested: Tested) => void; reload: () => Promise<void> }) {
  const t = useTranslations('desk')
  const fields = useFields('setup/test', { code: '' })
  const code = fields.values.code.trim()
  const { form, busy, errors, tell, run } = useAction({ fields })
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    const tests = testedSteps.find((candidate) => candidate === step.step)
    if (!tests || tell({ code: /^\d{6}$/.test(code) ? undefined : t('setup.codeWrong') })) return
    void run(async () => {
      told(await call('setup/test', { step: tests, code }))
      fields.reset()
      await reload()
    })
  }
  return (
    <form ref={form} noValidate className="setup-code" onSubmit={submit}>
      <TextField
        label={t('setup.code')}
        {...fields('code')}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={6}
      />
      <Button type="submit" busy={busy}>
        {t('setup.confirm')}
      </Button>
      <FormError text={errors.form} />
    </form>
  )
}
