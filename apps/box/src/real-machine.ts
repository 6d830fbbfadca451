import { spawn } from 'node:child_process'
import { access, mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Machine, MachineFiles, RunOptions, RunResult } from './machine.ts'

const TIMEOUT_MS = 60_000
const KEPT_CHARS = 1_000_000

function run(command: string, args: readonly string[], options: RunOptions = {}): Promise<RunResult> {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      stdio: ['pipe', 'pipe', 'pipe'],
      // A box's locale and the caller's own settings must not change what a command answers.
      env: {
        PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
        LC_ALL: 'C.UTF-8',
        HOME: '/root',
        ...options.env,
      },
      cwd: '/',
      // A group of its own: what the command has started ends with it, and a Ctrl-C is not theirs.
      detached: true,
    })
    const endAll = (): void => {
      if (child.pid === undefined) return
      try {
        process.kill(-child.pid, 'SIGKILL')
      } catch {
        // It is over.
      }
    }
    let [stdout, stderr] = ['', '']
    child.stdout.on('data', (chunk: Buffer) => {
      stdout = (stdout + chunk.toString()).slice(-KEPT_CHARS)
    })
    child.stderr.on('data', (chunk: Buffer) => {
      stderr = (stderr + chunk.toString()).slice(-KEPT_CHARS)
    })
    const limit = setTimeout(endAll, options.timeoutMs ?? TIMEOUT_MS)
    const end = (code: number | null, more = ''): void => {
      clearTimeout(limit)
      resolve({ code, stdout, stderr: stderr + more })
    }
    child.on('error', (error) => end(127, error.message))
    child.on('close', (code) => end(code))
    child.stdin.on('error', () => undefined)
    child.stdin.end(options.input ?? '')
  })
}

const isAbsent = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

const files: MachineFiles = {
  async read(path) {
    try {
      return await readFile(path, 'utf8')
    } catch (error) {
      if (isAbsent(error)) return undefined
      throw error
    }
  },
  async write(path, content, mode = 0o644) {
    await mkdir(dirname(path), { recursive: true, mode: 0o755 })
    const next = `${path}.next`
    await rm(next, { force: true })
    const file = await open(next, 'wx', mode)
    try {
      // The caller's umask must not decide who may read it.
      await file.chmod(mode)
      await file.writeFile(content)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(next, path)
    await syncFolder(dirname(path))
  },
  async remove(path) {
    await rm(path, { recursive: true, force: true })
  },
  async list(folder) {
    try {
      return (await readdir(folder)).toSorted()
    } catch (error) {
      if (isAbsent(error)) return []
      throw error
    }
  },
  async exists(path) {
    try {
      await access(path)
      return true
    } catch {
      return false
    }
  },
}

/** The machine that this process runs on. */
export const realMachine: Machine = {
  run,
  files,
  now: Date.now,
  pause: async (ms) => {
    await sleep(ms)
  },
}
