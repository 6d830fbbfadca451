/** Rules of a proof that is one program: named, one after another, with counts. */
const counts = { passed: 0, failed: 0 }

/** Checks a rule. The others go on if it fails. */
export async function rule(name: string, check: () => Promise<unknown>): Promise<void> {
  let problem: string | undefined
  try {
    await check()
  } catch (error) {
    problem = error instanceof Error ? error.message : String(error)
  }
  count(name, problem)
}

/** Counts a rule that was checked elsewhere; `problem`: why it fails. */
export function count(name: string, problem?: string): void {
  counts[problem === undefined ? 'passed' : 'failed']++
  process.stdout.write(problem === undefined ? `ok     ${name}\n` : `FAILED ${name}: ${problem}\n`)
}

export const failures = (): number => counts.failed

export function expect(ok: boolean, what: string): void {
  if (!ok) throw new Error(what)
}

/** Ends the program with the line of its counts. One that checked nothing has failed. */
export function close(): never {
  process.stdout.write(`${counts.passed} passed, ${counts.failed} failed\n`)
  process.exit(counts.failed === 0 && counts.passed > 0 ? 0 : 1)
}
