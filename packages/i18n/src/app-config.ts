import type { Locale } from '@hc/contract/locales'
import type { SourceMessages } from './messages.ts'

// Types every `useTranslations` of the portal with its keys and placeholders.
declare module 'use-intl' {
  interface AppConfig {
    Locale: Locale
    Messages: SourceMessages
  }
}
