import { Button } from '@hc/ui/button'
import { Notice } from '@hc/ui/notice'
import { useTranslations } from 'use-intl'
import { dateTime } from './date-time.ts'
import { useInSight } from './form-error.tsx'
import type { Conflict } from './use-draft.ts'

type Props<T> = {
  conflict: Conflict<T>
  mine: T
  label: (name: keyof T & string) => string
  show: (value: unknown) => string
  take: (name: keyof T & string) => void
  keep: (name: keyof T & string) => void
}

/** A conflicting save: for each field that both changed, a choice. Nothing is saved before "Save". */
export function ConflictPanel<T extends Record<string, unknown>>({
  conflict,
  mine,
  label,
  show,
  take,
  keep,
}: Props<T>) {
  const t = useTranslations('desk')
  const place = useInSight(conflict.version)
  return (
    <div ref={place} className="in-sight">
      <Notice tone="warn">
        <p>{t('kit.conflict', { by: conflict.by, at: dateTime(conflict.at) })}</p>
        <p>{t(conflict.fields.length === 0 ? 'kit.merged' : 'kit.choosePlease')}</p>
        <ul className="rows">
          {conflict.fields.map((name) => (
            <li key={name}>
              <span>
                <b>{label(name)}</b>
                <br />
                {t('kit.yours', { text: show(mine[name]) })}
                <br />
                {t('kit.theirs', { text: show(conflict.theirs[name]) })}
              </span>
              <span className="actions">
                <Button
                  kind="quiet"
                  size="small"
                  aria-label={t('kit.keepOf', { field: label(name) })}
                  onClick={() => keep(name)}
                >
                  {t('kit.keepMine')}
                </Button>
                <Button
                  kind="quiet"
                  size="small"
                  aria-label={t('kit.takeOf', { field: label(name) })}
                  onClick={() => take(name)}
                >
                  {t('kit.takeTheirs')}
                </Button>
              </span>
            </li>
          ))}
        </ul>
      </Notice>
    </div>
  )
}
