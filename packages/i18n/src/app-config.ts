import type { Locale } from '@hc/contract/locales'
import type { SourceMessages } from './messages.ts'

// Makes every `useTranslations` of the portal know its keys and placeholders.
declare module 'use-intl' {
  interface AppConfig {
    Locale: Locale
    Messages: SourceMessages
  }
}
