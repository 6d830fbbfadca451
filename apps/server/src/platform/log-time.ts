/**
 * The time of a log line in ISO 8601, as pino's own `isoTime` writes it. The text of a second is made once; only its
 * milliseconds differ from line to line.
 */
export function logTime(nowMs: () => number = Date.now): () => string {
  let second = Number.NaN
  let begins = ''
  return () => {
    const now = nowMs()
    const ms = now % 1000
    if (now - ms !== second) {
      second = now - ms
      begins = `,"time":"${new Date(second).toISOString().slice(0, -4)}`
    }
    return `${begins}${String(ms).padStart(3, '0')}Z"`
  }
}
