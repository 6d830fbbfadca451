import { type ChildProcess, spawn } from 'node:child_process'
import { createServer } from 'node:net'
import { resolve } from 'node:path'
import { isBuilt } from '../../scripts/built.mjs'
import { nodeEnv, nodeFlags, serverMain } from '../../scripts/node-flags.mjs'

/** The one way in which tests, proofs and the bench start a program of the shop. */

/** The version whose files a program runs, and how it starts. */
export type Version = {
  folder: string
  main: string
  flags: readonly string[]
  env: Readonly<Record<string, string>>
}

export const SOURCE_MAIN = 'apps/server/src/main.ts'

/** The built server if it was built of these sources, as `npm start` runs it. A test run looks once for all files. */
const mainOf = (): string => process.env.HC_TEST_MAIN ?? (isBuilt('server') ? serverMain : SOURCE_MAIN)

/** The files of this checkout. */
export const thisVersion = (): Version => ({
  folder: resolve(import.meta.dirname, '../..'),
  main: mainOf(),
  flags: nodeFlags,
  env: nodeEnv,
})

export type Program = {
  child: ChildProcess
  /** What it printed last, at most `KEPT_CHARS` of it: both streams. */
  output: () => string
  /** The same of its errors alone. */
  errors: () => string
}

type Options = {
  version?: Version
  /** A script of the version in place of the server. */
  script?: string
  /** Flags of Node beside the version's. */
  flags?: readonly string[]
  /** A command in place of Node, its flags and the script. */
  command?: readonly [string, ...string[]]
  /** A process group of its own. */
  detached?: boolean
  uid?: number
}

const KEPT_CHARS = 4_000_000

/** Starts a program. Of this process's environment it gets the path alone. */
export function startProgram(
  env: Readonly<Record<string, string | undefined>>,
  { version = thisVersion(), script = version.main, flags = [], command, detached = false, uid }: Options = {},
): Program {
  const [file, ...args] = command ?? [process.execPath, ...version.flags, ...flags, script]
  const child = spawn(file, args, {
    cwd: version.folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached,
    ...(uid === undefined ? {} : { uid, gid: uid }),
    // Tests, benches and faults begin with an empty shop; its history is a test's own wish. So is the service worker,
    // which would answer before a test sees what a page asks for.
    env: { PATH: process.env.PATH, DEMO_HISTORY: '0', PWA: '0', ...version.env, ...env },
  })
  let [output, errors] = ['', '']
  child.stdout.on('data', (chunk: Buffer) => {
    output = (output + chunk.toString()).slice(-KEPT_CHARS)
  })
  child.stderr.on('data', (chunk: Buffer) => {
    output = (output + chunk.toString()).slice(-KEPT_CHARS)
    errors = (errors + chunk.toString()).slice(-KEPT_CHARS)
  })
  return { child, output: () => output, errors: () => errors }
}

/** The program once it printed `word`. @throws where it ends before, with what it printed last */
export async function readyProgram(program: Program, word = 'HC Portal ready'): Promise<Program> {
  await new Promise<void>((resolve, fail) => {
    program.child.stdout?.on('data', () => {
      if (program.output().includes(word)) resolve()
    })
    program.child.once('error', fail)
    program.child.once('exit', (code) => fail(new Error(`it ended with ${code}: ${program.output().slice(-4000)}`)))
  })
  return program
}

/** Whether a program has ended. */
export const hasEnded = ({ child }: Pick<Program, 'child'>): boolean =>
  child.exitCode !== null || child.signalCode !== null

/** Stops a program as an operator does. @returns its exit code; null where a signal ended it */
export async function stopProgram({ child }: Pick<Program, 'child'>): Promise<number | null> {
  if (hasEnded({ child })) return child.exitCode
  const exit = new Promise<number | null>((settle) => {
    child.once('exit', settle)
  })
  child.kill('SIGTERM')
  return await exit
}

/** These are below the ports of outgoing connections, one of which could take a port before the shop listens. */
const PORTS = { from: 12_000, to: 32_000 }

/** A free port. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = PORTS.from + Math.floor(Math.random() * (PORTS.to - PORTS.from))
    const free = await new Promise<boolean>((settle) => {
      const probe = createServer()
        .once('error', () => settle(false))
        .listen(port, '127.0.0.1', () => {
          probe.close(() => settle(true))
        })
    })
    if (free) return port
  }
}
