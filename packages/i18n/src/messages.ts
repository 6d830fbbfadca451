import type { ActKey, FactName, SaidCode, TargetKind } from '@hc/contract/desk-codes'
import type desk from '../texts/en-US/desk.json'
import type shop from '../texts/en-US/shop.json'

type Shop = typeof shop
type Words<Code extends string> = Readonly<Record<Code, string>>
type Codes = { act: Words<ActKey>; said: Words<SaidCode>; fact: Words<FactName>; target: Words<TargetKind> }
type Has<Part, Whole extends Part> = Whole
/** A code of the server that has no word at the desk does not compile (decision 350). */
type OwnDesk = Has<{ codes: Codes }, typeof desk>
/** What the desk has of the shop's texts (`groupsOfShop`). */
type Desk = Omit<OwnDesk, 'orders' | 'articles'> & {
  orders: OwnDesk['orders'] & { reads: Shop['order']['status'] }
  articles: OwnDesk['articles'] & { types: Shop['event']['type'] }
}

/** The English texts with their literal types, so that keys and placeholders are checked at each use (decision 594). */
export interface SourceMessages extends Shop {
  desk: Desk
}

type Translated<T> = { readonly [K in keyof T]: T[K] extends string ? string : Translated<T[K]> }

/** The texts of every other language: the same keys, any text. catalogs.test.ts compares the placeholders. */
export type Messages = Translated<Shop>
export type DeskMessages = Translated<Desk>

/** A part of the portal's texts, which a page asks for by its name. The desk's texts are one file for each language. */
export type Namespace = keyof Messages
