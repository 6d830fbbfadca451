import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** A name that cannot be taken, or a file that is not as the generator knows it. Nothing was written. */
export class Refused extends Error {}

/** The working tree as it will be: nothing is written before every part is made. Paths start at the root. */
export class Tree {
  readonly #root: string
  readonly #texts = new Map<string, string>()
  constructor(root: string) {
    this.#root = root
  }
  has(path: string): boolean {
    return this.#texts.has(path) || existsSync(join(this.#root, path))
  }
  list(folder: string): string[] {
    return readdirSync(join(this.#root, folder), { recursive: true, encoding: 'utf8' })
      .map((name) => `${folder}/${name}`)
      .sort()
  }
  read(path: string): string {
    const text = this.#texts.get(path)
    if (text !== undefined) return text
    if (!existsSync(join(this.#root, path)))
      throw new Refused(`${path} is missing: the generator does not know where to write`)
    return readFileSync(join(this.#root, path), 'utf8')
  }
  /** @throws Refused where the file exists: the generator never overwrites. */
  create(path: string, text: string): void {
    if (this.has(path)) throw new Refused(`${path} exists already`)
    this.#texts.set(path, text)
  }
  edit(path: string, change: (text: string) => string): void {
    this.#texts.set(path, change(this.read(path)))
  }
  /** Puts `text` in front of the first place of `anchor`. @throws Refused where there is none. */
  before(path: string, anchor: string, text: string): void {
    this.edit(path, (old) => {
      const at = old.indexOf(anchor)
      if (at < 0)
        throw new Refused(`${path} has no "${anchor.trim()}" any more: the generator does not know where to write`)
      return old.slice(0, at) + text + old.slice(at)
    })
  }
  /** Adds `text` at the end of the declaration that begins with `opening` and ends with a line `}` or `]`. */
  into(path: string, opening: string, text: string): void {
    this.edit(path, (old) => {
      const from = old.indexOf(opening)
      const closing = /\n[}\]]/g
      closing.lastIndex = Math.max(from, 0)
      const match = from < 0 ? null : closing.exec(old)
      if (!match) throw new Refused(`${path} has no "${opening}" any more: the generator does not know where to write`)
      return `${old.slice(0, match.index)}\n${text}${old.slice(match.index)}`
    })
  }
  /** Writes every part; gives the paths. */
  save(): string[] {
    for (const [path, text] of this.#texts) {
      mkdirSync(dirname(join(this.#root, path)), { recursive: true })
      writeFileSync(join(this.#root, path), text)
    }
    return [...this.#texts.keys()]
  }
}

/** `order/note-line` as `orderNoteLine`. */
export const camel = (name: string): string =>
  name.replace(/[^A-Za-z0-9]+(\w)/g, (_, letter: string) => letter.toUpperCase())
/** `orderNote` and `order/note` as `order-note`. */
export const kebab = (name: string): string =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replace(/[^A-Za-z0-9]+/g, '-')
    .toLowerCase()
/** `orderNote` as `Order note`. */
export function words(name: string): string {
  const text = kebab(name).replaceAll('-', ' ')
  return text.slice(0, 1).toUpperCase() + text.slice(1)
}

/** What is left to do by hand: one line each, with the file. */
export type Reminders = readonly string[]
