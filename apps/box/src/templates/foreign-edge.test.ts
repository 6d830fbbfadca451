import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { foreignLines, foreignServer, foreignServers } from './foreign-edge.ts'

const hosts = { shopHost: 'shop.example.com', deskHost: 'desk.shop.example.com' }

/** What a server's own check says of a configuration; null where this machine has no such server. */
function checked(command: string, args: readonly string[]): number | null {
  const { status, error } = spawnSync(command, args, { stdio: 'ignore' })
  return error ? null : status
}

describe('the lines for another server in front of a box', () => {
  it('name both hosts, both slots, and the client’s address as this server sees it', () => {
    for (const server of foreignServers) {
      const lines = foreignLines(server, hosts)
      for (const word of [hosts.shopHost, hosts.deskHost, ':8101', ':8102', ':8121', ':8122', '/metrics'])
        expect([server, lines.includes(word) || word]).toEqual([server, true])
    }
    expect(foreignLines('nginx', hosts)).toContain('proxy_set_header X-Forwarded-For $remote_addr;')
    expect(foreignLines('haproxy', hosts)).toContain('set-header x-forwarded-for %[src]')
    // HAProxy hands on how long the process would let a connection rest, which is longer than its own.
    expect(foreignLines('haproxy', hosts)).toContain('http-response del-header keep-alive')
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
