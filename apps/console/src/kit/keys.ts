import { deskPaths } from '@hc/contract/desk/pages'
import type { Me } from '@hc/contract/desk/calls'
import { useEffect } from 'react'
import { useLocation } from 'wouter'
import { lasting } from '../lib/storage.ts'
import { deskPages } from './menu.ts'
import { may } from './permission.ts'

const OFF = 'single keys off'
const WAIT_MS = 1_500

export const singleKeys = {
  on: (): boolean => lasting.read(OFF) === null,
  set(on: boolean): void {
    if (on) lasting.remove(OFF)
    else lasting.write(OFF, '1')
  },
}

const inField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName))

type Does = { palette: () => void; help: () => void; fold: () => void }

/**
 * The keys of the desk: Ctrl+K and `/` open the palette, `g` and a letter go to a page, `e` presses the page's edit
 * button, `j` and `k` go to the first and the last row of a list, `[` folds the menu, `?` shows these keys. Single keys
 * are ignored in a field, and can be switched off (WCAG 2.1.4).
 */
export function useKeys(me: Me, { palette, help, fold }: Does): void {
  const [, go] = useLocation()
  useEffect(() => {
    let began = 0
    const press = (event: KeyboardEvent): void => {
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') {
        event.preventDefault()
        palette()
        return
      }
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 's') {
        const form = document.activeElement?.closest('form')
        if (!form) return
        event.preventDefault()
        form.requestSubmit()
        return
      }
      const alone = !event.ctrlKey && !event.metaKey && !event.altKey
      if (!alone || inField(event.target) || document.querySelector('dialog[open]') || !singleKeys.on()) return
      const led = Date.now() - began < WAIT_MS
      began = 0
      const path = deskPaths.find(
        (candidate) => deskPages[candidate].letter === event.key && may(me, deskPages[candidate].permission),
      )
      if (led && path) go(path)
      else if (event.key === 'g') began = Date.now()
      else if (event.key === '/') {
        event.preventDefault()
        palette()
      } else if (event.key === '?') help()
      else if (event.key === '[') fold()
      else if ((event.key === 'j' || event.key === 'k') && !event.defaultPrevented) {
        // The focus is not in the list yet; inside, the list handles the keys.
        const rows = [...document.querySelectorAll<HTMLElement>('#main :is(.list tbody, .cards) [data-row]')]
        const row = rows.at(event.key === 'j' ? 0 : -1)
        if (row) event.preventDefault()
        row?.focus()
      } else if (event.key === 'e') document.querySelector<HTMLElement>('[data-edit]')?.click()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [me, palette, help, fold, go])
}
