import type { DeskResult } from '@hc/contract/desk/calls'
import { Icon } from '@hc/ui/icon'
import { type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { timeText } from '../../kit/date-time.ts'
import { channelName } from '../../kit/channel-name.ts'
import { ActionButton } from '../../kit/action-dialog.tsx'
import { utc } from '../../kit/csv.ts'
import { Badge } from '../../kit/badge.tsx'
import { count, When } from '../../kit/facts.tsx'
import { HelpLink } from '../../kit/help-link.tsx'
import { type Column, List } from '../../kit/list/list.tsx'
import { Moment } from '../../kit/moment.tsx'
import { useTodo } from '../../kit/news.ts'
import { may } from '../../kit/permission.ts'
import { Failed } from '../../kit/failed.tsx'
import { Page } from '../../kit/page.tsx'
import type { DeskTexts } from '../../kit/use-action.ts'
import { useCall } from '../../kit/use-call.ts'
import { word } from '../../kit/code-text.ts'
import type { PageProps } from '../../kit/menu.ts'
import { cardsOf, type HealthPart, type Line, tones } from './cards.ts'
import { HealthHead } from './health-head.tsx'

const LOOK_MS = 5_000
/** While somebody waits for the doctor. */
const LOOK_SOON_MS = 1_000
type Read = DeskResult<'health/read'>
type Process = Read['processes'][number]

const lineOf = (health: Read | null, name: string): Line | undefined =>
  health?.lines.find(({ key }) => key.startsWith(`${name}.`))

/** The health of the shop: first one sentence, then a card for each part, which unfolds to its lines. */
export default function Health({ me }: PageProps) {
  const t = useTranslations('desk')
  /** When the doctor had run last as somebody asked for it: until a later run the page says that it runs. */
  const [askedAfter, setAskedAfter] = useState<number | null>(null)
  const isAwaited = (read: Read | null): boolean =>
    askedAfter !== null && (lineOf(read, 'doctor')?.at ?? 0) <= askedAfter
  const health = useCall('health/read', {}, { everyMs: (read) => (isAwaited(read) ? LOOK_SOON_MS : LOOK_MS) })
  const open = useTodo()
  const result = open === null ? null : health.result
  const runs = isAwaited(result)
  const cards = result && open !== null ? cardsOf(result, open) : []
  const checkedAt = Math.max(lineOf(result, 'watch')?.at ?? 0, lineOf(result, 'doctor')?.at ?? 0)
  return (
    <Page
      marks={result && <HealthHead cards={cards} />}
      width="detail"
      actions={
        <>
          {checkedAt > 0 && (
            <span className="soft">
              {t('health.checked')} <Moment at={checkedAt} />
            </span>
          )}
          {may(me, 'doctor.run') && (
            <ActionButton
              name="health/doctor"
              label={t('health.doctor')}
              done={t('health.doctorAsked')}
              body={{}}
              onDone={() => setAskedAfter(lineOf(result, 'doctor')?.at ?? 0)}
            />
          )}
          {may(me, 'reconcile.run') && (
            <ActionButton
              name="health/reconcile"
              label={t('health.reconcile')}
              done={t('health.reconcileAsked')}
              body={{}}
            />
          )}
        </>
      }
    >
      {health.error !== null && <Failed error={health.error} again={health.reload} />}
      {!result && health.error === null && <output className="state">{t('loading')}</output>}
      {result && (
        <>
          <ul className="card folds">
            {cards.map((part) => (
              <HealthCard key={part.card} part={part} open={open ?? 0} runs={runs && part.card === 'books'}>
                {part.card === 'processes' && (
                  <List
                    name="processes"
                    caption={t('health.processes')}
                    rows={result.processes}
                    error={null}
                    reload={health.reload}
                    columns={processColumns(t)}
                    id={({ role, started_at }) => `${role} ${started_at}`}
                    empty={{ title: t('health.noProcess'), text: '' }}
                  />
                )}
              </HealthCard>
            ))}
          </ul>
        </>
      )}
    </Page>
  )
}

type CardProps = { part: HealthPart; open: number; runs: boolean; children: ReactNode }

/** One part: its state and what decides it, and all of its lines behind that. */
function HealthCard({ part: { card, light, lines }, open, runs, children }: CardProps) {
  const t = useTranslations('desk')
  const [isOpen, setOpen] = useState(false)
  const waits = card === 'queues' && open > 0
  const grave = lines.filter((line) => line.light === light && !line.quiet && !(waits && toDecide.has(line.key)))
  const main = grave.slice(0, light === 'green' ? 1 : 3)
  return (
    <li>
      <div className="fold">
        <button
          type="button"
          className="fold-name"
          aria-expanded={isOpen}
          aria-controls={`health-${card}`}
          onClick={() => setOpen(!isOpen)}
        >
          <Icon name={isOpen ? 'down' : 'right'} className="size-4" />
          <span>{t(`health.cards.${card}`)}</span>
        </button>
        {runs ? (
          <output>
            <Badge tone="info">{t('health.checking')}</Badge>
          </output>
        ) : (
          <Badge tone={tones[light]}>{t(`health.light.${light}`)}</Badge>
        )}
        <p className="fold-text">
          {waits && (
            <span>
              {t('health.decisions', { n: open })}{' '}
              <Link className="link" href="/waiting">
                {t('waiting.act.review')}
              </Link>
            </span>
          )}
          {main.map((line) => (
            <span key={keyOf(line)}>
              {sentence(t, line)}
              {line.at > 0 && light === 'green' && (
                <>
                  {' '}
                  <Moment at={line.at} />
                </>
              )}
              <Action line={line} />
            </span>
          ))}
        </p>
      </div>
      {isOpen && (
        <div id={`health-${card}`} className="fold-body">
          <ul className="lights">
            {lines.map((line) => (
              <li key={keyOf(line)}>
                <Badge tone={tones[line.light]}>{t(`health.light.${line.light}`)}</Badge>
                <span>
                  {sentence(t, line)}
                  {line.at > 0 && (
                    <span className="soft">
                      {' '}
                      <When at={line.at} />
                    </span>
                  )}
                  <Action line={line} />
                  {line.light !== 'green' && !unset.has(line.key) && (
                    <>
                      {' '}
                      <HelpLink to={line.help} about={sentence(t, line)} />
                    </>
                  )}
                </span>
              </li>
            ))}
          </ul>
          {children}
        </div>
      )}
    </li>
  )
}

/** Lines about rows of To do. */
const toDecide: ReadonlySet<string> = new Set([
  'queue.operator',
  'queue.inbox_parked',
  'queue.books_differ',
  'queue.undelivered',
])
/** Lines of backups that a person sets up. */
const unset: ReadonlySet<string> = new Set(['backup.never', 'backup.verified'])
const keyOf = ({ key, values }: Line): string => `${key} ${JSON.stringify(values.channel ?? values.role ?? '')}`

/** Where a person acts on a line that is not well. */
function Action({ line: { key, light, help } }: { line: Line }) {
  const t = useTranslations('desk')
  if (light === 'green') return null
  const [href, text] =
    key === 'queue.disputes'
      ? ['/disputes?stage=opened', t('waiting.act.respond')]
      : toDecide.has(key)
        ? ['/waiting', t('waiting.act.review')]
        : unset.has(key)
          ? [help, t('health.setUpBackups')]
          : ['', '']
  return href === '' ? null : (
    <>
      {' '}
      <Link className="link" href={href}>
        {text}
      </Link>
    </>
  )
}

export function sentence(t: DeskTexts, { key, values }: Line): string {
  const alone = key === 'audit' && values.day === ''
  const name = `health.line.${alone ? 'auditAlone' : key}` as 'health.line.audit'
  const texts = Object.fromEntries(
    Object.entries(values).map(([k, value]) => [
      k,
      // A count decides the form of its words; the language writes its number.
      k === 'n'
        ? value
        : typeof value === 'number'
          ? count(value)
          : (k === 'role' ? word(t, 'process', value) : channelName(t, timeText(value))) || '–',
    ]),
  )
  return t.has(name) ? t(name, texts as { seq: string; day: string }) : `${key} ${JSON.stringify(values)}`
}

const processColumns = (t: DeskTexts): readonly Column<Process>[] => [
  { key: 'role', label: t('health.role'), cell: ({ role }) => word(t, 'process', role), text: ({ role }) => role },
  { key: 'version', label: t('health.version'), cell: ({ version }) => version, text: ({ version }) => version },
  {
    key: 'started',
    label: t('health.started'),
    cell: ({ started_at }) => <When at={started_at} />,
    text: ({ started_at }) => utc(started_at),
  },
  {
    key: 'seen',
    label: t('health.seen'),
    cell: ({ seen_at }) => <When at={seen_at} />,
    text: ({ seen_at }) => utc(seen_at),
  },
  {
    key: 'clock',
    label: t('health.clock'),
    cell: ({ clock_ms }) => t('health.clockMs', { ms: count(clock_ms) }),
    text: ({ clock_ms }) => clock_ms,
    numeric: true,
  },
]
