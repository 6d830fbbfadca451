import { fieldsOf, isOneOf } from '@hc/domain/record'
import type { HomeConf } from '@hc/contract/calls'
import { createStore } from './store.ts'
import { keys, readJson, writeJson } from './storage.ts'

type Download = HomeConf['downloads'][number]
export type Area = Download['region']
export type System = Download['system']
export type Region = { area: Area; system: System }

export const areas: readonly Area[] = ['global', 'asia', 'europe']
export const systems: readonly System[] = ['ios', 'android', 'windows', 'macos']

const isRegion = (value: unknown): value is Region => {
  const { area, system } = fieldsOf(value)
  return isOneOf(areas, area) && isOneOf(systems, system)
}

/** The chosen region and operating system; null until chosen or guessed. */
export const regionStore = createStore<Region | null>(null)

function guess(): Region {
  const agent = navigator.userAgent
  const system: System = /iPhone|iPad/.test(agent)
    ? 'ios'
    : /Android/.test(agent)
      ? 'android'
      : /Mac OS/.test(agent)
        ? 'macos'
        : 'windows'
  return { area: 'global', system }
}

export function loadRegion(): void {
  regionStore.set(readJson(keys.region, isRegion) ?? guess())
}

export function saveRegion(region: Region): void {
  writeJson(keys.region, region)
  regionStore.set(region)
}
