import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const read = (path: string): string => readFileSync(path, 'utf8')

/**
 * What a builder leaves out of `COPY . .`: a pattern is of the root, `**` any folders and none, and what is below a
 * folder goes with it.
 */
function leavesOut(patterns: readonly string[]): (path: string) => boolean {
  const strange = patterns.filter((pattern) => !/^[\w.*/-]+$/.test(pattern) || /\*\*(?!\/)|!/.test(pattern))
  if (strange.length > 0) throw new Error(`not understood: ${strange.join(', ')}`)
  const tests = patterns.map(
    (pattern) =>
      new RegExp(
        `^${pattern.replaceAll('.', '\\.').replaceAll(/\*\*\/|\*/g, (star) => (star === '*' ? '[^/]*' : '(?:.*/)?'))}(?:/|$)`,
      ),
  )
  return (path) => tests.some((test) => test.test(path))
}

describe('an image', () => {
  const patterns = read('.dockerignore')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
  const out = leavesOut(patterns)

  it('is built from the same files by Docker and by podman', () =>
    expect(read('.dockerignore')).toBe(read('.containerignore')))

  it('takes in no secret, no data, no history and no package of the machine that builds it', () => {
    for (const path of [
      'deploy/secrets/owner_password',
      'deploy/secrets/kubernetes.json',
      'secrets-staging/client_key',
      '.data/pg/PG_VERSION',
      '.data/database-url',
      '.git/config',
      'node_modules/pg/package.json',
      'packages/contract/node_modules/x/index.js',
      'apps/portal/dist/client/manifest.json',
      '.env',
      'apps/server/.env',
      '.env.production',
      'npm-debug.log',
      'apps/server/x.log',
      'backup.key',
      '.cache/landed/x/package.json',
      'coverage/index.html',
    ]) {
      expect([path, out(path)]).toEqual([path, true])
    }
    // Files that git ignores are local to this machine.
    const ignored = read('.gitignore')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => line.replace(/^\//, '').replace(/\/$/, '').replaceAll('*', 'x'))
    expect(ignored.filter((path) => !out(path))).toEqual([])
  })

  it('takes in all of what is committed and built from', () => {
    const files = execFileSync(
      'git',
      ['ls-files', 'apps', 'packages', 'scripts', 'deploy', 'package.json', 'package-lock.json', '.npmrc'],
      { encoding: 'utf8' },
    )
      .trim()
      .split('\n')
    expect(files.filter(out)).toEqual([])
  })
})
