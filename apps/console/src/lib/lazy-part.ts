import { type ComponentType, lazy } from 'react'
import type { Area } from '../../areas.ts'
import { openTexts } from './language.ts'

/** A component whose code, and the texts of whose areas, load beside each other when it is first shown. */
export const lazyPart = <Props>(load: () => Promise<{ default: ComponentType<Props> }>, ...loads: readonly Area[]) =>
  lazy(async () => {
    const [module] = await Promise.all([load(), openTexts(loads)])
    return module
  })
