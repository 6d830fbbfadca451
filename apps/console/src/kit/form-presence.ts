import type { DeskBody } from '@hc/contract/desk/calls'
import { createStore } from '../lib/store.ts'

/** An editor's note holds for 20 seconds, and is renewed before while they edit. */
export const PULSE_MS = 15_000
export type Form = NonNullable<DeskBody<'pulse/read'>['form']>

/** The open form of the page. The frame's pulse names it, so that no form makes a second call. */
export const pulseForm = createStore<Form | null>(null)
