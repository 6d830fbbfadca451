import type { DeskBody } from '@hc/contract/desk/calls'
import { createStore } from '../lib/store.ts'

/** The server keeps an editor's note for 20 seconds; the page renews it earlier while the person edits. */
export const PULSE_MS = 15_000
export type Form = NonNullable<DeskBody<'pulse/read'>['form']>

/** The open form of the page. The frame's pulse sends it, so that no form makes a second call. */
export const pulseForm = createStore<Form | null>(null)
