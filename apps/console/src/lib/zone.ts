import { timeZones } from '@hc/domain/time-zone'
import { lasting } from './storage.ts'
import { createStore } from './store.ts'
import { deviceZone, storedZone, ZONE_KEY } from './stored.ts'

/** The zone that the person chose in this browser; '' is the device's. */
export const chosenZone = createStore(storedZone())

/** Stores the zone in this browser and redraws every page. */
export function chooseZone(name: string): void {
  if (name === '') lasting.remove(ZONE_KEY)
  else lasting.write(ZONE_KEY, name)
  chosenZone.set(name)
}

/** The zone in which the desk writes and reads times. */
export const zone = (): string => chosenZone.get() || deviceZone()
/** Every zone that the browser knows. */
export const zones = (): readonly string[] => [...new Set(['UTC', ...timeZones()])]
