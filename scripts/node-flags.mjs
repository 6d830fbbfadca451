import { fileURLToPath } from 'node:url'

// Flags and environment of every server process. By default V8's young space of 16 MB a half, and glibc's arena for
// each thread, hold 200 MB and more that nothing uses: measured 222 MB idle without these settings, 130 MB with them.
// `--expose-gc`: decision 503. `--heap-growing-percent` and one arena: decision 495.
export const nodeFlags = [
  '--max-semi-space-size=4',
  '--heap-growing-percent=30',
  '--max-old-space-size=1024',
  '--expose-gc',
]
// The compiled server; from source it is apps/server/src/main.ts. Decision 250.
export const serverMain = 'apps/server/dist/main.js'
// Compiled code is cached beside the packages: a start takes a third less, and saves 20 MB that the compiler of types
// would need (156 MB without the cache, 135 MB with it, after the same calls). If the folder is not writable, nothing
// is cached.
export const nodeEnv = {
  MALLOC_ARENA_MAX: '1',
  // Decision 262.
  MALLOC_MMAP_THRESHOLD_: '1048576',
  // Decision 148.
  NODE_COMPILE_CACHE:
    process.env.NODE_COMPILE_CACHE ?? fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url)),
}
