import type { Me } from '@hc/contract/desk/calls'
import { Dialog } from '@hc/ui/dialog'
import { Icon } from '@hc/ui/icon'
import { type KeyboardEvent, lazy, Suspense, useLayoutEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { iconSearch } from '../kit/menu-icons.ts'

const Results = lazy(async () => ({ default: (await import('../kit/palette.tsx')).Results }))

/** What the field asks of the results. `go`: Enter was pressed, perhaps before they were there. */
export type Wish = { text: string; step: number; go: boolean; pasted: boolean }
const none: Wish = { text: '', step: 0, go: false, pasted: false }

/**
 * Search and navigation by typing. The field is of the frame, so that it takes each key from the first moment; what is
 * found comes when it is there.
 */
export function PaletteDialog({ me, open, close }: { me: Me; open: boolean; close: () => void }) {
  const t = useTranslations('desk')
  return (
    <Dialog open={open} size="palette" title={t('palette.title')} closeLabel={t('close')} onClose={close}>
      <Field me={me} close={close} />
    </Dialog>
  )
}

function Field({ me, close }: { me: Me; close: () => void }) {
  const t = useTranslations('desk')
  const field = useRef<HTMLInputElement>(null)
  const [wish, setWish] = useState(none)
  // The chosen option; null while there is none.
  const [active, setActive] = useState<string | null>(null)
  useLayoutEffect(() => {
    // The dialog is shown in a layout effect around this one.
    queueMicrotask(() => field.current?.focus())
  }, [])
  const press = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) setWish({ ...wish, step: wish.step + step })
    else if (event.key === 'Enter') setWish({ ...wish, go: true })
    else return
    event.preventDefault()
  }
  return (
    <div className="palette">
      <div className="palette-field">
        <Icon name={iconSearch} className="size-4.5" />
        <input
          ref={field}
          role="combobox"
          aria-expanded={active !== null}
          aria-controls={active === null ? undefined : 'palette-list'}
          aria-activedescendant={active ?? undefined}
          aria-autocomplete="list"
          aria-label={t('palette.title')}
          placeholder={t('shell.search')}
          autoComplete="off"
          spellCheck={false}
          value={wish.text}
          onChange={(event) => {
            const { value } = event.target
            setWish(({ pasted }) => ({ ...none, text: value, pasted: pasted && value !== '' }))
          }}
          onPaste={() => setWish((before) => ({ ...before, pasted: true }))}
          onKeyDown={press}
        />
      </div>
      <Suspense fallback={<output className="palette-state">{t('loading')}</output>}>
        <Results me={me} wish={wish} setActive={setActive} close={close} />
      </Suspense>
    </div>
  )
}
