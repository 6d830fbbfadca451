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
 * Runs a script in a child process without any setting, secret or connection of this one, and returns its standard
 * output. Null if the child failed, timed out or wrote more than `outputMax`.
 */
export const runChild = (
  { script, args = [], heapMb, timeoutMs, outputMax }: Child,
  input: string | Buffer,
): Promise<Buffer | null> =>
  new Promise((resolve) => {
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
    child.once('error', () => resolve(null))
    child.once('close', (code) => resolve(code === 0 ? Buffer.concat(parts) : null))
    // A child that ends early closes its input. Its exit code reports the failure.
    child.stdin.on('error', () => undefined)
    child.stdin.end(input)
  })
