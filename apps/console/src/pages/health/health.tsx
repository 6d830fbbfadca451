import type { DeskResult } from '@hc/contract/desk/calls'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { timeText } from '../../kit/date-time.ts'
import { channelName } from '../../kit/channel-name.ts'
import { ActionButton } from '../../kit/action-dialog.tsx'
import { utc } from '../../kit/csv.ts'
import { Badge, type Tone } from '../../kit/badge.tsx'
import { count, When } from '../../kit/facts.tsx'
import { HelpLink } from '../../kit/help-link.tsx'
import { type Column, List } from '../../kit/list/list.tsx'
import { may } from '../../kit/permission.ts'
import { Failed } from '../../kit/failed.tsx'
import { Page } from '../../kit/page.tsx'
import type { DeskTexts } from '../../kit/use-action.ts'
import { useCall } from '../../kit/use-call.ts'
import { word } from '../../kit/code-text.ts'
import type { PageProps } from '../../kit/menu.ts'
import { GameKeys } from '../game-keys/game-keys.tsx'

const LOOK_MS = 5_000
/** While somebody waits for the doctor. */
const LOOK_SOON_MS = 1_000
type Read = DeskResult<'health/read'>
type Line = Read['lines'][number]
type Process = Read['processes'][number]
const tones: Readonly<Record<Line['light'], Tone>> = { green: 'good', amber: 'warn', red: 'bad' }

const linesOf = (health: Read | null): readonly Line[] => (health ? [...health.lines, ...health.house] : [])
/** The line that says when the doctor ran last. */
const doctorOf = (health: Read | null): Line | undefined => linesOf(health).find(({ key }) => key.startsWith('doctor.'))

/** The health of the shop: first one sentence, then a line for each part. */
export default function Health({ me }: PageProps) {
  const t = useTranslations('desk')
  /** When the doctor had run last as somebody asked for it: until a later run the page says that it runs. */
  const [askedAfter, setAskedAfter] = useState<number | null>(null)
  const isAwaited = (read: Read | null): boolean => askedAfter !== null && (doctorOf(read)?.at ?? 0) <= askedAfter
  const health = useCall('health/read', {}, { everyMs: (read) => (isAwaited(read) ? LOOK_SOON_MS : LOOK_MS) })
  const lines = linesOf(health.result)
  const doctor = doctorOf(health.result)
  const runs = isAwaited(health.result)
  const reds = lines.filter(({ light }) => light === 'red').length
  const ambers = lines.filter(({ light }) => light === 'amber').length
  const order: readonly Line['light'][] = ['red', 'amber', 'green']
  const sorted = order.flatMap((light) => lines.filter((line) => line.light === light))
  return (
    <Page
      actions={
        <>
          {may(me, 'doctor.run') && (
            <ActionButton
              name="health/doctor"
              label={t('health.doctor')}
              done={t('health.doctorAsked')}
              body={{}}
              onDone={() => setAskedAfter(doctor?.at ?? 0)}
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
      {!health.result && health.error === null && <output className="state">{t('loading')}</output>}
      {health.result && (
        <>
          <p className="lead">
            {reds > 0 ? t('health.red', { n: reds }) : ambers > 0 ? t('health.amber', { n: ambers }) : t('health.all')}
          </p>
          <ul className="card lights">
            {sorted.map((line) => (
              <li key={`${line.key} ${JSON.stringify(line.values.channel ?? line.values.role ?? '')}`}>
                <Badge tone={tones[line.light]}>{t(`health.light.${line.light}`)}</Badge>
                <span>
                  {runs && line === doctor ? <output>{t('health.doctorRuns')}</output> : sentence(t, line)}
                  {line.at > 0 && (
                    <span className="soft">
                      {' '}
                      <When at={line.at} />
                    </span>
                  )}
                  {line.light !== 'green' && (
                    <>
                      {' '}
                      <HelpLink to={line.help} about={sentence(t, line)} />
                    </>
                  )}
                </span>
              </li>
            ))}
          </ul>
          <GameKeys me={me} />
          <h2>{t('health.processes')}</h2>
          <List
            name="processes"
            caption={t('health.processes')}
            rows={health.result.processes}
            error={null}
            reload={health.reload}
            columns={processColumns(t)}
            id={({ role, started_at }) => `${role} ${started_at}`}
            empty={{ title: t('health.noProcess'), text: '' }}
          />
        </>
      )}
    </Page>
  )
}

export function sentence(t: DeskTexts, { key, values }: Line): string {
  const alone = key === 'audit' && values.day === ''
  const name = `health.line.${alone ? 'auditAlone' : key}` as 'health.line.audit'
  const texts = Object.fromEntries(
    Object.entries(values).map(([k, value]) => [
      k,
      typeof value === 'number'
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
