import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { fill } from '../drill/packages.ts'
import { renderChart } from './render.ts'

const read = (path: string): string => readFileSync(path, 'utf8')
const check = (...args: string[]): Promise<{ code: number | null; text: string }> => new Promise((done) => {
  const child = spawn(process.execPath, ['deploy/check-patroni.mjs', ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => { text += chunk.toString() })
  child.on('close', (code) => { done({ code, text }) })
})
/** Every variable that the shop knows. */
const known = new Set([...`${read('apps/server/src/config.ts')}${read('apps/server/src/config-gateways.ts')}`.matchAll(/^ {2}([A-Z][A-Z0-9_]+): /gm)].map((match) => match[1]))

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

describe('the images', () => {
  it('run as somebody else than root, say how they are, and hold no secret', () => {
    const shop = read('deploy/Containerfile')
    expect(shop.split('FROM ').at(-1)).toMatch(/USER node[\s\S]*HEALTHCHECK/)
    expect(read('deploy/database/Containerfile').trim()).toMatch(/USER postgres[\s\S]*$/)
    for (const file of [shop, read('deploy/database/Containerfile')]) expect(file).not.toMatch(/^(?:ARG|ENV) .*(?:PASSWORD|SECRET|TOKEN|KEY)/m)
    expect(read('.containerignore')).toMatch(/^\*\*\/secrets$/m)
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
    const made = [...(/const secrets = \{([\s\S]*?)\n\}/.exec(read('deploy/make-secrets.mjs'))?.[1] ?? '').matchAll(/(\w+): /g)].map((match) => match[1])
    expect(Object.keys(compose.secrets).sort()).toEqual(made.sort())
    for (const [name, one] of Object.entries<any>(compose.services)) {
      for (const secret of one.secrets ?? []) expect([name, made.includes(secret)]).toEqual([name, true])
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
    const objects = [...all(), ...all({ ...noCluster, ingress: { enabled: true, host: 'shop.example', tlsSecret: 'tls' } })]
    expect((await Promise.all(objects.map(flaws))).flat()).toEqual([])
    const [deployment] = objects.filter(({ kind }) => kind === 'Deployment')
    for (const spec of [{ ...deployment.spec, replicas: 'two' }, { ...deployment.spec, selector: undefined }]) expect(await flaws({ ...deployment, spec })).toHaveLength(1)
  })
  it('refuses to be installed without the players\' address, or with an ingress without TLS', () => {
    expect(() => renderChart(folder, {})).toThrow('publicUrl is required')
    expect(() => all({ ingress: { enabled: true, host: 'shop.example' } })).toThrow('without TLS')
    expect(() => all({ patroni: { restUrls: ['http://db:8008'] } })).toThrow('patroni.dcs is required')
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
        expect(envFrom).toEqual([{ secretRef: { name: 'hc-portal' } }])
        expect(env.map((one: any) => one.name).filter((name: string) => !known.has(name) || /SECRET|PASSWORD|KEY|DATABASE_URL/.test(name))).toEqual([])
      }
    }
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
  it('fits together: selectors find pods, ports and volumes have their names, templates their values, and every secret is one that is made', () => {
    const documents = all()
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
      for (const { secret } of volumes.filter((volume: any) => volume.secret)) for (const { key } of secret.items) expect(read('deploy/make-secrets.mjs')).toContain(`${key}:`)
    }
  })
  it('runs the doctor and the reconciliation with the commands that the image has', () => {
    const args = all().filter(({ kind }) => kind === 'CronJob').map((one) => one.spec.jobTemplate.spec.template.spec.containers[0].args)
    expect(args).toEqual([['node', 'tools/doctor.ts'], ['node', 'tools/reconcile.ts', '--days', '2']])
    expect(readdirSync('tools')).toEqual(expect.arrayContaining(args.map((one) => one[1].replace('tools/', ''))))
  })
})
