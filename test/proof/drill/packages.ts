import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'

/** Installs Debian packages whose files are missing, where that is possible. @throws where it is not */
export function needPackages(files: Record<string, string>): void {
  const missing = [
    ...new Set(
      Object.entries(files)
        .filter(([path]) => !existsSync(path))
        .map(([, name]) => name),
    ),
  ]
  if (missing.length === 0) return
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get'))
    throw new Error(`not installed and not installable here: ${missing.join(', ')} (Debian, as root)`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  execFileSync('apt-get', ['update', '-qq'], { stdio: ['ignore', 'ignore', 'inherit'], env, timeout: 120_000 })
  execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...missing], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env,
    timeout: 240_000,
  })
}

/** The user of servers that refuse to run as root. */
export function servant(): { uid: number; gid: number } | null {
  if (process.getuid?.() !== 0) return null
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
  const user = users.find(([name]) => name === 'postgres') ?? users.find(([name]) => name === 'nobody')
  return { uid: Number(user?.[2] ?? 65534), gid: Number(user?.[3] ?? 65534) }
}

/** A template of deploy/ with its `${NAME}`s filled in. @throws where one has no value */
export function fill(path: string, values: Record<string, string | number>): string {
  return readFileSync(path, 'utf8').replaceAll(/\$\{(\w+)\}/g, (_, name: string) => {
    const value = values[name]
    if (value === undefined) throw new Error(`${path}: no value for ${name}`)
    return String(value)
  })
}
