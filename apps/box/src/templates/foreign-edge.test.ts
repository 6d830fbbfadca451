import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { paths } from '../paths.ts'
import { allTo } from '../upgrade/edge.ts'
import { edgeConfig, maintenancePage } from './edge.ts'
import { foreignLines, foreignServer, foreignServers } from './foreign-edge.ts'

const hosts = { shopHost: 'shop.example.com', deskHost: 'desk.shop.example.com' }

/** What a server's own check says of a configuration; null where this machine has no such server. */
function checked(command: string, args: readonly string[]): number | null {
  const { status, error } = spawnSync(command, args, { stdio: 'ignore' })
  return error ? null : status
}

describe('the edge of a box behind another server', () => {
  const edge = edgeConfig({ ...hosts, hasSixth: true, isBehind: true, weights: allTo('blue') })
  it('has one door on the loopback, both slots with their weights, and no certificate', () => {
    expect(edge.match(/^ +bind .*$/gm)).toEqual(['    bind 127.0.0.1:8100'])
    expect(edge).toContain('server blue 127.0.0.1:8101 weight 256')
    expect(edge).toContain('server green 127.0.0.1:8102 weight 0')
    expect(/ssl crt|challenge|certbot/.test(edge)).toBe(false)
  })
  it('leaves to that server to say who asks, and takes all else from no client', () => {
    expect(edge).not.toContain('x-forwarded-for')
    for (const line of ['del-header forwarded', 'set-header x-forwarded-proto https', '/metrics', 'deny_status 421'])
      expect([line, edge.includes(line)]).toEqual([line, true])
  })
  it('is what HAProxy reads, where it is there', () => {
    const folder = mkdtempSync(join(tmpdir(), 'hc-edge-'))
    const [file, page] = [join(folder, 'edge.cfg'), join(folder, 'maintenance.http')]
    writeFileSync(page, maintenancePage({ site: 'Shop', page: '#fff', ink: '#111' }))
    writeFileSync(file, edge.replace(paths.maintenance, page).replace(/^ +(user|group) haproxy\n/gm, ''))
    const code = checked('haproxy', ['-c', '-f', file])
    rmSync(folder, { recursive: true })
    expect([0, null]).toContain(code)
  })
})

describe('the lines for another server in front of a box', () => {
  it('lead both hosts to the one port of the box’s edge, and say who asks as this server sees it', () => {
    for (const server of foreignServers) {
      const lines = foreignLines(server, hosts)
      for (const word of [hosts.shopHost, hosts.deskHost, '127.0.0.1:8100'])
        expect([server, lines.includes(word) || word]).toEqual([server, true])
      // Which slot gets the players is the edge's alone: an upgrade would not be seen by a server that chose itself.
      expect([server, /:81(0[1-9]|[1-9]\d)/.test(lines)]).toEqual([server, false])
    }
    expect(foreignLines('nginx', hosts)).toContain('proxy_set_header X-Forwarded-For $remote_addr;')
    expect(foreignLines('haproxy', hosts)).toContain('set-header x-forwarded-for %[src]')
  })
  it('are those of the server that listens, else nginx’s', () => {
    expect(foreignServer(['caddy'])).toBe('caddy')
    expect(foreignServer(['haproxy', 'nginx'])).toBe('nginx')
    expect(foreignServer(['apache2'])).toBe('nginx')
  })
  it('are what HAProxy reads, where it is there', () => {
    const folder = mkdtempSync(join(tmpdir(), 'hc-edge-'))
    const file = join(folder, 'haproxy.cfg')
    const head = 'defaults\n    mode http\n    timeout connect 5s\n    timeout client 60s\n    timeout server 60s\n'
    writeFileSync(file, `${head}frontend own\n    bind 127.0.0.1:8999\n${foreignLines('haproxy', hosts)}`)
    const code = checked('haproxy', ['-c', '-f', file])
    rmSync(folder, { recursive: true })
    expect([0, null]).toContain(code)
  })
})
