import type { DeskBody } from '@hc/contract/desk/calls'
import { Button } from '@hc/ui/button'
import { useTranslations } from 'use-intl'
import { call } from '../lib/api.ts'
import { Compare } from './version-compare.tsx'
import { Badge } from './badge.tsx'
import { When } from './facts.tsx'
import { FormError } from './form-error.tsx'
import { Failed } from './failed.tsx'
import { useAction } from './use-action.ts'
import { useCall } from './use-call.ts'

type Props = {
  kind: DeskBody<'revision/list'>['kind']
  target: string
  /** The version that players see, or 0. */
  live: number
  /** Takes an older version's fields into the form; saving makes it a new version. */
  restore?: ((body: Record<string, unknown>) => void) | undefined
}

/** Every saved version, newest first; each can be restored as a new one. */
export function History({ kind, target, live, restore }: Props) {
  const t = useTranslations('desk')
  const { result, error, reload } = useCall('revision/list', { kind, target })
  const { errors, run } = useAction()
  return (
    <details className="card part history">
      <summary>{t('revisions.history')}</summary>
      {error !== null && <Failed error={error} again={reload} />}
      <FormError text={errors.form} />
      <ul className="rows">
        {result?.versions.map(({ version, by, at, reason }) => (
          <li key={version}>
            <span>
              <b>{t('revisions.version', { n: String(version) })}</b>{' '}
              {version === live && <Badge tone="good">{t('revisions.live')}</Badge>}
              <span className="soft">
                {' '}
                {by}, <When at={at} />
                {reason && `: ${reason}`}
              </span>
            </span>
            {restore && (
              <Button
                kind="quiet"
                size="small"
                onClick={() =>
                  void run(async () => {
                    restore((await call('revision/read', { kind, target, version })).body)
                  })
                }
              >
                {t('revisions.restoreName', { n: String(version) })}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {result && <Compare kind={kind} target={target} versions={result.versions} />}
    </details>
  )
}
