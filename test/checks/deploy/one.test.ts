import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { settings } from '../../../apps/server/src/config/schema.ts'
import { isSecret } from '../../../apps/server/src/commands/box/checked-settings.ts'

/** The shop on one machine in containers: what deploy/one says of itself. */
type Service = {
  image: string
  build: { dockerfile: string }
  command?: string[]
  user?: string
  environment?: Record<string, string>
  read_only?: boolean
  cap_drop?: string[]
  cap_add?: string[]
  security_opt?: string[]
  restart?: string
  network_mode?: string
  ports?: string[]
  volumes: string[]
  healthcheck?: { test: string[]; interval: string; timeout: string }
}
const read = (path: string): string => readFileSync(path, 'utf8')
const { services, volumes } = parse(read('deploy/one/compose.yaml'), { merge: true }) as {
  services: Record<string, Service>
  volumes: Record<string, object>
}

describe('deploy/one', () => {
  it('has four services, each with a look at its health, that start again by themselves', () => {
    expect(Object.keys(services)).toEqual(['edge', 'shop', 'database', 'keeper'])
    for (const [name, { healthcheck, restart }] of Object.entries(services)) {
      expect([name, restart]).toEqual([name, 'unless-stopped'])
      expect([name, healthcheck?.interval !== undefined, healthcheck?.timeout]).toEqual([name, true, '3s'])
    }
  })

  it('gives no service a right or a file that it does not need', () => {
    for (const [name, service] of Object.entries(services)) {
      expect([name, service.read_only, service.cap_drop, service.security_opt]).toEqual([
        name,
        true,
        ['ALL'],
        ['no-new-privileges:true'],
      ])
      for (const volume of service.volumes) {
        const [from = '', , mode] = volume.replace(/\$\{\w+:-([^}]*)\}/, '$1').split(':')
        if (!from.startsWith('./')) expect([name, from in volumes]).toEqual([name, true])
        // The keeper alone writes into the folder.
        else if (name !== 'keeper') expect([name, volume, mode]).toEqual([name, volume, 'ro'])
      }
    }
    // hc hands files to the database's user, and drops to the shop's.
    expect(Object.entries(services).flatMap(([name, { cap_add: rights }]) => (rights ? [name] : []))).toEqual([
      'keeper',
    ])
    expect([services.edge?.user, services.database?.user]).toEqual(['haproxy', 'postgres'])
    const readers = Object.entries(services).filter(([, service]) =>
      service.volumes.some((volume) => volume.startsWith('./secrets') || volume.startsWith('./:')),
    )
    expect(readers.map(([name]) => name)).toEqual(['shop', 'database', 'keeper'])
  })

  it('opens the two ports of the edge and no other, and the database has no network', () => {
    expect(Object.entries(services).flatMap(([name, { ports = [] }]) => ports.map(() => name))).toEqual([
      'edge',
      'edge',
    ])
    expect(services.database?.network_mode).toBe('none')
  })

  it('holds no secret, and names only settings that the shop knows', () => {
    for (const [name, { environment = {} }] of Object.entries(services))
      for (const setting of Object.keys(environment)) {
        expect([name, setting, isSecret(setting)]).toEqual([name, setting, false])
        expect([setting, Object.hasOwn(settings.shape, setting)]).toEqual([setting, true])
      }
    for (const file of ['compose.yaml', 'Containerfile', 'entry.sh', 'hc.sh'])
      expect([file, read(`deploy/one/${file}`).match(/(PASSWORD|SECRET|TOKEN|_KEY)=\S/)]).toEqual([file, null])
    // What hc init makes never comes into git or an image.
    for (const name of ['.env', 'secrets/x', 'place/x', 'backups/x', 'brand/x'])
      expect([name, ignores(name)]).toEqual([name, true])
  })

  it('takes its images by tag from what the repository builds, on the bases of the other images', () => {
    const bases = [...read('deploy/one/Containerfile').matchAll(/^FROM (\S+)/gm)].map(([, base]) => base)
    expect(bases).toEqual(['hc-portal', 'node:24-trixie-slim'])
    expect(read('deploy/database/Containerfile')).toContain('FROM node:24-trixie-slim')
    for (const [name, { image, build }] of Object.entries(services)) {
      const expected =
        name === 'shop' ? ['hc-portal', 'deploy/Containerfile'] : ['hc-portal-one', 'deploy/one/Containerfile']
      expect([name, image, build.dockerfile]).toEqual([name, `${expected[0]}:\${HC_VERSION:-latest}`, expected[1]])
    }
  })

  it('has for each first process a part of the entry, and a row in the table of forms', () => {
    for (const { command } of Object.values(services))
      if (command) expect(read('deploy/one/entry.sh')).toContain(`\n  ${command[0]})`)
    expect(read('docs/runbooks/containers.md')).toContain('deploy/one')
  })
})

/** Whether git leaves a path of the folder out, by the lines of .gitignore. */
function ignores(path: string): boolean {
  const lines = read('.gitignore').split('\n')
  const [folder = '', file] = path.split('/')
  return lines.includes(`deploy/one/${folder}${file === undefined ? '' : '/'}`)
}
