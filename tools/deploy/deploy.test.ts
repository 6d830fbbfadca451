import { execFileSync, spawn } from 'node:child_process'
import { X509Certificate } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { fill } from '../drill/packages.ts'
import { readConfig } from '../../apps/server/src/config.ts'
import { settings } from '../../apps/server/src/config-schema.ts'
import { renderChart } from './render.ts'

const read = (path: string): string => readFileSync(path, 'utf8')
const check = (...args: string[]): Promise<{ code: number | null; text: string }> => new Promise((done) => {
  const child = spawn(process.execPath, ['deploy/check-patroni.mjs', ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => { text += chunk.toString() })
  child.on('close', (code) => { done({ code, text }) })
})
/** Every variable that the shop knows. */
const known = new Set(Object.keys(settings.shape))

describe('a Patroni that loses acknowledged orders', () => {
  const dir = mkdtempSync(join(tmpdir(), 'hc-patroni-'))
  const config = (store: string): string => { const path = join(dir, `${store}.yml`); writeFileSync(path, `scope: x\n${store}:\n  hosts: a:2379\n`); return path }

  it('is refused: below 3.0.3 on etcd3, by its configuration', async () => {
    for (const version of ['3.0.2', 'patroni 3.0.2', '2.1.4', '3.0']) {
      const { code, text } = await check('--config', config('etcd3'), '--version', version)
      expect([version, code]).toEqual([version, 1])
      expect(text).toContain('loses acknowledged orders')
    }
  })
  it('and not a later one, nor the v2 API', async () => {
    for (const version of ['3.0.3', '3.3.1', '4.0.5', '10.0.0']) expect((await check('--config', config('etcd3'), '--version', version)).code).toBe(0)
    expect((await check('--config', config('etcd'), '--version', '3.0.2')).code).toBe(0)
    rmSync(dir, { recursive: true })
  })
  it('is refused by what its REST API says, where any node is old or none answers', async () => {
    let version = '3.0.2'
    const server = createServer((_request, response) => { response.setHeader('content-type', 'application/json').end(JSON.stringify({ state: 'running', patroni: { version, scope: 'x' } })) })
    await new Promise<void>((done) => { server.listen(0, '127.0.0.1', done) })
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

describe('the database templates', () => {
  it('hold the settings under which nothing acknowledged is lost', () => {
    const values = Object.fromEntries([...read('deploy/database/patroni.yml').matchAll(/\$\{(\w+)\}/g)].map((match) => [match[1] ?? '', 'x']))
    const { bootstrap, etcd, etcd3 } = parse(fill('deploy/database/patroni.yml', values)) as any
    expect(bootstrap.dcs).toMatchObject({ ttl: 20, loop_wait: 5, retry_timeout: 5, maximum_lag_on_failover: 1_048_576, synchronous_mode: true, synchronous_mode_strict: true, failsafe_mode: true })
    expect(bootstrap.dcs.postgresql.parameters).toMatchObject({ synchronous_commit: 'on', wal_sender_timeout: '5s', wal_receiver_timeout: '5s' })
    expect([etcd !== undefined, etcd3]).toEqual([true, undefined])
    expect(read('deploy/database/haproxy.cfg')).toContain('inter 1s fall 2 rise 1 on-marked-down shutdown-sessions')
    expect(read('deploy/database/pgbouncer.ini')).toMatch(/pool_mode = transaction[\s\S]*server_login_retry = 1[\s\S]*query_wait_timeout = 10/)
  })
})

/** What deploy/make-secrets.mjs makes, for compose.yaml and for the chart. */
const secretsDir = mkdtempSync(join(tmpdir(), 'hc-made-'))
const make = (script: string, ...args: string[]): string => execFileSync(process.execPath, [`deploy/${script}.mjs`, ...args], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
const made = (folder: string, name: string): string => read(join(secretsDir, folder, name))
const certificate = (folder: string, role: string): X509Certificate => new X509Certificate(made(folder, `${role}.crt`))
beforeAll(() => {
  make('make-secrets', join(secretsDir, 'compose'))
  make('make-secrets', join(secretsDir, 'chart'), '--release', 'shop')
}, 30_000)
afterAll(() => { rmSync(secretsDir, { recursive: true }) })

describe('inside the database cluster', () => {
  const settings = (): any => parse(fill('deploy/database/patroni.yml', Object.fromEntries([...read('deploy/database/patroni.yml').matchAll(/\$\{(\w+)\}/g)].map((match) => [match[1] ?? '', `<${match[1]}>`]))))
  it('PostgreSQL takes nobody in without TLS, and its members verify each other', () => {
    const { postgresql } = settings()
    expect(postgresql.pg_hba).toEqual(['local all all peer', 'hostssl replication replicator <CLUSTER_NETWORK> scram-sha-256', 'hostssl all all <CLUSTER_NETWORK> scram-sha-256'])
    expect(postgresql.parameters).toMatchObject({ ssl: 'on', ssl_cert_file: '<TLS_DIR>/postgres.crt', ssl_key_file: '<TLS_DIR>/postgres.key' })
    for (const one of Object.values(postgresql.authentication)) expect(one).toMatchObject({ sslmode: 'verify-full', sslrootcert: '<TLS_DIR>/ca.crt' })
    expect(read('deploy/database/pgbouncer.ini')).toMatch(/^client_tls_sslmode = require$[\s\S]*^server_tls_sslmode = verify-full$[\s\S]*^server_tls_ca_file = /m)
    expect(read('deploy/database/entry.sh')).toContain('PGSSLMODE=verify-full')
  })
  it('etcd and Patroni ask for a certificate, and nothing is asked in the clear but etcd\'s health', () => {
    const { restapi, ctl, etcd } = settings()
    expect(restapi).toMatchObject({ certfile: '<TLS_DIR>/postgres.crt', cafile: '<TLS_DIR>/ca.crt', verify_client: 'optional', authentication: { username: 'patroni', password: '<REST_PASSWORD>' } })
    expect(ctl).toEqual({ cacert: '<TLS_DIR>/ca.crt', certfile: '<TLS_DIR>/patroni.crt', keyfile: '<TLS_DIR>/patroni.key' })
    expect(etcd).toMatchObject({ protocol: 'https', cacert: '<TLS_DIR>/ca.crt', cert: '<TLS_DIR>/patroni.crt' })
    const entry = read('deploy/database/entry.sh')
    for (const flag of ['--client-cert-auth', '--peer-client-cert-auth', '--trusted-ca-file', '--peer-trusted-ca-file', '--peer-cert-allowed-cn hc-etcd']) expect(entry).toContain(`${flag} `)
    const clear = ['entry.sh', 'patroni.yml', 'haproxy.cfg', 'pgbouncer.ini', '../compose.yaml', '../helm/hc-portal/templates/cluster.yaml'].flatMap((file) => [...read(`deploy/database/${file}`).matchAll(/\S*http:\/\/\S*/g)].map(([text]) => text))
    expect(clear).toEqual(['"http://$LISTEN_HOST:2381"'])
    const haproxy = read('deploy/database/haproxy.cfg')
    expect(haproxy).toContain('check-ssl verify required ca-file')
    for (const node of [1, 2, 3]) expect(haproxy).toContain(`verifyhost \${NODE_${node}}`)
  })
  it('each role has a certificate of the one authority, for its names and its use alone', () => {
    const named: Record<string, Record<string, string[]>> = {
      compose: { etcd: ['172.30.7.21', '172.30.7.22', '172.30.7.23'], postgres: ['n1', 'n2', 'n3', '172.30.7.11', '172.30.7.12', '172.30.7.13', 'haproxy'], pgbouncer: ['pgbouncer'] },
      chart: { etcd: ['shop-etcd-0', 'shop-etcd-1', 'shop-etcd-2'], postgres: ['shop-patroni-0', 'shop-patroni-1', 'shop-patroni-2', 'shop-haproxy'], pgbouncer: ['shop-pgbouncer'] },
    }
    const [server, client] = ['1.3.6.1.5.5.7.3.1', '1.3.6.1.5.5.7.3.2']
    for (const [folder, roles] of Object.entries(named)) {
      for (const [role, uses] of Object.entries({ etcd: [server, client], postgres: [server], pgbouncer: [server], patroni: [client] })) {
        const one = certificate(folder, role)
        expect([folder, role, one.ca, one.checkIssued(certificate(folder, 'ca')), one.verify(certificate(folder, 'ca').publicKey), one.keyUsage]).toEqual([folder, role, false, true, true, uses])
        expect([role, (one.subjectAltName ?? '').split(', ').filter(Boolean).map((name) => name.replace(/^(DNS|IP Address):/, '')).sort()]).toEqual([role, role === 'patroni' ? [] : [...roles[role] ?? [], 'localhost', '127.0.0.1'].sort()])
        expect(new Date(one.validTo).getTime() - Date.now()).toBeGreaterThan(729 * 86_400_000)
      }
    }
    expect(certificate('compose', 'ca').ca).toBe(true)
    expect(certificate('chart', 'postgres').verify(certificate('compose', 'ca').publicKey)).toBe(false)
  })
  it('certificates are made once, renewed with the names that they have, and a new authority stands beside the old one', () => {
    const folder = join(secretsDir, 'own')
    make('certificates', folder, '--etcd', '10.0.0.1', '--postgres', 'db1,10.0.0.2', '--pgbouncer', 'pool')
    const before = read(join(folder, 'postgres.crt'))
    expect([make('certificates', folder), read(join(folder, 'postgres.crt'))]).toEqual([`${folder} has them all: nothing was written\n`, before])
    make('certificates', folder, '--renew')
    const renewed = certificate('own', 'postgres')
    expect([renewed.serialNumber === new X509Certificate(before).serialNumber, renewed.subjectAltName, renewed.checkIssued(certificate('own', 'ca'))]).toEqual([false, new X509Certificate(before).subjectAltName, true])
    make('certificates', folder, '--new-ca')
    const [fresh, old] = made('own', 'ca.crt').split(/(?<=-----END CERTIFICATE-----\n)/).map((pem) => new X509Certificate(pem))
    expect([renewed.verify(old?.publicKey as never), renewed.verify(fresh?.publicKey as never)]).toEqual([true, false])
    expect(make('certificates', folder, '--check', '700')).toBe('all certificates last\n')
    expect(() => make('certificates', folder, '--check', '800')).toThrow('not valid for 800 more days: etcd, postgres, pgbouncer, patroni')
  }, 30_000)
  it('the shop comes with verify-full, to names that the certificates have', () => {
    for (const [folder, root] of [['compose', '/run/secrets/ca.crt'], ['chart', '/run/database/ca.crt']] as const) {
      for (const [file, role] of [['database_url', 'pgbouncer'], ['database_direct_url', 'postgres']] as const) {
        const url = new URL(made(folder, file))
        expect([certificate(folder, role).checkHost(url.hostname), url.searchParams.get('sslmode'), url.searchParams.get('sslrootcert')]).toEqual([url.hostname, 'verify-full', root])
      }
    }
  })
})

describe('the images', () => {
  it('run as somebody else than root, say how they are, and hold no secret', () => {
    const shop = read('deploy/Containerfile')
    expect(shop.split('FROM ').at(-1)).toMatch(/USER node[\s\S]*HEALTHCHECK/)
    expect(read('deploy/database/Containerfile').trim()).toMatch(/USER postgres[\s\S]*$/)
    for (const file of [shop, read('deploy/database/Containerfile')]) expect(file).not.toMatch(/^(?:ARG|ENV) .*(?:PASSWORD|SECRET|TOKEN|KEY)/m)
    expect(read('.gitignore')).toMatch(/^deploy\/secrets\/$/m)
  })
})

describe('compose.yaml', () => {
  const compose = parse(read('deploy/compose.yaml'), { merge: true }) as any
  it('has two web processes, two workers, and three of each that must agree', () => {
    const roles = Object.values(compose.services).map((one: any) => one.environment?.ROLE ?? one.command?.[0])
    for (const [role, n] of Object.entries({ web: 2, worker: 2, etcd: 3, patroni: 3, haproxy: 1, pgbouncer: 1, prepare: 1 })) expect([role, roles.filter((one) => one === role).length]).toEqual([role, n])
  })
  it('names only secrets that deploy/make-secrets.mjs makes, networks, volumes and services that it has', () => {
    const there = readdirSync(join(secretsDir, 'compose'))
    // The authority's key belongs nowhere but into a safe.
    expect(Object.keys(compose.secrets).sort()).toEqual(there.filter((name) => name !== 'ca.key').sort())
    for (const [name, one] of Object.entries<any>(compose.services)) {
      for (const secret of one.secrets ?? []) expect([name, there.includes(secret)]).toEqual([name, true])
      for (const volume of one.volumes ?? []) expect([name, volume.split(':')[0] in compose.volumes]).toEqual([name, true])
      for (const other of Array.isArray(one.depends_on) ? one.depends_on : Object.keys(one.depends_on ?? {})) expect([name, other in compose.services]).toEqual([name, true])
    }
  })
  it('gives the shop variables that it knows, and no secret but by its file', () => {
    for (const [name, one] of Object.entries<any>(compose.services).filter(([name]) => /^(web|worker)/.test(name))) {
      for (const variable of Object.keys(one.environment)) expect([name, variable, known.has(variable.replace(/_FILE$/, ''))]).toEqual([name, variable, true])
      for (const variable of ['DATABASE_URL', 'CLIENT_KEY', 'SESSION_SECRET', 'ANALYTICS_KEY', 'GAME_WEBHOOK_SECRET']) expect([name, variable in one.environment, `${variable}_FILE` in one.environment]).toEqual([name, false, true])
    }
  })
  it('gives the owner\'s way to the database to workers alone', () => {
    for (const [name, one] of Object.entries<any>(compose.services).filter(([name]) => /^(web|worker)/.test(name))) {
      const worker = one.environment.ROLE === 'worker'
      expect([name, one.secrets.includes('database_direct_url'), 'DATABASE_DIRECT_URL_FILE' in one.environment]).toEqual([name, worker, worker])
      expect([name, one.secrets.some((secret: string) => /owner|superuser|replication/.test(secret))]).toEqual([name, false])
    }
  })
  it('fills in every value of the templates', () => {
    const given = (part: string): string[] => [...new Set(Object.values<any>(compose.services).filter((one) => one.command?.[0] === part).flatMap((one) => Object.keys(one.environment)))]
    const exported = [...read('deploy/database/entry.sh').matchAll(/\b([A-Z][A-Z_]+)="\$[{(]/g)].map((match) => match[1])
    for (const [file, part] of [['patroni.yml', 'patroni'], ['haproxy.cfg', 'haproxy'], ['pgbouncer.ini', 'pgbouncer']] as const) {
      const wanted = new Set([...read(`deploy/database/${file}`).matchAll(/\$\{(\w+)\}/g)].map((match) => match[1] ?? ''))
      expect([file, [...wanted].filter((name) => !given(part).includes(name) && !exported.includes(name))]).toEqual([file, []])
    }
  })
})

describe('the chart', () => {
  const folder = 'deploy/helm/hc-portal'
  const publicUrl = 'https://shop.example'
  const all = (values: object = {}): any[] => renderChart(folder, { publicUrl, ...values }).flatMap(({ documents }) => documents)
  const kinds = (documents: any[]): string[] => documents.map((one) => `${one.kind} ${one.metadata.name}`).sort()
  const pods = (documents: any[]): any[] => documents.flatMap((one) => one.kind === 'Deployment' || one.kind === 'StatefulSet' ? [one.spec.template.spec] : one.kind === 'CronJob' ? [one.spec.jobTemplate.spec.template.spec] : [])

  const noCluster = { cluster: { enabled: false } }
  const backedUp = { cluster: { backup: { claimName: 'backups', publicKeys: 'age1one\nage1two' } } }
  it('has web and worker, their budgets, a service, a scaler, a policy and the books', () => {
    expect(kinds(all(noCluster))).toEqual(['CronJob shop-doctor', 'CronJob shop-reconcile', 'Deployment shop-web', 'Deployment shop-worker', 'HorizontalPodAutoscaler shop-web', 'NetworkPolicy shop',
      'PodDisruptionBudget shop-web', 'PodDisruptionBudget shop-worker', 'Service shop'].sort())
    expect(kinds(all({ ...noCluster, web: { autoscaling: { enabled: false } }, networkPolicy: { enabled: false }, doctor: { enabled: false }, ingress: { enabled: true, host: 'shop.example', tlsSecret: 'tls' } })))
      .toEqual(['CronJob shop-reconcile', 'Deployment shop-web', 'Deployment shop-worker', 'Ingress shop', 'PodDisruptionBudget shop-web', 'PodDisruptionBudget shop-worker', 'Service shop'].sort())
  })
  it('is what Kubernetes\' own schemas ask of each of its objects', async () => {
    const flaws = async (one: any): Promise<string[]> => {
      const [group, version] = one.apiVersion.includes('/') ? one.apiVersion.split('/') : ['', one.apiVersion]
      const models = await import(/* @vite-ignore */ ['kubernetes-models', group, version].filter(Boolean).join('/'))
      try { new models[one.kind](one).validate(); return [] } catch (error) { return [`${one.kind} ${one.metadata.name}: ${(error as Error).message}`] }
    }
    const objects = [...all(backedUp), ...all({ ...noCluster, ingress: { enabled: true, host: 'shop.example', tlsSecret: 'tls' } })]
    expect((await Promise.all(objects.map(flaws))).flat()).toEqual([])
    const [deployment] = objects.filter(({ kind }) => kind === 'Deployment')
    for (const spec of [{ ...deployment.spec, replicas: 'two' }, { ...deployment.spec, selector: undefined }]) expect(await flaws({ ...deployment, spec })).toHaveLength(1)
  })
  it('refuses to be installed without the players\' address, or with an ingress without TLS', () => {
    expect(() => renderChart(folder, {})).toThrow('publicUrl is required')
    expect(() => all({ ingress: { enabled: true, host: 'shop.example' } })).toThrow('without TLS')
    expect(() => all({ patroni: { restUrls: ['https://db:8008'] } })).toThrow('patroni.dcs is required')
    expect(() => all({ cluster: { backup: { claimName: 'backups' } } })).toThrow('no backup goes unsealed')
  })
  it('runs nothing as root, and writes nowhere but in /tmp', () => {
    for (const pod of pods(all({ patroni: { restUrls: ['http://a:8008', 'http://b:8008'], dcs: 'etcd3' } }))) {
      expect(pod.securityContext).toMatchObject({ runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } })
      expect(pod.automountServiceAccountToken).toBe(false)
      for (const container of [...pod.containers, ...(pod.initContainers ?? [])]) expect(container.securityContext).toEqual({ allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: { drop: ['ALL'] } })
    }
  })
  it('asks the shop\'s own health, and gives it the time that it takes to stop', () => {
    for (const one of all(noCluster).filter(({ kind }) => kind === 'Deployment')) {
      const { containers: [shop], terminationGracePeriodSeconds: grace } = one.spec.template.spec
      expect([shop.livenessProbe.httpGet.path, shop.readinessProbe.httpGet.path, shop.startupProbe.httpGet.path]).toEqual(['/healthz', '/readyz', '/healthz'])
      expect(grace).toBeGreaterThan(Number(shop.lifecycle.preStop.exec.command[1]) + 20)
      expect(one.spec.selector.matchLabels).toEqual(one.spec.template.metadata.labels)
    }
  })
  it('takes secrets from a Secret alone, and sets only variables that the shop knows', () => {
    for (const pod of pods(all({ ...noCluster, env: { GAME_URL: 'https://game.example/deliver' } }))) {
      for (const { env, envFrom } of pod.containers) {
        expect(envFrom[0]).toEqual({ secretRef: { name: 'hc-portal' } })
        expect(env.map((one: any) => one.name).filter((name: string) => !known.has(name) || /SECRET|PASSWORD|KEY|DATABASE_URL/.test(name))).toEqual([])
      }
    }
  })
  it('gives the owner\'s way to the database to workers and the books alone', () => {
    for (const documents of [all(), all(noCluster)]) {
      const shops = documents.filter(({ kind, metadata }) =>
        (kind === 'Deployment' || kind === 'CronJob') && /^shop-(web|worker|doctor|reconcile)$/.test(metadata.name))
      expect(shops).toHaveLength(4)
      for (const one of shops) {
        const [{ env, envFrom }] = pods([one])[0].containers
        const web = one.metadata.name === 'shop-web'
        const owner = { secretRef: { name: 'hc-portal-owner', optional: true } }
        expect([one.metadata.name, envFrom.slice(1)]).toEqual([one.metadata.name, web ? [] : [owner]])
        // A Secret of before, with everything in it, does not bring it in either: what is set here counts.
        const direct = env.find(({ name }: any) => name === 'DATABASE_DIRECT_URL')
        expect([one.metadata.name, direct?.value]).toEqual([one.metadata.name, web ? '' : undefined])
      }
    }
    const { items } = JSON.parse(made('chart', 'kubernetes.json')) as { items: { metadata: { name: string }; data: object }[] }
    expect(items.filter(({ data }) => 'DATABASE_DIRECT_URL' in data).map(({ metadata }) => metadata.name)).toEqual(['hc-portal-owner'])
    expect(readConfig({
      DATABASE_URL: 'postgres://hc_shop@pool/hc_portal', DATABASE_DIRECT_URL: '', DATABASE_POOLER: '1', ROLE: 'web',
      DEMO: '0', CLIENT_KEY: 'abcdefghijklmnop', SESSION_SECRET: 'a'.repeat(32), ANALYTICS_KEY: 'analytics-key-1',
      GAME_WEBHOOK_SECRET: `whsec_${Buffer.from('a-production-secret-of-32-bytes!').toString('base64')}` }).directUrl).toBe(null)
  })
  it('stops before the shop where an old Patroni stands on etcd3, by the same check', () => {
    const [pod] = pods(all({ ...noCluster, patroni: { restUrls: ['http://a:8008', 'http://b:8008'], dcs: 'etcd3' } }).filter(({ kind }) => kind === 'Deployment'))
    expect(pod.initContainers[0].command).toEqual(['node', 'deploy/check-patroni.mjs', '--rest', 'http://a:8008,http://b:8008', '--dcs', 'etcd3'])
  })
  it('has a database of three under Patroni and three of etcd, each on a machine and a volume of its own, behind HAProxy and PgBouncer', () => {
    const documents = all()
    for (const part of ['etcd', 'patroni']) {
      const { spec } = documents.find(({ kind, metadata }) => kind === 'StatefulSet' && metadata.name === `shop-${part}`)
      expect([part, spec.replicas, spec.podManagementPolicy, spec.volumeClaimTemplates.length]).toEqual([part, 3, 'Parallel', 1])
      const [apart] = spec.template.spec.affinity.podAntiAffinity.requiredDuringSchedulingIgnoredDuringExecution
      expect([apart.topologyKey, apart.labelSelector.matchLabels]).toEqual(['kubernetes.io/hostname', spec.template.metadata.labels])
      for (const member of [0, 1, 2]) expect(documents.find(({ kind, metadata }) => kind === 'Service' && metadata.name === `shop-${part}-${member}`).spec.selector['statefulset.kubernetes.io/pod-name']).toBe(`shop-${part}-${member}`)
    }
    for (const part of ['haproxy', 'pgbouncer']) expect(documents.find(({ kind, metadata }) => kind === 'Deployment' && metadata.name === `shop-${part}`).spec.replicas).toBe(2)
    expect(kinds(documents)).toEqual(expect.arrayContaining(['etcd', 'patroni', 'haproxy', 'pgbouncer'].map((part) => `PodDisruptionBudget shop-${part}`)))
  })
  it('probes members that let nobody in without a certificate, and gives the shop the authority and no key', () => {
    const documents = all()
    const member = (part: string): any => documents.find(({ kind, metadata }) => kind === 'StatefulSet' && metadata.name === `shop-${part}`).spec.template.spec.containers[0]
    expect([member('etcd').readinessProbe.httpGet, member('etcd').ports.find((port: any) => port.name === 'health')]).toEqual([{ path: '/health', port: 'health' }, { name: 'health', containerPort: 2381 }])
    for (const probe of ['readinessProbe', 'livenessProbe']) expect(member('patroni')[probe].httpGet).toMatchObject({ port: 'rest', scheme: 'HTTPS' })
    const mounts = (list: any[]): any[] => pods(list.filter(({ metadata }) => /^shop-(web|worker|doctor|reconcile)$/.test(metadata.name))).map((pod) => [pod.volumes.find(({ name }: any) => name === 'database-ca')?.secret.items, pod.containers[0].volumeMounts.find(({ name }: any) => name === 'database-ca')?.mountPath])
    expect(mounts(documents)).toEqual(Array.from({ length: 4 }, () => [[{ key: 'ca.crt', path: 'ca.crt' }], '/run/database']))
    expect(mounts(all({ ...noCluster, database: { caSecretName: 'my-ca' } })).every(([, path]) => path === '/run/database')).toBe(true)
    expect(pods(all(noCluster)).some((pod) => pod.volumes?.some(({ name }: any) => name === 'database-ca'))).toBe(false)
  })
  it('writes backups only sealed: archive and base go where the public keys are, and nobody has the private one', () => {
    expect(all().some(({ metadata }) => /backup/.test(metadata.name))).toBe(false)
    const documents = all(backedUp)
    const [job] = pods(documents.filter(({ kind, metadata }) => kind === 'CronJob' && metadata.name === 'shop-backup'))
    const [members] = pods(documents.filter(({ kind, metadata }) => kind === 'StatefulSet' && metadata.name === 'shop-patroni'))
    for (const { containers: [container] } of [job, members]) expect(container.volumeMounts).toEqual(expect.arrayContaining([{ name: 'backup', mountPath: '/backup' }, { name: 'backup-keys', mountPath: '/etc/hc-backup', readOnly: true }]))
    expect(documents.find(({ kind }) => kind === 'ConfigMap').data).toEqual({ 'backup.pub': 'age1one\nage1two' })
    expect([read('deploy/database/entry.sh'), read('deploy/database/backup.sh')].every((script) => script.includes('/etc/hc-backup/backup.pub'))).toBe(true)
    expect(read('deploy/database/patroni.yml')).toMatch(/archive_command: sh \/etc\/hc\/backup\.sh archive %p %f$/m)
  })
  it('fits together: selectors find pods, ports and volumes have their names, templates their values, and every secret is one that is made', () => {
    const documents = all(backedUp)
    const templates = documents.filter(({ kind }) => kind === 'Deployment' || kind === 'StatefulSet').map((one) => ({ labels: { ...one.spec.template.metadata.labels, ...(one.kind === 'StatefulSet' ? { 'statefulset.kubernetes.io/pod-name': `${one.metadata.name}-` } : {}) }, one }))
    const finds = (selector: Record<string, string>): any[] => templates.filter(({ labels }) => Object.entries(selector).every(([key, value]) => key === 'statefulset.kubernetes.io/pod-name' ? labels[key] && value.startsWith(labels[key]) : labels[key] === value))
    for (const one of documents.filter(({ kind }) => kind === 'Service' || kind === 'PodDisruptionBudget')) {
      const found = finds(one.kind === 'Service' ? one.spec.selector : one.spec.selector.matchLabels)
      expect([one.metadata.name, found.length]).toEqual([one.metadata.name, 1])
      const open = found[0].one.spec.template.spec.containers[0].ports
      for (const port of one.spec.ports ?? []) expect([one.metadata.name, port.name, open.some((other: any) => port.targetPort ? other.name === port.targetPort : other.containerPort === port.port)]).toEqual([one.metadata.name, port.name, true])
    }
    const exported = [...read('deploy/database/entry.sh').matchAll(/\b([A-Z][A-Z_]+)="\$[{(]/g)].map((match) => match[1])
    for (const { one } of templates) {
      const { spec } = one.spec.template
      const volumes = [...(spec.volumes ?? []), ...(one.spec.volumeClaimTemplates ?? []).map(({ metadata }: any) => metadata)]
      expect(one.spec.selector.matchLabels).toEqual(one.spec.template.metadata.labels)
      for (const container of [...spec.containers, ...(spec.initContainers ?? [])]) {
        for (const mount of container.volumeMounts ?? []) expect([one.metadata.name, mount.name, volumes.some(({ name }: any) => name === mount.name)]).toEqual([one.metadata.name, mount.name, true])
        for (const probe of [container.readinessProbe, container.livenessProbe, container.startupProbe].filter(Boolean)) expect(container.ports.map(({ name }: any) => name)).toContain((probe.httpGet ?? probe.tcpSocket).port)
        const file = ({ patroni: 'patroni.yml', haproxy: 'haproxy.cfg', pgbouncer: 'pgbouncer.ini' } as Record<string, string>)[container.args?.[0]]
        if (file) expect([file, [...read(`deploy/database/${file}`).matchAll(/\$\{(\w+)\}/g)].map((match) => match[1]).filter((name) => !exported.includes(name) && !container.env.some((given: any) => given.name === name))]).toEqual([file, []])
      }
      for (const { secret, projected } of volumes.filter((volume: any) => volume.secret ?? volume.projected)) {
        for (const one of projected ? projected.sources.map((source: any) => source.secret) : [{ ...secret, name: secret.secretName }]) {
          const known = (JSON.parse(made('chart', 'kubernetes.json')) as { items: any[] }).items.find(({ metadata }) => metadata.name === one.name)
          for (const { key } of one.items) expect([one.name, key, key in (known?.data ?? {})]).toEqual([one.name, key, true])
        }
      }
    }
  })
  it('runs the doctor and the reconciliation with the commands that the image has', () => {
    const args = all().filter(({ kind }) => kind === 'CronJob').map((one) => one.spec.jobTemplate.spec.template.spec.containers[0].args)
    expect(args).toEqual([['node', 'tools/doctor.ts'], ['node', 'tools/reconcile.ts', '--days', '2']])
    expect(readdirSync('tools')).toEqual(expect.arrayContaining(args.map((one) => one[1].replace('tools/', ''))))
  })
})
