/**
 * What this browser (`lasting`) or this tab (`passing`) keeps for the desk. A browser may deny or lack the place, or it
 * may be full: then the desk keeps it for this page only.
 */
type Place = { read(key: string): string | null; write(key: string, text: string): void; remove(key: string): void }

function place(storage: () => Storage): Place {
  const forThisPage = new Map<string, string>()
  return {
    read(key) {
      try {
        return forThisPage.get(key) ?? storage().getItem(key)
      } catch {
        return forThisPage.get(key) ?? null
      }
    },
    write(key, text) {
      try {
        storage().setItem(key, text)
        forThisPage.delete(key)
      } catch {
        forThisPage.set(key, text)
      }
    },
    remove(key) {
      forThisPage.delete(key)
      try {
        storage().removeItem(key)
      } catch {
        /* Nothing is kept there. */
      }
    },
  }
}

export const lasting = place(() => localStorage)
export const passing = place(() => sessionStorage)
