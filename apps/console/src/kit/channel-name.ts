import type { DeskTexts } from './use-action.ts'
import { tOf } from './text-of.ts'

/** The name of a channel, or its code if it has no name here. */
export const channelName = (t: DeskTexts, code: string): string => tOf(t, 'channels.names', code) ?? code
