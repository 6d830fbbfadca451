import type { DraftedKindName } from '@hc/contract/desk/kinds'
import type { DeskBody } from '@hc/contract/desk/calls'
import type { DeskProduct } from '@hc/contract/desk/products'
import type { ReactNode } from 'react'
import type { DeskTexts } from '../../../kit/use-action.ts'
import type { FieldErrors, FieldName, Fields } from '../campaign-draft.ts'
import type { Products } from '../known-products.ts'

type Draft = DeskBody<'campaign/edit'>['draft']

/** The inputs of a form: those of a text, and those of a choice. */
export type Inputs = {
  t: DeskTexts
  common: (
    name: Exclude<FieldName, 'item' | 'coin'>,
    hint?: string,
  ) => {
    label: string
    name: string
    value: string
    error: string | undefined
    hint?: string
    autoComplete: string
    onChange: (event: { target: { value: string } }) => void
  }
  check: (name: 'item' | 'coin') => ReactNode
  /** A field that is no input of the browser's. */
  rows: (name: 'items' | 'tiers') => {
    text: string
    set: (text: string) => void
    error: string | undefined
    products: readonly DeskProduct[]
    known: Products
  }
}

/** A kind of campaign in the desk's form. `kinds.ts` lists them. */
export type CampaignForm<K extends DraftedKindName> = {
  wrong: (f: Fields) => FieldErrors
  /** `common`: the texts and dates. */
  draft: (f: Fields, common: Pick<Draft, 'texts' | 'starts' | 'ends'>) => Extract<Draft, { kind: K }>
  /** What it gives, and to whom and how often: the first two steps of the form. */
  reward: (inputs: Inputs) => ReactNode
  who: (inputs: Inputs) => ReactNode
  /** To whom and how often, in words. */
  whoText: (t: DeskTexts, f: Fields) => string
  /** The most that it can cost, in cents; null: nothing bounds it. */
  most: (f: Fields, products: Products) => number | null
  /** What to say where nothing bounds it. */
  unbounded: 'campaigns.form.costLater' | 'campaigns.noBound'
}
