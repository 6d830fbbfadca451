import type { Locale } from './locale.ts'
export const downloads: object[] = []
export const homeTexts = {} as Record<Locale, { hero: object }>
