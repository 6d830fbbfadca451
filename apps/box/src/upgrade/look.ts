import type { Machine } from '../machine.ts'
import { paths } from '../paths.ts'
import { type Say, unfinished } from '../steps.ts'

/** What must be well before an upgrade begins. */

/** The names of the checks that the books of the shop break. Unknown: nobody could check them, and why. */
export type Books = { broken: readonly string[] } | { unknown: string }
const DOCTOR_MS = 3_600_000
/** A doctor that ends without a finding is asked again: the machine or the database may be busy for a while. */
const TRIES = 4
const PAUSE_MS = 15_000

/** What a release's own doctor finds in the books. `env`: where they are, if not in the shop's own database. */
export async function booksOf(
  machine: Machine,
  release: string,
  { say, env = {} }: { say?: Say; env?: Record<string, string> } = {},
): Promise<Books> {
  const node = `${release}/node/bin/node`
  for (let attempt = 1; ; attempt++) {
    const args = [`${release}/apps/server/dist/hc.js`, 'doctor', '--json']
    const { code, stdout, stderr } = await machine.run(node, args, {
      env: { HC_COMMAND: 'hc', ...env },
      timeoutMs: DOCTOR_MS,
    })
    try {
      return { broken: (JSON.parse(stdout) as { violations: { name: string }[] }).violations.map(({ name }) => name) }
    } catch {
      const unknown = stderr.trim().split('\n').at(-1) || 'the doctor did not answer'
      if (code === null || attempt === TRIES) return { unknown }
      say?.(`the books are not checked yet: ${unknown}`)
      await machine.pause(PAUSE_MS)
    }
  }
}

/** What is wrong with them, as the end of a sentence; null if they hold. */
export const wrongBooks = (books: Books): string | null => {
  if ('unknown' in books) return `nobody knows whether the books hold: ${books.unknown}`
  return books.broken.length > 0 ? `books are broken: ${books.broken.join(', ')}` : null
}

/** The newest proof of a backup: when, and whether the copy was equal. Unknown where no backup is set up. */
export type Proof = { at: number; equal: boolean } | 'unknown'
const PROOF_MS = 26 * 3_600_000

/** Why the upgrade does not begin; nothing was touched. Empty if it may. */
export async function reasonsAgainst(
  machine: Machine,
  { proof, withoutProof, needsKb }: { proof: Proof; withoutProof: boolean; needsKb: number },
): Promise<string[]> {
  const reasons: string[] = []
  for (const { list } of await unfinished(machine))
    reasons.push(`hc ${list} was interrupted: hc ${list} goes on with it, hc ${list} --undo takes it back`)
  const { stdout } = await machine.run('df', ['-Pk', paths.root])
  const free = Number(stdout.trim().split('\n').at(-1)?.split(/\s+/)[3])
  const gb = (kb: number): string => `${(kb / 1024 ** 2).toFixed(1)} GB`
  if (free < needsKb)
    reasons.push(`there is too little disk: ${gb(free)} are free, ${gb(needsKb)} are needed (hc versions --prune)`)
  const wrong = reasons.length > 0 ? null : wrongBooks(await booksOf(machine, paths.current))
  if (wrong !== null) reasons.push(`${wrong} (hc doctor)`)
  if (!withoutProof) {
    if (proof === 'unknown')
      reasons.push(
        'no backup was proved, so nobody knows whether one can be restored: --without-proof goes on all the same',
      )
    else if (machine.now() - proof.at > PROOF_MS)
      reasons.push(
        `the last proof of a backup is ${Math.floor((machine.now() - proof.at) / 3_600_000)} hours old: ` +
          'hc backup proves one now, --without-proof goes on all the same',
      )
    else if (!proof.equal) reasons.push('the last backup was not equal to the shop: hc backup list says why')
  }
  return reasons
}
