import { createLifecycle } from './platform/lifecycle.ts'

// Set up before anything else is loaded: from here on a signal causes a graceful stop, and a repeated one changes
// nothing.
const life = createLifecycle()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => life.stop(0))
try {
  await life.run(async () => {
    const { start } = await import('./start.ts')
    await start(life, process.env)
  })
} catch (error) {
  process.stderr.write(`HC Portal cannot start: ${error instanceof Error ? error.message : String(error)}\n`)
  life.stop(1)
}
