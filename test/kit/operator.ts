import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { nodeEnv } from '../../scripts/node-flags.mjs'

export type CommandResult = { code: number; text: string }

export type Tool =
  | 'game-key'
  | 'refund'
  | 'doctor'
  | 'reconcile'
  | 'redeliver'
  | 'order'
  | 'delivery'
  | 'hold'
  | 'points'
  | 'webhook'
  | 'player'
  | 'open'
  | 'close'
  | 'check'
  | 'test'

/** Runs an operator's command, as `npm run <tool> -- …` does, against a shop's database. */
export async function operator(
  tool: Tool,
  args: readonly string[],
  env: Record<string, string>,
): Promise<CommandResult> {
  return await promisify(execFile)(process.execPath, [`apps/server/src/commands/${tool}.ts`, ...args], {
    env: { ...process.env, ...nodeEnv, ...env },
  }).then(
    ({ stdout }) => ({ code: 0, text: stdout }),
    (error: { code: number; stdout: string; stderr: string }) => ({
      code: error.code,
      text: error.stdout + error.stderr,
    }),
  )
}
