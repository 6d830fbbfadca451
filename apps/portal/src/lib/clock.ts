import { api } from './api.ts'

let offsetMs = 0
let request: Promise<void> | undefined

/** The server's clock, as well as we know it: a player's own clock may be hours off. */
export const serverNow = (): number => Date.now() + offsetMs

/** Asks setting/time once. Half of the round trip is taken as the answer's age. */
export function calibrate(): Promise<void> {
  return (request ??= (async () => {
    const sentAt = Date.now()
    try {
      const { time } = await api.call('setting/time', {})
      const received = Date.now()
      offsetMs = time + (received - sentAt) / 2 - received
    } catch {
      request = undefined
    }
  })())
}
