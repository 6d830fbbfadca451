import { Button } from '@hc/ui/button'
import { useTranslations } from 'use-intl'

/** Announces newer rows without moving the shown ones. */
export function Newer({ n, show }: { n: number; show: () => void }) {
  const t = useTranslations('desk')
  return (
    <div className="newer" aria-live="polite">
      {n > 0 && (
        <Button kind="quiet" size="small" onClick={show}>
          {t('newer.show', { n })}
        </Button>
      )}
    </div>
  )
}
