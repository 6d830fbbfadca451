import { channelName } from './channel-name.ts'
import type { DeskTexts } from './use-action.ts'
import { useCall } from './use-call.ts'

export type Choices = readonly (readonly [value: string, text: string])[]

/** Options by name. An unknown value from the address stays selectable as it is. */
export const withOwn = (choices: Choices, value: string): Choices =>
  value === '' || choices.some(([option]) => option === value) ? choices : [...choices, [value, value]]

/** The shop's channels by their names, for a filter. */
export function useChannelChoices(t: DeskTexts, value: string): Choices {
  const { result } = useCall('channel/list', {})
  return withOwn(
    (result ?? []).map(({ code }) => [code, channelName(t, code)] as const),
    value,
  )
}
