import { type DestinationStream, pino } from 'pino'

/** A line waits for others so long. */
const PAUSE_MS = 200

/**
 * A log whose lines are written in blocks, many in one system call. At rest nothing ticks: pino's own `flush` writes
 * nothing and syncs the file each time that it is asked. Decision 782.
 */
export function linesTo(fd: number): DestinationStream {
  const stream = pino.destination({ dest: fd, sync: false, minLength: 8192 })
  let waiting = 0
  let timer: NodeJS.Timeout | undefined
  const wait = (): void => {
    timer = setTimeout(() => {
      timer = undefined
      if (waiting <= 0) return
      // A block that is under way may leave lines behind.
      stream.flush()
      wait()
    }, PAUSE_MS).unref()
  }
  stream.on('write', (bytes: number) => {
    waiting -= bytes
  })
  const write = stream.write.bind(stream)
  stream.write = (line) => {
    waiting += Buffer.byteLength(line)
    if (timer === undefined) wait()
    return write(line)
  }
  return stream
}
