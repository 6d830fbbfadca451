import { passing } from './storage.ts'

/** Drafts that left the screen unsaved. This tab keeps them for their author only. Decisions 546 and 561. */
const PLACE = 'desk drafts'
type KeptDrafts = { staff: number; drafts: Record<string, unknown> }

function readDrafts(): KeptDrafts | null {
  try {
    return JSON.parse(passing.read(PLACE) ?? 'null') as KeptDrafts | null
  } catch {
    return null
  }
}

export function keepDraft(staff: number, name: string, draft: unknown): void {
  const before = readDrafts()
  const drafts = { ...(before?.staff === staff ? before.drafts : {}), [name]: draft }
  passing.write(PLACE, JSON.stringify({ staff, drafts } satisfies KeptDrafts))
}

/** The kept draft; undefined if this person has none. */
export const keptDraft = (staff: number, name: string): unknown => {
  const before = readDrafts()
  return before?.staff === staff ? before.drafts[name] : undefined
}

/** Forgets a draft that is on the screen again. */
export function dropDraft(staff: number, name: string): void {
  const before = readDrafts()
  const others = before?.staff === staff ? Object.entries(before.drafts).filter(([other]) => other !== name) : []
  if (others.length === 0) passing.remove(PLACE)
  else passing.write(PLACE, JSON.stringify({ staff, drafts: Object.fromEntries(others) } satisfies KeptDrafts))
}

/** A sign-out by hand deletes the drafts. */
export const forgetDrafts = (): void => passing.remove(PLACE)
