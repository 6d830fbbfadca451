import { spawn } from 'node:child_process'

type Child = {
  /** The path of the script, and its arguments. */
  script: string
  args?: readonly string[]
  heapMb: number
  timeoutMs: number
  /** Bytes of output above which the child is killed. */
  outputMax: number
}

/**
 * Runs a script in a process of its own, which gets no setting, secret or connection of this one, and gives what it
 * wrote to its output. Null where it failed, took longer than its time or wrote more than it may.
 */
export const runChild = (
  { script, args = [], heapMb, timeoutMs, outputMax }: Child,
  input: string | Buffer,
): Promise<Buffer | null> =>
  new Promise((done) => {
    const child = spawn(process.execPath, [`--max-old-space-size=${heapMb}`, script, ...args], {
      env: {},
      stdio: ['pipe', 'pipe', 'ignore'],
      timeout: timeoutMs,
      killSignal: 'SIGKILL',
    })
    const parts: Buffer[] = []
    let size = 0
    child.stdout.on('data', (part: Buffer) => {
      parts.push(part)
      size += part.length
      if (size > outputMax) child.kill('SIGKILL')
    })
    child.once('error', () => {
      done(null)
    })
    child.once('close', (code) => {
      done(code === 0 ? Buffer.concat(parts) : null)
    })
    // A child that ended early reads no further. Its exit code says so.
    child.stdin.on('error', () => undefined)
    child.stdin.end(input)
  })
