import type account from './locales/en-US/account.ts'
import type common from './locales/en-US/common.ts'
import type consent from './locales/en-US/consent.ts'
import type desk from './locales/en-US/desk.ts'
import type error from './locales/en-US/error.ts'
import type event from './locales/en-US/event.ts'
import type help from './locales/en-US/help.ts'
import type home from './locales/en-US/home.ts'
import type login from './locales/en-US/login.ts'
import type market from './locales/en-US/market.ts'
import type mail from './locales/en-US/mail.ts'
import type order from './locales/en-US/order.ts'
import type rebate from './locales/en-US/rebate.ts'
import type receipt from './locales/en-US/receipt.ts'
import type recharge from './locales/en-US/recharge.ts'
import type redeem from './locales/en-US/redeem.ts'
import type withdraw from './locales/en-US/withdraw.ts'
import type window from './locales/en-US/window.ts'
import type { untranslated } from './desk/untranslated.ts'

/** The English texts with their literal types, so that keys and placeholders are checked at each use. */
export type SourceMessages = {
  common: typeof common
  home: typeof home
  login: typeof login
  recharge: typeof recharge
  order: typeof order
  receipt: typeof receipt
  account: typeof account
  event: typeof event
  error: typeof error
  help: typeof help
  mail: typeof mail
  market: typeof market
  redeem: typeof redeem
  consent: typeof consent
  rebate: typeof rebate
  withdraw: typeof withdraw
  window: typeof window
  desk: typeof desk
}

type Translated<T> = { readonly [K in keyof T]: T[K] extends string ? string : Translated<T[K]> }

/** The type of every other language: the same keys, any text. catalogs.test.ts compares the placeholders. */
export type Messages = Translated<Omit<SourceMessages, 'desk'>>

/** The keys of the desk's texts that are English until they are translated. */
type Waits = (typeof untranslated)[number]
type TranslatedDesk<T, Above extends string> = {
  readonly [K in keyof T & string as `${Above}${K}` extends Waits ? never : K]: T[K] extends string
    ? string
    : TranslatedDesk<T[K], `${Above}${K}.`>
} & {
  readonly [K in keyof T & string as `${Above}${K}` extends Waits ? K : never]?: T[K] extends string ? string : object
}

/** The type of the desk's texts in every other language (decision 340). */
export type DeskMessages = TranslatedDesk<SourceMessages['desk'], ''>
/** The desk's texts as its pages get them: complete. */
export type WholeDesk = Translated<SourceMessages['desk']>

/** The desk's scripts contain its texts, one file for each language; the portal's texts come with its pages. */
export type Namespace = Exclude<keyof SourceMessages, 'desk'>
export const namespaces = [
  'common',
  'home',
  'login',
  'recharge',
  'order',
  'receipt',
  'account',
  'event',
  'error',
  'help',
  'mail',
  'market',
  'redeem',
  'rebate',
  'consent',
  'withdraw',
  'window',
] as const satisfies readonly Namespace[]
