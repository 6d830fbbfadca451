import { readFileSync } from 'node:fs'
import { SourceMap, type SourceMapPayload } from 'node:module'
import { fileURLToPath } from 'node:url'

/** Where the build puts the minified server (apps/server/build.ts). */
const dist = new URL('../../dist/', import.meta.url).href
const FRAME = /(file:\/\/[^\s()]+\.js):(\d+):(\d+)/g
const MAX_PLACES = 1000

const places = new Map<string, string>()
/** Maps are large, so the garbage collector may free them between two new errors. */
const maps = new Map<string, WeakRef<SourceMap>>()

function mapOf(file: string): SourceMap {
  const cachedMap = maps.get(file)?.deref()
  if (cachedMap) return cachedMap
  const map = new SourceMap(JSON.parse(readFileSync(`${fileURLToPath(file)}.map`, 'utf8')) as SourceMapPayload)
  maps.set(file, new WeakRef(map))
  return map
}

function sourceOf(place: string, file: string, line: string, column: string): string {
  const text = places.get(place)
  if (text !== undefined) return text
  let source = place
  try {
    const entry = mapOf(file).findEntry(Number(line) - 1, Number(column) - 1)
    if ('originalSource' in entry)
      source = `${new URL(entry.originalSource, file).href}:${entry.originalLine + 1}:${entry.originalColumn + 1}`
  } catch {
    /* Without its map, the place in the built file is still right. */
  }
  if (places.size < MAX_PLACES) places.set(place, source)
  return source
}

/**
 * Replaces the places of the built server in a stack by those of its source. Node's own `--enable-source-maps` would
 * read all maps at the start and hold 41 MB (decision 250).
 */
export const sourceStack = (stack: string | undefined, folder = dist): string | undefined =>
  stack?.includes(folder)
    ? stack.replace(FRAME, (place, file: string, line: string, column: string) =>
        file.startsWith(folder) ? sourceOf(place, file, line, column) : place,
      )
    : stack
