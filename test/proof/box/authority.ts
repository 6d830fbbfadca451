import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { until } from '../../kit/shop.ts'
import { ADDRESS, type BoxName, inWorld, leadTo } from './machine.ts'

/** An authority that gives certificates by ACME, and the names' server that it and the box ask: Debian's pebble. */
export type Authority = {
  /** The box's answers that name it. */
  answers: Record<string, string>
  /** The certificate that those who believe it have: known once it runs. */
  root(): Promise<string>
  output(): string
  /** Both names lead to this box from now on. */
  lead(box: BoxName): Promise<void>
  stop(): void
}

const openssl = (folder: string, ...args: string[]): void => {
  execFileSync('openssl', args, { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'], timeout: 30_000 })
}

/** `folder`: the box sees it as `inBox`. */
export async function openAuthority(folder: string, inBox: string): Promise<Authority> {
  mkdirSync(folder, { recursive: true })
  // Its own address speaks TLS, by a certificate that certbot is told to trust.
  openssl(
    folder,
    'req',
    '-x509',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-days',
    '2',
    '-keyout',
    'acme.key',
    '-out',
    'acme.pem',
    '-subj',
    '/CN=acme',
    '-addext',
    `subjectAltName=IP:${ADDRESS.world}`,
  )
  writeFileSync(
    join(folder, 'pebble.json'),
    JSON.stringify({
      pebble: {
        listenAddress: `${ADDRESS.world}:14000`,
        managementListenAddress: `${ADDRESS.world}:15000`,
        certificate: join(folder, 'acme.pem'),
        privateKey: join(folder, 'acme.key'),
        httpPort: 80,
        tlsPort: 443,
        ocspResponderURL: '',
        externalAccountBindingRequired: false,
      },
    }),
  )
  const names = inWorld(
    'pebble-challtestsrv',
    [
      '-defaultIPv4',
      ADDRESS.box,
      '-defaultIPv6',
      '',
      '-dns01',
      `${ADDRESS.world}:53`,
      '-http01',
      '',
      '-https01',
      '',
      '-tlsalpn01',
      '',
      '-management',
      `${ADDRESS.world}:8055`,
    ],
    {},
  )
  const pebble = inWorld('pebble', ['-config', join(folder, 'pebble.json'), '-dnsserver', `${ADDRESS.world}:53`], {
    PEBBLE_VA_NOSLEEP: '1',
    PEBBLE_WFE_NONCEREJECT: '0',
  })
  let output = ''
  for (const child of [names, pebble])
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk: Buffer) => {
        output = (output + chunk.toString()).slice(-20_000)
      })
  const script = `fetch('https://${ADDRESS.world}:15000/roots/0').then(async (a) => process.stdout.write(await a.text()))`
  const root = async (): Promise<string> =>
    await until(
      'the authority to answer',
      async () =>
        await new Promise<string>((resolve) => {
          const child = inWorld(process.execPath, ['-e', script], { NODE_EXTRA_CA_CERTS: join(folder, 'acme.pem') })
          let text = ''
          child.stdout?.on('data', (chunk: Buffer) => {
            text += chunk.toString()
          })
          child.on('close', () => resolve(text.includes('BEGIN CERTIFICATE') ? text : ''))
        }),
      20_000,
    )
  return {
    answers: { ACME_SERVER: `https://${ADDRESS.world}:14000/dir`, ACME_CA: `${inBox}/acme.pem` },
    root,
    output: () => output,
    async lead(box) {
      leadTo(box)
      const script = `await fetch('http://${ADDRESS.world}:8055/set-default-ipv4',
        { method: 'POST', body: JSON.stringify({ ip: '${ADDRESS[box]}' }) })`
      const child = inWorld(process.execPath, ['--input-type=module', '-e', script], {})
      const code = await new Promise<number | null>((resolve) => child.on('close', resolve))
      if (code !== 0) throw new Error('the server of names did not take the new address')
    },
    stop: () => {
      for (const child of [names, pebble]) child.kill('SIGKILL')
    },
  }
}
