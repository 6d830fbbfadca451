import { fileURLToPath } from 'node:url'
import { runChild } from '../../platform/run-child.ts'

/** The stored parts of a picture. */
export type Encoded = { width: number; height: number; w320: Buffer; w640: Buffer; w1280: Buffer }
export type PictureRefusal = 'kind' | 'broken' | 'large'

export const UPLOAD_MAX = 2 * 1024 * 1024
const CHILD = fileURLToPath(new URL('encode-child.ts', import.meta.url))
/** A picture that takes longer than this must have been crafted to. */
const TIMEOUT_MS = 15_000
const OUTPUT_MAX = 8 * 1024 * 1024

/**
 * The kind of a picture by its first bytes, because a claimed name or type proves nothing. SVG, which may contain
 * scripts, is not allowed.
 */
export function kindOf(bytes: Buffer): 'png' | 'jpeg' | 'webp' | null {
  if (bytes.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]))) return 'png'
  if (bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return 'jpeg'
  if (bytes.subarray(0, 4).toString('latin1') === 'RIFF' && bytes.subarray(8, 12).toString('latin1') === 'WEBP')
    return 'webp'
  return null
}

let last: Promise<unknown> = Promise.resolve()
/** Runs one job at a time, so that a burst of uploads does not slow the shop. */
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const task = last.then(work, work)
  last = task.catch(() => undefined)
  return task
}

/** Parses the child's output: a line of JSON, then the three pictures in sequence. */
function parse(output: Buffer): Encoded | null {
  const end = output.indexOf(0x0a)
  if (end < 0) return null
  const { width, height, sizes } = JSON.parse(output.subarray(0, end).toString()) as {
    width: number
    height: number
    sizes: [number, number, number]
  }
  let from = end + 1
  const [w320, w640, w1280] = sizes.map((size) => output.subarray(from, (from += size)))
  return w320 && w640 && w1280 && from === output.length ? { width, height, w320, w640, w1280 } : null
}

/**
 * Re-encodes a picture in a child process without any setting, secret or connection of this one. A crafted file can
 * attack the decoder only there. The result is made from the pixels alone.
 */
export async function encode(bytes: Buffer): Promise<Encoded | PictureRefusal> {
  if (bytes.length > UPLOAD_MAX) return 'large'
  const kind = kindOf(bytes)
  if (kind === null) return 'kind'
  const child = { script: CHILD, args: [kind], heapMb: 128, timeoutMs: TIMEOUT_MS, outputMax: OUTPUT_MAX }
  const output = await inTurn(() => runChild(child, bytes))
  return (output && parse(output)) ?? 'broken'
}
