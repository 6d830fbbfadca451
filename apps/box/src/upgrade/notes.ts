/** What releases say of themselves in `releases.json`, and the way from one to another. */
export type ReleaseNote = {
  version: string
  /** The oldest version that it may follow; null: any. */
  from?: string | null
  /** No older release can run beside it: the shop is closed while it comes. */
  breaking?: boolean
  security?: boolean
  /** What an operator has to do. */
  must?: readonly string[]
}

const numbers = (version: string): number[] =>
  (version.split('-')[0] ?? '').split('.').map((part) => Number.parseInt(part, 10) || 0)
/** By the numbers; a version with a suffix comes before the one without. */
export function isOlder(a: string, b: string): boolean {
  const [left, right] = [numbers(a), numbers(b)]
  for (const [at, n] of left.entries()) if (n !== (right[at] ?? 0)) return n < (right[at] ?? 0)
  const [suffix, other] = [a.split('-')[1], b.split('-')[1]]
  if (suffix === undefined || other === undefined) return suffix !== undefined && other === undefined
  return suffix.localeCompare(other, 'en', { numeric: true }) < 0
}
const byAge = (a: ReleaseNote, b: ReleaseNote): number =>
  isOlder(a.version, b.version) ? -1 : Number(isOlder(b.version, a.version))
const mayFollow = ({ from }: ReleaseNote, current: string): boolean =>
  from === undefined || from === null || !isOlder(current, from)

/** The versions to go over, the target last; null where none of them may follow this one. */
export function wayTo(notes: readonly ReleaseNote[], current: string, target: string): string[] | null {
  const between = notes.filter(({ version }) => isOlder(current, version) && !isOlder(target, version)).toSorted(byAge)
  const way: string[] = []
  for (let at = current; at !== target;) {
    const here = at
    // The newest that may follow, so that the way is short; a breaking one is a step of its own by its `from`.
    const next = between.findLast((note) => isOlder(here, note.version) && mayFollow(note, here))
    if (!next) return null
    way.push(next.version)
    at = next.version
  }
  return way
}

/** What an operator has to do between two versions, in the order of the versions. A list numbers them from 1. */
export const mustsOf = (notes: readonly ReleaseNote[], current: string, target: string): string[] =>
  notes
    .filter(({ version }) => isOlder(current, version) && !isOlder(target, version))
    .toSorted(byAge)
    .flatMap(({ must = [] }) => must)

/** Why an upgrade does not begin yet, by what the releases say; null if it may. */
export function refusalOf(
  notes: readonly ReleaseNote[],
  {
    current,
    target,
    confirmed,
    isOpen,
  }: { current: string; target: string; confirmed: readonly number[]; isOpen: boolean },
): string | null {
  const note = notes.find(({ version }) => version === target)
  if (note && !mayFollow(note, current)) {
    const [first] = wayTo(notes, current, target) ?? []
    return `${target} follows ${note.from} and later ones, and ${current} runs: first hc upgrade ${first ?? note.from}`
  }
  const unconfirmed = unconfirmedOf(mustsOf(notes, current, target), target, confirmed)
  if (unconfirmed !== null) return unconfirmed
  return note?.breaking && isOpen ? closedFor(current, target) : null
}

const closedFor = (current: string, target: string): string =>
  `${current} cannot run beside ${target}, so the shop must be closed: hc close, then hc upgrade, then hc open`
function unconfirmedOf(musts: readonly string[], target: string, confirmed: readonly number[]): string | null {
  if (musts.every((_, at) => confirmed.includes(at + 1))) return null
  const lines = musts.map((must, at) => `  ${at + 1}. ${must}`)
  const all = musts.map((_, at) => at + 1).join(',')
  return `${target} asks something of you:\n${lines.join('\n')}\nWhat is done is confirmed by its number: --confirm ${all}`
}

/**
 * The same of a whole way, before its first release comes: else a shop would stand half-way, and a number would confirm
 * what nobody has read.
 */
export function refusalOfWay(
  notes: readonly ReleaseNote[],
  way: readonly string[],
  { current, confirmed, isOpen }: { current: string; confirmed: readonly number[]; isOpen: boolean },
): string | null {
  const unconfirmed = unconfirmedOf(mustsOf(notes, current, way.at(-1) ?? current), way.at(-1) ?? current, confirmed)
  if (unconfirmed !== null) return unconfirmed
  const breaking = way.findIndex((stone) => notes.some(({ version, breaking }) => version === stone && breaking))
  return breaking >= 0 && isOpen ? closedFor(way[breaking - 1] ?? current, way[breaking] ?? '') : null
}

export type Mode = 'off' | 'security' | 'on'
/**
 * What `hc auto` does: the newest release to which it may go by itself, or one that needs a person, with the reason;
 * null where there is nothing newer. `undone`: those that were worse when they were tried.
 */
export function choiceOf(
  notes: readonly ReleaseNote[],
  { current, mode, undone = [] }: { current: string; mode: Mode; undone?: readonly string[] },
): { version: string; why: string | null } | null {
  const newer = notes.filter(({ version }) => isOlder(current, version)).toSorted(byAge)
  const newest = newer.at(-1)
  if (!newest) return null
  const due = mode === 'security' ? newer.findLast(({ security }) => security) : newest
  const target = due?.version ?? newest.version
  const way = wayTo(notes, current, target)
  const over = notes.filter(({ version }) => way?.includes(version))
  const why =
    mode === 'off'
      ? 'hc auto is off'
      : due === undefined
        ? 'it is no security release'
        : way === null
          ? `no release leads from ${current} to it`
          : over.some(({ breaking }) => breaking)
            ? 'it needs a closed shop'
            : mustsOf(notes, current, target).length > 0
              ? 'it asks something of you'
              : over.some(({ version }) => undone.includes(version))
                ? 'it was tried, and went back'
                : null
  return { version: target, why }
}
