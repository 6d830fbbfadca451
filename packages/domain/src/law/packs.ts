import { eeaPacks, euPacks } from './eu.ts'
import { gbPacks } from './gb.ts'
import type { LawPack } from './pack.ts'

/** Every pack that the product ships; none is in force before the publisher switches it on. */
export const lawPacks: readonly LawPack[] = [...euPacks, ...eeaPacks, ...gbPacks]
