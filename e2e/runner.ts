/** The smallest test runner that the journeys need: named rules, one after another, with counts. */
let passed = 0
let failed = 0

// A promise that nobody waited for fails the run, and leaves it the chance to end what it started.
process.on('unhandledRejection', (error) => {
  failed++
  process.stdout.write(
    `  FAILED outside of a rule: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
  )
})

export async function rule(name: string, check: () => Promise<void>): Promise<void> {
  const startMs = Date.now()
  try {
    await check()
    passed++
    process.stdout.write(`  ok ${name} (${((Date.now() - startMs) / 1000).toFixed(1)} s)\n`)
  } catch (error) {
    failed++
    process.stdout.write(
      `  FAILED ${name}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
    )
  }
}

/**
 * Rules that do not touch each other, some at a time; each is told its lane, for what can only be one at once: an
 * account.
 */
export async function rulesAtOnce(
  lanes: number,
  list: readonly { name: string; check: (lane: number) => Promise<void> }[],
): Promise<void> {
  const queue = [...list]
  await Promise.all(
    Array.from({ length: lanes }, async (_, lane) => {
      for (let next = queue.shift(); next; next = queue.shift()) {
        const { name, check } = next
        await rule(name, () => check(lane))
      }
    }),
  )
}

export function expect(ok: boolean, what: string): void {
  if (!ok) throw new Error(what)
}

export function same<T>(actual: T, expected: T, what: string): void {
  if (JSON.stringify(actual) !== JSON.stringify(expected))
    throw new Error(`${what}: got ${JSON.stringify(actual)}, wanted ${JSON.stringify(expected)}`)
}

export const failures = (): number => failed

export function close(): never {
  process.stdout.write(`${passed} passed, ${failed} failed\n`)
  process.exit(failed === 0 && passed > 0 ? 0 : 1)
}
