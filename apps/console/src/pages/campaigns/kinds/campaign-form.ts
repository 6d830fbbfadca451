import type { DraftedKindName } from '@hc/contract/desk/kinds'
import type { DeskBody } from '@hc/contract/desk/calls'
import type { ReactNode } from 'react'
import type { DeskTexts } from '../../../kit/use-action.ts'
import type { FieldName, Fields, FieldErrors } from '../campaign-draft.ts'

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
}

/** A kind of campaign in the desk's form. `kinds.ts` lists them. */
export type CampaignForm<K extends DraftedKindName> = {
  /** What a line of its list of gifts looks like. */
  hint: (t: DeskTexts) => string
  wrong: (f: Fields) => FieldErrors
  /** `common`: the texts and dates. */
  draft: (f: Fields, common: Pick<Draft, 'texts' | 'starts' | 'ends'>) => Extract<Draft, { kind: K }>
  fields: (inputs: Inputs) => ReactNode
}
