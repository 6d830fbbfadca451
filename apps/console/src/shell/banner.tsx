import type { Me } from '@hc/contract/desk/calls'
import { Button, buttonClass } from '@hc/ui/button'
import { Icon } from '@hc/ui/icon'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { may } from '../kit/permission.ts'
import { useCall } from '../kit/use-call.ts'
import { session } from '../lib/session.ts'

const MINUTE_S = 60
const LAST_MINUTES = 5
const LOOK_MS = 15_000

/** Minutes until the session ends; null while there are many. */
function useMinutesLeft({ ends_at: endsAt }: Me): number | null {
  const read = (): number | null => {
    const left = Math.ceil((endsAt - Date.now() / 1000) / MINUTE_S)
    return left <= LAST_MINUTES ? Math.max(left, 0) : null
  }
  const [left, setLeft] = useState(read)
  useEffect(() => {
    const timer = setInterval(() => setLeft(read), LOOK_MS)
    return () => clearInterval(timer)
  })
  return left
}

/** Whether a lost phone would lock everybody out: the person is the only owner, and has no recovery codes. */
function useAlone(me: Me): boolean {
  // The demo's people are nobody's.
  const owns = me.mode !== 'demo' && me.roles.includes('owner') && may(me, 'staff.read')
  const factors = useCall('factor/list', owns ? {} : null).result
  const lacks = factors?.recovery_left === 0
  const people = useCall('staff/list', lacks ? {} : null).result
  const owners = people?.filter(({ suspended, roles }) => !suspended && roles.some(({ role }) => role === 'owner'))
  return lacks && owners?.length === 1
}

/** One line under the bar that concerns every page: the first of these that is true. */
export function Banner({ me, paused, closed }: { me: Me; paused: boolean; closed: boolean }) {
  const t = useTranslations('desk')
  const alone = useAlone(me)
  const minutes = useMinutesLeft(me)
  if (closed)
    return (
      <Line tone="bad" text={t('shell.closed')}>
        {may(me, 'setup.run') && (
          <Link className={buttonClass('quiet', 'small')} href="/setup">
            {t('menu.setup')}
          </Link>
        )}
      </Line>
    )
  if (paused)
    return (
      <Line tone="bad" text={t('shell.paused')}>
        {may(me, 'sales.pause') && (
          <Link className={buttonClass('quiet', 'small')} href="/channels?do=sales/pause">
            {t('shell.resume')}
          </Link>
        )}
      </Line>
    )
  if (me.visitor)
    return (
      <Line tone="info" text={t('shell.visitor')}>
        <a className={buttonClass('quiet', 'small')} href="/docs/guide/index.html">
          {t('shell.visitorOwn', { command: 'npm start' })}
        </a>
      </Line>
    )
  if (alone)
    return (
      <Line tone="warn" text={t('shell.alone')}>
        <Link className={buttonClass('quiet', 'small')} href="/me">
          {t('shell.fix')}
        </Link>
      </Line>
    )
  if (minutes !== null)
    return (
      <Line tone="warn" text={t('shell.ending', { n: minutes })}>
        {/* A session ends at its time in any case. A new sign-in goes on at this address, with what was written. */}
        <Button kind="quiet" size="small" onClick={() => session.set({ status: 'out', over: false })}>
          {t('shell.stay')}
        </Button>
      </Line>
    )
  return null
}

const Line = ({ tone, text, children }: { tone: 'warn' | 'bad' | 'info'; text: string; children: ReactNode }) => (
  <div className={`banner banner-${tone}`}>
    <Icon name={tone === 'info' ? 'help' : 'warn'} className="size-4.5" />
    <p>{text}</p>
    {children}
  </div>
)
