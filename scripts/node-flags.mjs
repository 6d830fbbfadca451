// How every server process is run. V8's young space of 16 MB a half, and glibc's arena for each thread, would hold
// 200 MB and more that nothing uses: measured 222 MB idle without, 130 MB with these.
export const nodeFlags = ['--max-semi-space-size=4', '--max-old-space-size=1024']
export const nodeEnv = { MALLOC_ARENA_MAX: '2' }
