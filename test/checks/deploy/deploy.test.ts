import { execFileSync, spawn } from 'node:child_process'
import { X509Certificate } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { fill } from '../../proof/drill/packages.ts'
import { settings } from '../../../apps/server/src/config/schema.ts'
import { nodeEnv, nodeFlags, serverMain } from '../../../scripts/node-flags.mjs'

const read = (path: string): string => readFileSync(path, 'utf8')
const check = (...args: string[]): Promise<{ code: number | null; text: string }> =>
  new Promise((resolve) => {
    const child = spawn(process.execPath, ['deploy/check-patroni.mjs', ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
    let text = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        text += chunk.toString()
      })
    child.on('close', (code) => resolve({ code, text }))
  })
/** The fields of patroni.yml that these tests read. */
type Patroni = {
  bootstrap: { dcs: { postgresql: { parameters: object } } }
  postgresql: { basebackup: object[]; pg_hba: string[]; parameters: object; authentication: Record<string, object> }
  restapi: object
  ctl: object
  etcd?: object
  etcd3?: object
}
/** The fields of a compose.yaml service that these tests read. */
type Service = {
  command?: string[]
  environment?: Record<string, string>
  secrets?: string[]
  volumes?: string[]
  depends_on?: string[] | Record<string, object>
}
type Compose = { services: Record<string, Service>; secrets: object; volumes: object }

/** Every variable that the shop knows. */
const settingNames = new Set(Object.keys(settings.shape))

describe('a Patroni that loses acknowledged orders', () => {
  const dir = mkdtempSync(join(tmpdir(), 'hc-patroni-'))
  const config = (store: string): string => {
    const path = join(dir, `${store}.yml`)
    writeFileSync(path, `scope: x\n${store}:\n  hosts: a:2379\n`)
    return path
  }

  it('is refused: below 3.0.3 on etcd3, by its configuration', async () => {
    for (const version of ['3.0.2', 'patroni 3.0.2', '2.1.4', '3.0']) {
      const { code, text } = await check('--config', config('etcd3'), '--version', version)
      expect([version, code]).toEqual([version, 1])
      expect(text).toContain('loses acknowledged orders')
    }
  })
  it('is accepted in a later version, and on the v2 API', async () => {
    for (const version of ['3.0.3', '3.3.1', '4.0.5', '10.0.0'])
      expect((await check('--config', config('etcd3'), '--version', version)).code).toBe(0)
    expect((await check('--config', config('etcd'), '--version', '3.0.2')).code).toBe(0)
    rmSync(dir, { recursive: true })
  })
  it('is refused by its REST API’s answers if any node is old or none answers', async () => {
    let version = '3.0.2'
    const server = createServer((_request, response) => {
      response
        .setHeader('content-type', 'application/json')
        .end(JSON.stringify({ state: 'running', patroni: { version, scope: 'x' } }))
    })
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve)
    })
    const url = `http://127.0.0.1:${(server.address() as { port: number }).port}`
    expect((await check('--rest', url, '--dcs', 'etcd3')).code).toBe(1)
    expect((await check('--rest', url, '--dcs', 'etcd')).code).toBe(0)
    version = '3.3.1'
    expect((await check('--rest', `http://127.0.0.1:9,${url}`, '--dcs', 'etcd3')).code).toBe(0)
    server.close()
    server.closeAllConnections()
    expect((await check('--rest', url, '--dcs', 'etcd3')).code).toBe(1)
  })
})

describe('the database templates', () =>
  it('hold the settings under which nothing acknowledged is lost', () => {
    const values = Object.fromEntries(
      [...read('deploy/database/patroni.yml').matchAll(/\$\{(\w+)\}/g)].map((match) => [match[1] ?? '', 'x']),
    )
    const { bootstrap, postgresql, etcd, etcd3 } = parse(fill('deploy/database/patroni.yml', values)) as Patroni
    expect(bootstrap.dcs).toMatchObject({
      ttl: 20,
      loop_wait: 5,
      retry_timeout: 5,
      maximum_lag_on_failover: 1_048_576,
      synchronous_mode: true,
      synchronous_mode_strict: true,
      failsafe_mode: true,
    })
    expect(bootstrap.dcs.postgresql.parameters).toMatchObject({
      synchronous_commit: 'on',
      wal_sender_timeout: '5s',
      wal_receiver_timeout: '5s',
    })
    // A new member is one that a failure may need: it does not wait for a checkpoint that takes its time.
    expect(postgresql.basebackup).toContainEqual({ checkpoint: 'fast' })
    expect([etcd, etcd3 !== undefined]).toEqual([undefined, true])
    expect(read('deploy/database/haproxy.cfg')).toContain('inter 1s fall 2 rise 1 on-marked-down shutdown-sessions')
    expect(read('deploy/database/pgbouncer.ini')).toMatch(
      /pool_mode = transaction[\s\S]*server_login_retry = 1[\s\S]*query_wait_timeout = 10/,
    )
  }))

/** The secrets of deploy/make-secrets.mjs, for compose.yaml and for the chart. */
const secretsDir = mkdtempSync(join(tmpdir(), 'hc-made-'))
const make = (script: string, ...args: string[]): string =>
  execFileSync(process.execPath, [`deploy/${script}.mjs`, ...args], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  })
const secretFile = (folder: string, name: string): string => read(join(secretsDir, folder, name))
const certificate = (folder: string, role: string): X509Certificate =>
  new X509Certificate(secretFile(folder, `${role}.crt`))
beforeAll(() => {
  make('make-secrets', join(secretsDir, 'compose'))
  make('make-secrets', join(secretsDir, 'chart'), '--release', 'shop')
}, 30_000)
afterAll(() => rmSync(secretsDir, { recursive: true }))

describe('inside the database cluster', () => {
  const settings = (): Patroni =>
    parse(
      fill(
        'deploy/database/patroni.yml',
        Object.fromEntries(
          [...read('deploy/database/patroni.yml').matchAll(/\$\{(\w+)\}/g)].map((match) => [
            match[1] ?? '',
            `<${match[1]}>`,
          ]),
        ),
      ),
    )
  it('PostgreSQL rejects connections without TLS, and its members verify each other', () => {
    const { postgresql } = settings()
    expect(postgresql.pg_hba).toEqual([
      'local all all peer',
      'hostssl replication replicator <CLUSTER_NETWORK> scram-sha-256',
      'hostssl all all <CLUSTER_NETWORK> scram-sha-256',
    ])
    expect(postgresql.parameters).toMatchObject({
      ssl: 'on',
      ssl_cert_file: '<TLS_DIR>/postgres.crt',
      ssl_key_file: '<TLS_DIR>/postgres.key',
    })
    for (const login of Object.values(postgresql.authentication))
      expect(login).toMatchObject({ sslmode: 'verify-full', sslrootcert: '<TLS_DIR>/ca.crt' })
    expect(read('deploy/database/pgbouncer.ini')).toMatch(
      /^client_tls_sslmode = require$[\s\S]*^server_tls_sslmode = verify-full$[\s\S]*^server_tls_ca_file = /m,
    )
    expect(read('deploy/database/entry.sh')).toContain('PGSSLMODE=verify-full')
  })
  it("etcd and Patroni require a client certificate, and only etcd's health check is in the clear", () => {
    const { restapi, ctl, etcd3 } = settings()
    expect(restapi).toMatchObject({
      certfile: '<TLS_DIR>/postgres.crt',
      cafile: '<TLS_DIR>/ca.crt',
      verify_client: 'optional',
      authentication: { username: 'patroni', password: '<REST_PASSWORD>' },
    })
    expect(ctl).toEqual({
      cacert: '<TLS_DIR>/ca.crt',
      certfile: '<TLS_DIR>/patroni.crt',
      keyfile: '<TLS_DIR>/patroni.key',
    })
    expect(etcd3).toMatchObject({ protocol: 'https', cacert: '<TLS_DIR>/ca.crt', cert: '<TLS_DIR>/patroni.crt' })
    const entry = read('deploy/database/entry.sh')
    for (const flag of [
      '--client-cert-auth',
      '--peer-client-cert-auth',
      '--trusted-ca-file',
      '--peer-trusted-ca-file',
      '--peer-cert-allowed-cn hc-etcd',
    ])
      expect(entry).toContain(`${flag} `)
    const clear = [
      'entry.sh',
      'patroni.yml',
      'haproxy.cfg',
      'pgbouncer.ini',
      '../compose.yaml',
      '../helm/hc-portal/templates/cluster.yaml',
    ].flatMap((file) => [...read(`deploy/database/${file}`).matchAll(/\S*http:\/\/\S*/g)].map(([text]) => text))
    expect(clear).toEqual(['"http://$LISTEN_HOST:2381"'])
    const haproxy = read('deploy/database/haproxy.cfg')
    expect(haproxy).toContain('check-ssl verify required ca-file')
    for (const node of [1, 2, 3]) expect(haproxy).toContain(`verifyhost \${NODE_${node}}`)
  })
  it('each role has a certificate of the one authority, for its names and its use alone', () => {
    const named: Record<string, Record<string, string[]>> = {
      compose: {
        etcd: ['172.30.7.21', '172.30.7.22', '172.30.7.23'],
        postgres: ['n1', 'n2', 'n3', '172.30.7.11', '172.30.7.12', '172.30.7.13', 'haproxy'],
        pgbouncer: ['pgbouncer'],
      },
      chart: {
        etcd: ['shop-etcd-0', 'shop-etcd-1', 'shop-etcd-2'],
        postgres: ['shop-patroni-0', 'shop-patroni-1', 'shop-patroni-2', 'shop-haproxy'],
        pgbouncer: ['shop-pgbouncer'],
      },
    }
    const [server, client] = ['1.3.6.1.5.5.7.3.1', '1.3.6.1.5.5.7.3.2']
    for (const [folder, roles] of Object.entries(named)) {
      for (const [role, uses] of Object.entries({
        etcd: [server, client],
        postgres: [server],
        pgbouncer: [server],
        patroni: [client],
      })) {
        const x509 = certificate(folder, role)
        expect([
          folder,
          role,
          x509.ca,
          x509.checkIssued(certificate(folder, 'ca')),
          x509.verify(certificate(folder, 'ca').publicKey),
          x509.keyUsage,
        ]).toEqual([folder, role, false, true, true, uses])
        expect([
          role,
          (x509.subjectAltName ?? '')
            .split(', ')
            .filter(Boolean)
            .map((name) => name.replace(/^(DNS|IP Address):/, ''))
            .sort(),
        ]).toEqual([role, role === 'patroni' ? [] : [...(roles[role] ?? []), 'localhost', '127.0.0.1'].sort()])
        expect(new Date(x509.validTo).getTime() - Date.now()).toBeGreaterThan(729 * 86_400_000)
      }
    }
    expect(certificate('compose', 'ca').ca).toBe(true)
    expect(certificate('chart', 'postgres').verify(certificate('compose', 'ca').publicKey)).toBe(false)
  })
  it('certificates are made once, renewed with the names that they have, and a new authority stands beside the old one', () => {
    const folder = join(secretsDir, 'own')
    make('certificates', folder, '--etcd', '10.0.0.1', '--postgres', 'db1,10.0.0.2', '--pgbouncer', 'pool')
    const before = read(join(folder, 'postgres.crt'))
    expect([make('certificates', folder), read(join(folder, 'postgres.crt'))]).toEqual([
      `${folder} has them all: nothing was written\n`,
      before,
    ])
    make('certificates', folder, '--renew')
    const renewed = certificate('own', 'postgres')
    expect([
      renewed.serialNumber === new X509Certificate(before).serialNumber,
      renewed.subjectAltName,
      renewed.checkIssued(certificate('own', 'ca')),
    ]).toEqual([false, new X509Certificate(before).subjectAltName, true])
    make('certificates', folder, '--new-ca')
    const [fresh, old] = secretFile('own', 'ca.crt')
      .split(/(?<=-----END CERTIFICATE-----\n)/)
      .map((pem) => new X509Certificate(pem))
    expect([renewed.verify(old?.publicKey as never), renewed.verify(fresh?.publicKey as never)]).toEqual([true, false])
    expect(make('certificates', folder, '--check', '700')).toBe('all certificates last\n')
    expect(() => make('certificates', folder, '--check', '800')).toThrow(
      'not valid for 800 more days: etcd, postgres, pgbouncer, patroni',
    )
  }, 30_000)
  it('the shop comes with verify-full, to names that the certificates have', () => {
    for (const [folder, root] of [
      ['compose', '/run/secrets/ca.crt'],
      ['chart', '/run/database/ca.crt'],
    ] as const) {
      for (const [file, role] of [
        ['database_url', 'pgbouncer'],
        ['database_direct_url', 'postgres'],
      ] as const) {
        const url = new URL(secretFile(folder, file))
        expect([
          certificate(folder, role).checkHost(url.hostname),
          url.searchParams.get('sslmode'),
          url.searchParams.get('sslrootcert'),
        ]).toEqual([url.hostname, 'verify-full', root])
      }
    }
  })
})

describe('the images', () =>
  it('run as somebody else than root, say how they are, and hold no secret', () => {
    const shop = read('deploy/Containerfile')
    expect(shop.split('FROM ').at(-1)).toMatch(/USER node[\s\S]*HEALTHCHECK/)
    expect(read('deploy/database/Containerfile').trim()).toMatch(/USER postgres[\s\S]*$/)
    for (const file of [shop, read('deploy/database/Containerfile')])
      expect(file).not.toMatch(/^(?:ARG|ENV) .*(?:PASSWORD|SECRET|TOKEN|KEY)/m)
    expect(read('.gitignore')).toMatch(/^deploy\/secrets\/$/m)
  }))

describe('compose.yaml', () => {
  const compose = parse(read('deploy/compose.yaml'), { merge: true }) as Compose
  it('has two web processes, two workers, and three of each that must agree', () => {
    const roles = Object.values(compose.services).map((service) => service.environment?.ROLE ?? service.command?.[0])
    for (const [role, n] of Object.entries({
      web: 2,
      worker: 2,
      console: 1,
      etcd: 3,
      patroni: 3,
      haproxy: 1,
      pgbouncer: 1,
      prepare: 1,
    }))
      expect([role, roles.filter((name) => name === role).length]).toEqual([role, n])
  })
  it('uses only secrets of deploy/make-secrets.mjs, and only its own networks, volumes and services', () => {
    const secretFiles = readdirSync(join(secretsDir, 'compose'))
    // The CA's private key must stay in a safe.
    expect(Object.keys(compose.secrets).sort()).toEqual(secretFiles.filter((name) => name !== 'ca.key').sort())
    for (const [name, service] of Object.entries(compose.services)) {
      for (const secret of service.secrets ?? []) expect([name, secretFiles.includes(secret)]).toEqual([name, true])
      for (const volume of service.volumes ?? [])
        expect([name, (volume.split(':')[0] ?? '') in compose.volumes]).toEqual([name, true])
      for (const other of Array.isArray(service.depends_on)
        ? service.depends_on
        : Object.keys(service.depends_on ?? {}))
        expect([name, other in compose.services]).toEqual([name, true])
    }
  })
  it('gives the shop only variables that it knows, and secrets only as files', () => {
    for (const [name, service] of Object.entries(compose.services).filter(([name]) =>
      /^(web|worker|console)/.test(name),
    )) {
      const environment = service.environment ?? {}
      for (const variable of Object.keys(environment))
        expect([name, variable, settingNames.has(variable.replace(/_FILE$/, ''))]).toEqual([name, variable, true])
      for (const variable of ['DATABASE_URL', 'CLIENT_KEY', 'SESSION_SECRET', 'ANALYTICS_KEY', 'GAME_WEBHOOK_SECRET'])
        expect([name, variable in environment, `${variable}_FILE` in environment]).toEqual([name, false, true])
    }
  })
  it("gives the owner's database URL to workers alone, and the desk a login that is nothing but hc_desk", () => {
    const ownServices = Object.entries(compose.services).filter(([name]) => /^(web|worker|console)/.test(name))
    for (const [name, service] of ownServices) {
      const environment = service.environment ?? {}
      const worker = environment.ROLE === 'worker'
      const desk = environment.ROLE === 'console'
      expect([
        name,
        service.secrets?.includes('database_direct_url'),
        'DATABASE_DIRECT_URL_FILE' in environment,
      ]).toEqual([name, worker, worker])
      expect([
        name,
        service.secrets?.includes('console_database_url'),
        'CONSOLE_DATABASE_URL_FILE' in environment,
      ]).toEqual([name, desk, desk])
      expect([name, service.secrets?.some((secret) => /owner|superuser|replication|_password$/.test(secret))]).toEqual([
        name,
        false,
      ])
    }
  })
  it('hands the desk every setting of its sign-in, and sets none of them itself', () => {
    const environment = compose.services.console?.environment
    for (const name of ['ISSUER', 'CLIENT_ID', 'CLIENT_SECRET', 'ONLY'].map((end) => `CONSOLE_OIDC_${end}`))
      expect([name, environment?.[name]]).toEqual([name, `\${${name}:-}`])
  })
  it('fills in every value of the templates', () => {
    const settingsOf = (part: string): string[] => [
      ...new Set(
        Object.values(compose.services)
          .filter((service) => service.command?.[0] === part)
          .flatMap((service) => Object.keys(service.environment ?? {})),
      ),
    ]
    const exported = [...read('deploy/database/entry.sh').matchAll(/\b([A-Z][A-Z_]+)="\$[{(]/g)].map(
      (match) => match[1],
    )
    for (const [file, part] of [
      ['patroni.yml', 'patroni'],
      ['haproxy.cfg', 'haproxy'],
      ['pgbouncer.ini', 'pgbouncer'],
    ] as const) {
      const variables = new Set(
        [...read(`deploy/database/${file}`).matchAll(/\$\{(\w+)\}/g)].map((match) => match[1] ?? ''),
      )
      expect([
        file,
        [...variables].filter((name) => !settingsOf(part).includes(name) && !exported.includes(name)),
      ]).toEqual([file, []])
    }
  })
})

describe("the shop's image", () =>
  it('starts the server with the flags and the memory settings of npm start', () => {
    const file = read('deploy/Containerfile')
    const [, command = ''] = /^CMD (\[.*\])$/m.exec(file) ?? []
    expect(JSON.parse(command)).toEqual(['node', ...nodeFlags, serverMain])
    for (const name of ['MALLOC_ARENA_MAX', 'MALLOC_MMAP_THRESHOLD_'] as const)
      expect(file).toContain(` ${name}=${nodeEnv[name]} `)
  }))
