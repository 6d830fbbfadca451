import type { Machine } from '../machine.ts'
import { paths } from '../paths.ts'
import { unfinished } from '../steps.ts'

/** What must be well before an upgrade begins. */

/** The names of the checks that the books of the shop break, by a release's own doctor. */
export async function doctorOf(machine: Machine, release: string): Promise<string[]> {
  const node = `${release}/node/bin/node`
  const { stdout, stderr } = await machine.run(node, [`${release}/apps/server/dist/hc.js`, 'doctor', '--json'], {
    env: { HC_COMMAND: 'hc' },
    timeoutMs: 900_000,
  })
  try {
    return (JSON.parse(stdout) as { violations: { name: string }[] }).violations.map(({ name }) => name)
  } catch {
    return [`the doctor itself: ${stderr.trim().split('\n').at(-1) ?? 'no answer'}`]
  }
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
  const broken = reasons.length > 0 ? [] : await doctorOf(machine, paths.current)
  if (broken.length > 0) reasons.push(`books are broken: ${broken.join(', ')} (hc doctor)`)
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
