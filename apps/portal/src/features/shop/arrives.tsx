import { useTranslations } from 'use-intl'
import { useFormat } from '../../lib/locale.ts'
import { useApp } from '../../shell/app-context.ts'

/** The measured seconds until an item is in the game, as text; null while the shop has too few deliveries to say so. */
export function useArrives(): string | null {
  const { arrives_seconds: seconds } = useApp().init
  const format = useFormat()
  return seconds === undefined ? null : format.number(seconds)
}

export function Arrives({ texts, className }: { texts: 'window' | 'method'; className?: string }) {
  const t = useTranslations(texts)
  const seconds = useArrives()
  return seconds === null ? null : <p className={className}>{t('arrives', { seconds })}</p>
}
