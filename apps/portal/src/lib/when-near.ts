import { localeStore } from './locale.ts'
import { showLoadFailed } from './load-failed.ts'

/**
 * Parts of the server's page that wake when they are near: until then they are HTML alone. Their links work without
 * code. A form that somebody sends earlier is sent once its part is awake.
 */
const NEAR = '300px'

let heldForm: HTMLFormElement | null = null
/** What was chosen in a list before its part was awake. */
let heldChoice: { list: HTMLSelectElement; value: string } | null = null
let isFailed = false

const hold = (event: SubmitEvent): void => {
  if (!(event.target instanceof HTMLFormElement) || event.target.closest('[data-asleep]') === null) return
  event.preventDefault()
  event.stopImmediatePropagation()
  if (isFailed) showLoadFailed()
  else heldForm = event.target
}

const holdChoice = ({ target }: Event): void => {
  if (target instanceof HTMLSelectElement && target.closest('[data-asleep]'))
    heldChoice = { list: target, value: target.value }
}

/** Resolves when the part is near the window, has the focus, or must be drawn anew. A part that is not there is. */
function near(part: Element | null): Promise<void> {
  if (!part) return Promise.resolve()
  return new Promise((resolve) => {
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && resolve(),
      {
        rootMargin: NEAR,
      },
    )
    observer.observe(part)
    for (const event of ['focusin', 'pointerdown', 'change'])
      part.addEventListener(event, () => resolve(), { once: true })
    localeStore.subscribe(resolve)
  })
}

/**
 * Loads a part's code when the part is near. Without a connection the part stays as it is, and its code is tried again
 * with the next one. `isAsked`: the address wants the part at once.
 */
export async function loadNear<T>(id: string, load: () => Promise<T>, isAsked: () => boolean): Promise<T> {
  document.addEventListener('submit', hold, true)
  document.addEventListener('change', holdChoice, true)
  if (!isAsked()) await near(document.getElementById(id))
  for (;;)
    try {
      return await load()
    } catch {
      isFailed = true
      if (heldForm) showLoadFailed()
      await new Promise((resolve) => addEventListener('online', resolve, { once: true }))
      isFailed = false
    }
}

/** Called by a part that has just woken. */
export function awake(): void {
  document.removeEventListener('submit', hold, true)
  document.removeEventListener('change', holdChoice, true)
  for (const part of document.querySelectorAll('[data-asleep]')) part.removeAttribute('data-asleep')
  const [form, choice] = [heldForm, heldChoice]
  heldForm = null
  heldChoice = null
  setTimeout(() => {
    if (choice) {
      choice.list.value = choice.value
      choice.list.dispatchEvent(new Event('change', { bubbles: true }))
    }
    form?.requestSubmit()
  })
}
