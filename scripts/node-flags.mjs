import { fileURLToPath } from 'node:url'

// How every server process is run. V8's young space of 16 MB a half, and glibc's arena for each thread, would hold
// 200 MB and more that nothing uses: measured 222 MB idle without, 130 MB with these.
// `--expose-gc`: decision 503. `--heap-growing-percent`: decision 495.
export const nodeFlags = [
  '--max-semi-space-size=4',
  '--heap-growing-percent=30',
  '--max-old-space-size=1024',
  '--expose-gc',
]
// What serves; from source it is apps/server/src/main.ts. Decision 250.
export const serverMain = 'apps/server/dist/main.js'
// Compiled code is kept where packages are: a start costs a third less, and 20 MB stay free that the compiler of types
// would take (156 MB without, 135 MB with it, after the same calls). Where nothing can be written, nothing is kept.
export const nodeEnv = {
  MALLOC_ARENA_MAX: '2',
  // Decision 262.
  MALLOC_MMAP_THRESHOLD_: '1048576',
  // Decision 148.
  NODE_COMPILE_CACHE:
    process.env.NODE_COMPILE_CACHE ?? fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url)),
}
