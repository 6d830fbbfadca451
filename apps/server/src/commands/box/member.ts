import type { Command } from 'commander'

/** `box`: a box is installed here; `root`: it changes the machine. */
export type Needs = 'nothing' | 'root' | 'box'

/** A command of the box, loaded when it is called. */
export type Member = {
  needs: Needs
  /** Its arguments and options. */
  describe(command: Command): void
  /** The exit code. */
  run(options: Record<string, unknown>, words: string[]): Promise<number>
}

/** Exit codes: decision 692. */
export const codes = { well: 0, wrong: 1, refused: 2, notHere: 3, needsRoot: 4, undone: 5 } as const

/** Nothing was done: a sentence for the operator. */
export class BoxRefusal extends Error {}

export const print = (text: string): void => {
  process.stdout.write(`${text}\n`)
}
export const say = (text: string): void => {
  process.stderr.write(`${text}\n`)
}
