import type { OpenRequest } from '@hc/contract/desk/editing'
import { useTranslations } from 'use-intl'
import { actName } from './codes.ts'
import { Badge } from './badge.tsx'
import { When } from './facts.tsx'

/** Open requests, so that no person asks twice. */
export function Requests({ requests }: { requests: readonly OpenRequest[] }) {
  const t = useTranslations('desk')
  if (requests.length === 0) return null
  return (
    <ul className="rows">
      {requests.map(({ approval_no: no, call, by, at }) => (
        <li key={no}>
          <span>
            <Badge tone="warn">{t('approvals.states.open')}</Badge> {t('approvals.number', { no: String(no) })}:{' '}
            <b>{actName(t, call)}</b>{' '}
            <span className="soft">
              {by}, <When at={at} />
            </span>
          </span>
        </li>
      ))}
    </ul>
  )
}
