import { type ComponentType, lazy } from 'react'
import { openTexts } from './language.ts'

/** A component whose code and texts load, beside each other, when it is first shown. */
export const lazyPart = <Props>(name: string, load: () => Promise<{ default: ComponentType<Props> }>) =>
  lazy(async () => {
    const [module] = await Promise.all([load(), openTexts(name)])
    return module
  })
