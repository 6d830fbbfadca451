import type { DeskBody } from '@hc/contract/desk/calls'
import { createStore } from '../lib/store.ts'

/** A note that somebody writes holds for 20 seconds: whoever still writes says so again before. */
export const PULSE_MS = 15_000
export type Form = NonNullable<DeskBody<'pulse/read'>['form']>

/** The form that is open on the page. The frame's one pulse names it, so that no form asks a second time. */
export const pulseForm = createStore<Form | null>(null)
