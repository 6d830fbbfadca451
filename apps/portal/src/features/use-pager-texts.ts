import { useTranslations } from 'use-intl'

export function usePagerTexts(page: number, pages: number) {
  const t = useTranslations('common')
  return {
    label: t('paging.label'),
    previous: t('paging.previous'),
    next: t('paging.next'),
    position: t('paging.position', { page, pages }),
  }
}
