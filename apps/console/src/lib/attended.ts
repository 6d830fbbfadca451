/** A page that nobody has touched for this long asks by itself. */
const ATTENDED_MS = 60_000

let touchedAt = Date.now()
for (const what of ['keydown', 'pointerdown', 'wheel'] as const)
  document.addEventListener(
    what,
    () => {
      touchedAt = Date.now()
    },
    { capture: true, passive: true },
  )

/** Whether somebody is at the page: what it repeats for nobody keeps no session open. Decision 501. */
export const attended = (): boolean => Date.now() - touchedAt < ATTENDED_MS
