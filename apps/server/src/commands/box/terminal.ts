import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'

/** The lines of a standard input that is no terminal. */
let piped: string[] | undefined

/** A line of the person at the terminal, or of the standard input. A hidden one is not shown. */
export async function ask(question: string, hidden = false): Promise<string> {
  if (!process.stdin.isTTY) {
    piped ??= (await text(process.stdin)).split('\n')
    return piped.shift() ?? ''
  }
  process.stderr.write(question)
  const screen = new Writable({
    write(chunk: Buffer, _, next) {
      if (!hidden) process.stderr.write(chunk)
      next()
    },
  })
  const terminal = createInterface({ input: process.stdin, output: screen, terminal: true })
  const line = await terminal.question('')
  terminal.close()
  if (hidden) process.stderr.write('\n')
  return line
}
