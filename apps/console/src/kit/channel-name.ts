import type { DeskTexts } from './use-action.ts'

/** The name of a channel, or its code if it has no name here. */
export function channelName(t: DeskTexts, code: string): string {
  const key = `channels.names.${code}` as 'channels.names.sandbox'
  return /^\w+$/.test(code) && t.has(key) ? t(key) : code
}
