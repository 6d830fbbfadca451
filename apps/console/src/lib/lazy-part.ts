import { type ComponentType, createElement, lazy, useState } from 'react'
import type { Area } from '../../areas.ts'
import { openTexts } from './language.ts'

/**
 * A component whose code, and the texts of whose areas, load beside each other when it is first shown. After `open` it
 * is shown at once, without a fallback before it.
 */
export function lazyPart<Module extends { default: ComponentType<Props> }, Props extends object>(
  load: () => Promise<Module & { default: ComponentType<Props> }>,
  ...loads: readonly Area[]
) {
  let opened: Module | null = null
  const open = async (): Promise<Module> => {
    const [module] = await Promise.all([load(), openTexts(loads)])
    opened = module
    return module
  }
  const Later = lazy(open)
  function Part(props: Props) {
    // A part on the screen stays what it is: another component in its place would begin anew.
    const [Component] = useState<ComponentType<Props>>(() => opened?.default ?? Later)
    return createElement(Component, props)
  }
  return Object.assign(Part, { open })
}
