import { lasting } from './storage.ts'
import { createStore } from './store.ts'

const KEPT = 'desk time zone'

/** The zone of this device. */
export const deviceZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone

const isZone = (name: string): boolean => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}
const first = (): string => {
  const kept = lasting.read(KEPT) ?? ''
  return isZone(kept) ? kept : ''
}

/** The zone that the person chose in this browser; '' is the device's. */
export const chosenZone = createStore(first())

/** Stores the zone in this browser and redraws every page. */
export function chooseZone(name: string): void {
  if (name === '') lasting.remove(KEPT)
  else lasting.write(KEPT, name)
  chosenZone.set(name)
}

/** The zone in which the desk writes and reads times. */
export const zone = (): string => chosenZone.get() || deviceZone()
/** Every zone that the browser knows by its name. */
export const zones = (): readonly string[] => [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])]
