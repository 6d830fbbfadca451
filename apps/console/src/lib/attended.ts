/** After this time without input, calls count as automatic. */
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

/** Whether a person uses the page: automatic calls keep no session open. Decision 501. */
export const attended = (): boolean => Date.now() - touchedAt < ATTENDED_MS
