import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '../../../apps/server/src/config/config.ts'
import { renderChart } from './render.ts'
import { settings } from '../../../apps/server/src/config/schema.ts'

type Named = { name: string }
type Meta = Named & { labels: Record<string, string> }
type Labels = { matchLabels: Record<string, string> }
type Port = Named & { containerPort: number; port: number; targetPort?: string }
type Probe = { httpGet: { path: string; port: string; scheme?: string }; tcpSocket: { port: string } }
type Container = Named & {
  args?: string[]
  command?: string[]
  env: (Named & { value?: string })[]
  envFrom: { secretRef: { name: string; optional?: boolean } }[]
  ports: [Port, ...Port[]]
  volumeMounts: (Named & { mountPath: string })[]
  readinessProbe: Probe
  livenessProbe: Probe
  startupProbe: Probe
  lifecycle: { preStop: { exec: { command: string[] } } }
  securityContext: Record<string, unknown>
}
type Keys = { items: { key: string; path: string }[] }
type Volume = Named & {
  secret?: Keys & { secretName: string }
  projected?: { sources: { secret: Keys & Named }[] }
}
type Pod = {
  containers: [Container, ...Container[]]
  initContainers?: Container[]
  volumes?: Volume[]
  terminationGracePeriodSeconds: number
  securityContext: Record<string, unknown>
  automountServiceAccountToken: boolean
  enableServiceLinks?: boolean
  affinity: {
    podAntiAffinity: {
      requiredDuringSchedulingIgnoredDuringExecution: [{ topologyKey: string; labelSelector: Labels }]
    }
  }
}
/** The fields of the chart's objects that these tests read. */
type Manifest = {
  apiVersion: string
  kind: string
  metadata: Meta
  data: Record<string, string>
  spec: {
    selector: Labels & Record<string, string>
    ports: Port[]
    replicas: number
    podManagementPolicy: string
    template: { metadata: Meta; spec: Pod }
    jobTemplate: { spec: { template: { spec: Pod } } }
    volumeClaimTemplates?: { metadata: Volume }[]
  }
}

/** A value that the test goes on to read must be there. */
function present<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('the chart does not make it')
  return value
}

const read = (path: string): string => readFileSync(path, 'utf8')
/** Every variable that the shop knows. */
const settingNames = new Set(Object.keys(settings.shape))

/** The secrets of deploy/make-secrets.mjs, for compose.yaml and for the chart. */
const secretsDir = mkdtempSync(join(tmpdir(), 'hc-made-'))
const make = (script: string, ...args: string[]): string =>
  execFileSync(process.execPath, [`deploy/${script}.mjs`, ...args], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  })
const secretFile = (folder: string, name: string): string => read(join(secretsDir, folder, name))
beforeAll(() => {
  make('make-secrets', join(secretsDir, 'compose'))
  make('make-secrets', join(secretsDir, 'chart'), '--release', 'shop')
}, 30_000)
afterAll(() => rmSync(secretsDir, { recursive: true }))

describe('the chart', () => {
  const folder = 'deploy/helm/hc-portal'
  const publicUrl = 'https://shop.example'
  const all = (values: object = {}): Manifest[] =>
    renderChart(folder, { publicUrl, ...values }).flatMap(({ documents }) => documents as Manifest[])
  const kinds = (documents: Manifest[]): string[] =>
    documents.map((document) => `${document.kind} ${document.metadata.name}`).sort()
  const pods = (documents: Manifest[]): Pod[] =>
    documents.flatMap((document) =>
      document.kind === 'Deployment' || document.kind === 'StatefulSet'
        ? [document.spec.template.spec]
        : document.kind === 'CronJob'
          ? [document.spec.jobTemplate.spec.template.spec]
          : [],
    )

  const noCluster = { cluster: { enabled: false } }
  const desk = {
    console: {
      enabled: true,
      url: 'https://desk.example',
      allow: ['10.0.0.0/8'],
      ingress: { enabled: true, host: 'desk.example', tlsSecret: 'tls' },
    },
  }
  const backedUp = { cluster: { backup: { claimName: 'backups', publicKeys: 'age1one\nage1two' } } }
  it('has web and worker, their budgets, a service, a scaler, a policy and the books', () => {
    expect(kinds(all(noCluster))).toEqual(
      [
        'CronJob shop-doctor',
        'CronJob shop-reconcile',
        'Deployment shop-web',
        'Deployment shop-worker',
        'HorizontalPodAutoscaler shop-web',
        'NetworkPolicy shop',
        'PodDisruptionBudget shop-web',
        'PodDisruptionBudget shop-worker',
        'Service shop',
      ].sort(),
    )
    expect(
      kinds(
        all({
          ...noCluster,
          web: { autoscaling: { enabled: false } },
          networkPolicy: { enabled: false },
          doctor: { enabled: false },
          ingress: { enabled: true, host: 'shop.example', tlsSecret: 'tls' },
        }),
      ),
    ).toEqual(
      [
        'CronJob shop-reconcile',
        'Deployment shop-web',
        'Deployment shop-worker',
        'Ingress shop',
        'PodDisruptionBudget shop-web',
        'PodDisruptionBudget shop-worker',
        'Service shop',
      ].sort(),
    )
  })
  it('takes no variable into any pod that Kubernetes makes of the names of services', () => {
    // A service called "console" would set CONSOLE_PORT to an address.
    const allPods = pods([...all({ ...backedUp, ...desk }), ...all(noCluster)])
    expect(allPods.length).toBeGreaterThan(6)
    expect(allPods.filter(({ enableServiceLinks = true }) => enableServiceLinks)).toEqual([])
  })
  it("satisfies Kubernetes' own schemas with each object", async () => {
    const flaws = async (manifest: Omit<Manifest, 'spec'> & { spec: object }): Promise<string[]> => {
      const [group, version] = manifest.apiVersion.includes('/')
        ? manifest.apiVersion.split('/')
        : ['', manifest.apiVersion]
      const models = await import(/* @vite-ignore */ ['kubernetes-models', group, version].filter(Boolean).join('/'))
      try {
        new models[manifest.kind](manifest).validate()
        return []
      } catch (error) {
        return [`${manifest.kind} ${manifest.metadata.name}: ${(error as Error).message}`]
      }
    }
    const objects = [
      ...all({ ...backedUp, ...desk }),
      ...all({ ...noCluster, ingress: { enabled: true, host: 'shop.example', tlsSecret: 'tls' } }),
    ]
    expect((await Promise.all(objects.map(flaws))).flat()).toEqual([])
    const deployment = present(objects.find(({ kind }) => kind === 'Deployment'))
    for (const spec of [
      { ...deployment.spec, replicas: 'two' },
      { ...deployment.spec, selector: undefined },
    ])
      expect(await flaws({ ...deployment, spec })).toHaveLength(1)
  })
  it('has the publisher’s desk if it is enabled, with its own process, service and host', () => {
    expect(kinds(all({ ...noCluster, ...desk })).filter((kind) => kind.endsWith('-console'))).toEqual([
      'Deployment shop-console',
      'Ingress shop-console',
      'Service shop-console',
    ])
    const pod = present(
      pods(all({ ...noCluster, ...desk })).find(({ containers }) => containers[0].ports?.[0].name === 'desk'),
    )
    const { env, envFrom } = pod.containers[0]
    expect(env).toEqual(
      expect.arrayContaining([
        { name: 'ROLE', value: 'console' },
        { name: 'CONSOLE_URL', value: 'https://desk.example' },
        { name: 'CONSOLE_ALLOW', value: '10.0.0.0/8' },
      ]),
    )
    expect(env.map(({ name }: { name: string }) => name).filter((name: string) => !settingNames.has(name))).toEqual([])
    // Its login may be nothing but hc_desk, and it has no way as the owner of the tables.
    expect(envFrom).toEqual([{ secretRef: { name: 'hc-portal' } }, { secretRef: { name: 'hc-portal-desk' } }])
    expect(env.find(({ name }) => name === 'DATABASE_DIRECT_URL')?.value).toBe('')
    const ownUrl = secretFile('chart', 'console_database_url')
    expect(ownUrl).toMatch(/^postgres:\/\/hc_console:[\w-]+@shop-haproxy:5432\/hc_portal\?sslmode=verify-full/)
    expect(ownUrl).toContain(secretFile('chart', 'desk_password'))
    expect(() => all({ console: { enabled: true } })).toThrow('console.url is required')
    expect(() =>
      all({ console: { enabled: true, url: 'https://d.example', ingress: { enabled: true, host: 'd.example' } } }),
    ).toThrow('console.ingress.tlsSecret is required')
  })
  it("refuses to be installed without the players' address, or with an ingress without TLS", () => {
    expect(() => renderChart(folder, {})).toThrow('publicUrl is required')
    expect(() => all({ ingress: { enabled: true, host: 'shop.example' } })).toThrow('without TLS')
    expect(() => all({ patroni: { restUrls: ['https://db:8008'] } })).toThrow('patroni.dcs is required')
    expect(() => all({ cluster: { backup: { claimName: 'backups' } } })).toThrow('no backup goes unsealed')
  })
  it('runs nothing as root, and writes only to /tmp', () => {
    for (const pod of pods(all({ patroni: { restUrls: ['http://a:8008', 'http://b:8008'], dcs: 'etcd3' } }))) {
      expect(pod.securityContext).toMatchObject({ runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } })
      expect(pod.automountServiceAccountToken).toBe(false)
      for (const container of [...pod.containers, ...(pod.initContainers ?? [])])
        expect(container.securityContext).toEqual({
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        })
    }
  })
  it("asks the shop's own health, and gives it the time that it takes to stop", () => {
    for (const deployment of all(noCluster).filter(({ kind }) => kind === 'Deployment')) {
      const {
        containers: [shop],
        terminationGracePeriodSeconds: grace,
      } = deployment.spec.template.spec
      expect([
        shop.livenessProbe.httpGet.path,
        shop.readinessProbe.httpGet.path,
        shop.startupProbe.httpGet.path,
      ]).toEqual(['/healthz', '/readyz', '/healthz'])
      expect(grace).toBeGreaterThan(Number(shop.lifecycle.preStop.exec.command[1]) + 20)
      expect(deployment.spec.selector.matchLabels).toEqual(deployment.spec.template.metadata.labels)
    }
  })
  it('takes secrets from a Secret alone, and sets only variables that the shop knows', () => {
    for (const pod of pods(all({ ...noCluster, env: { GAME_URL: 'https://game.example/deliver' } }))) {
      for (const { env, envFrom } of pod.containers) {
        expect(envFrom[0]).toEqual({ secretRef: { name: 'hc-portal' } })
        expect(
          env
            .map((variable) => variable.name)
            .filter((name: string) => !settingNames.has(name) || /SECRET|PASSWORD|KEY|DATABASE_URL/.test(name)),
        ).toEqual([])
      }
    }
  })
  it("gives the owner's way to the database to workers and the books alone", () => {
    for (const documents of [all(), all(noCluster)]) {
      const shops = documents.filter(
        ({ kind, metadata }) =>
          (kind === 'Deployment' || kind === 'CronJob') && /^shop-(web|worker|doctor|reconcile)$/.test(metadata.name),
      )
      expect(shops).toHaveLength(4)
      for (const shop of shops) {
        const [{ env, envFrom }] = present(pods([shop])[0]).containers
        const web = shop.metadata.name === 'shop-web'
        const owner = { secretRef: { name: 'hc-portal-owner', optional: true } }
        expect([shop.metadata.name, envFrom.slice(1)]).toEqual([shop.metadata.name, web ? [] : [owner]])
        // An old Secret with all values does not add it either: only the values here count.
        const direct = env.find(({ name }) => name === 'DATABASE_DIRECT_URL')
        expect([shop.metadata.name, direct?.value]).toEqual([shop.metadata.name, web ? '' : undefined])
      }
    }
    const { items } = JSON.parse(secretFile('chart', 'kubernetes.json')) as {
      items: { metadata: { name: string }; data: object }[]
    }
    expect(items.filter(({ data }) => 'DATABASE_DIRECT_URL' in data).map(({ metadata }) => metadata.name)).toEqual([
      'hc-portal-owner',
    ])
    expect(
      readConfig({
        DATABASE_URL: 'postgres://hc_shop@pool/hc_portal',
        DATABASE_DIRECT_URL: '',
        DATABASE_POOLER: '1',
        ROLE: 'web',
        DEMO: '0',
        CLIENT_KEY: 'abcdefghijklmnop',
        SESSION_SECRET: 'a'.repeat(32),
        ANALYTICS_KEY: 'analytics-key-1',
        GAME_WEBHOOK_SECRET: `whsec_${Buffer.from('a-production-secret-of-32-bytes!').toString('base64')}`,
      }).directUrl,
    ).toBe(null)
  })
  it('stops before the shop starts if an old Patroni uses etcd3, by the same check', () => {
    const [pod] = pods(
      all({ ...noCluster, patroni: { restUrls: ['http://a:8008', 'http://b:8008'], dcs: 'etcd3' } }).filter(
        ({ kind }) => kind === 'Deployment',
      ),
    )
    expect(pod?.initContainers?.[0]?.command).toEqual([
      'node',
      'deploy/check-patroni.mjs',
      '--rest',
      'http://a:8008,http://b:8008',
      '--dcs',
      'etcd3',
    ])
  })
  it('has a database of three under Patroni and three of etcd, each on a machine and a volume of its own, behind HAProxy and PgBouncer', () => {
    const documents = all()
    for (const part of ['etcd', 'patroni']) {
      const { spec } = present(
        documents.find(({ kind, metadata }) => kind === 'StatefulSet' && metadata.name === `shop-${part}`),
      )
      expect([part, spec.replicas, spec.podManagementPolicy, spec.volumeClaimTemplates?.length]).toEqual([
        part,
        3,
        'Parallel',
        1,
      ])
      const apart = spec.template.spec.affinity.podAntiAffinity.requiredDuringSchedulingIgnoredDuringExecution[0]
      expect([apart.topologyKey, apart.labelSelector.matchLabels]).toEqual([
        'kubernetes.io/hostname',
        spec.template.metadata.labels,
      ])
      for (const member of [0, 1, 2])
        expect(
          documents.find(({ kind, metadata }) => kind === 'Service' && metadata.name === `shop-${part}-${member}`)?.spec
            .selector['statefulset.kubernetes.io/pod-name'],
        ).toBe(`shop-${part}-${member}`)
    }
    for (const part of ['haproxy', 'pgbouncer'])
      expect(
        documents.find(({ kind, metadata }) => kind === 'Deployment' && metadata.name === `shop-${part}`)?.spec
          .replicas,
      ).toBe(2)
    expect(kinds(documents)).toEqual(
      expect.arrayContaining(
        ['etcd', 'patroni', 'haproxy', 'pgbouncer'].map((part) => `PodDisruptionBudget shop-${part}`),
      ),
    )
  })
  it('probes members that require a client certificate, and gives the shop the CA certificate and no key', () => {
    const documents = all()
    const member = (part: string): Container =>
      present(documents.find(({ kind, metadata }) => kind === 'StatefulSet' && metadata.name === `shop-${part}`)).spec
        .template.spec.containers[0]
    expect([
      member('etcd').readinessProbe.httpGet,
      member('etcd').ports.find((port) => port.name === 'health'),
    ]).toEqual([
      { path: '/health', port: 'health' },
      { name: 'health', containerPort: 2381 },
    ])
    for (const probe of ['readinessProbe', 'livenessProbe'] as const)
      expect(member('patroni')[probe].httpGet).toMatchObject({ port: 'rest', scheme: 'HTTPS' })
    const mounts = (list: Manifest[]): [Keys['items'] | undefined, string | undefined][] =>
      pods(list.filter(({ metadata }) => /^shop-(web|worker|doctor|reconcile)$/.test(metadata.name))).map((pod) => [
        pod.volumes?.find(({ name }) => name === 'database-ca')?.secret?.items,
        pod.containers[0].volumeMounts.find(({ name }) => name === 'database-ca')?.mountPath,
      ])
    expect(mounts(documents)).toEqual(
      Array.from({ length: 4 }, () => [[{ key: 'ca.crt', path: 'ca.crt' }], '/run/database']),
    )
    expect(
      mounts(all({ ...noCluster, database: { caSecretName: 'my-ca' } })).every(([, path]) => path === '/run/database'),
    ).toBe(true)
    expect(pods(all(noCluster)).some((pod) => pod.volumes?.some(({ name }) => name === 'database-ca'))).toBe(false)
  })
  it('encrypts archive and base backups with public keys, and no pod has the private key', () => {
    expect(all().some(({ metadata }) => /backup/.test(metadata.name))).toBe(false)
    const documents = all(backedUp)
    const [job] = pods(documents.filter(({ kind, metadata }) => kind === 'CronJob' && metadata.name === 'shop-backup'))
    const [members] = pods(
      documents.filter(({ kind, metadata }) => kind === 'StatefulSet' && metadata.name === 'shop-patroni'),
    )
    for (const {
      containers: [container],
    } of [present(job), present(members)])
      expect(container.volumeMounts).toEqual(
        expect.arrayContaining([
          { name: 'backup', mountPath: '/backup' },
          { name: 'backup-keys', mountPath: '/etc/hc-backup', readOnly: true },
        ]),
      )
    expect(present(documents.find(({ kind }) => kind === 'ConfigMap')).data).toEqual({
      'backup.pub': 'age1one\nage1two',
    })
    expect(
      [read('deploy/database/entry.sh'), read('deploy/database/backup.sh')].every((script) =>
        script.includes('/etc/hc-backup/backup.pub'),
      ),
    ).toBe(true)
    expect(read('deploy/database/patroni.yml')).toMatch(/archive_command: sh \/etc\/hc\/backup\.sh archive %p %f$/m)
  })
  it('fits together: selectors find pods, ports and volumes have their names, templates their values, and every secret is one that is made', () => {
    const documents = all({ ...backedUp, ...desk })
    type Template = { labels: Record<string, string>; one: Manifest }
    const templates: Template[] = documents
      .filter(({ kind }) => kind === 'Deployment' || kind === 'StatefulSet')
      .map((template) => ({
        labels: {
          ...template.spec.template.metadata.labels,
          ...(template.kind === 'StatefulSet'
            ? { 'statefulset.kubernetes.io/pod-name': `${template.metadata.name}-` }
            : {}),
        },
        one: template,
      }))
    const finds = (selector: Record<string, string>): Template[] =>
      templates.filter(({ labels }) =>
        Object.entries(selector).every(([key, value]) =>
          key === 'statefulset.kubernetes.io/pod-name'
            ? labels[key] && value.startsWith(labels[key])
            : labels[key] === value,
        ),
      )
    for (const document of documents.filter(({ kind }) => kind === 'Service' || kind === 'PodDisruptionBudget')) {
      const matches = finds(document.kind === 'Service' ? document.spec.selector : document.spec.selector.matchLabels)
      expect([document.metadata.name, matches.length]).toEqual([document.metadata.name, 1])
      const open = present(matches[0]).one.spec.template.spec.containers[0].ports
      for (const port of document.spec.ports ?? [])
        expect([
          document.metadata.name,
          port.name,
          open.some((other) => (port.targetPort ? other.name === port.targetPort : other.containerPort === port.port)),
        ]).toEqual([document.metadata.name, port.name, true])
    }
    const exported = [...read('deploy/database/entry.sh').matchAll(/\b([A-Z][A-Z_]+)="\$[{(]/g)].map(
      (match) => match[1],
    )
    for (const { one } of templates) {
      const { spec } = one.spec.template
      const volumes = [
        ...(spec.volumes ?? []),
        ...(one.spec.volumeClaimTemplates ?? []).map(({ metadata }) => metadata),
      ]
      expect(one.spec.selector.matchLabels).toEqual(one.spec.template.metadata.labels)
      for (const container of [...spec.containers, ...(spec.initContainers ?? [])]) {
        for (const mount of container.volumeMounts ?? [])
          expect([one.metadata.name, mount.name, volumes.some(({ name }) => name === mount.name)]).toEqual([
            one.metadata.name,
            mount.name,
            true,
          ])
        for (const probe of [container.readinessProbe, container.livenessProbe, container.startupProbe].filter(Boolean))
          expect(container.ports.map(({ name }) => name)).toContain((probe.httpGet ?? probe.tcpSocket).port)
        const file = (
          { patroni: 'patroni.yml', haproxy: 'haproxy.cfg', pgbouncer: 'pgbouncer.ini' } as Record<string, string>
        )[container.args?.[0] ?? '']
        if (file)
          expect([
            file,
            [...read(`deploy/database/${file}`).matchAll(/\$\{(\w+)\}/g)]
              .map((match) => match[1])
              .filter((name) => !exported.includes(name) && !container.env.some((variable) => variable.name === name)),
          ]).toEqual([file, []])
      }
      for (const { secret, projected } of volumes.filter((volume) => volume.secret ?? volume.projected)) {
        for (const source of projected
          ? projected.sources.map((source) => source.secret)
          : secret
            ? [{ ...secret, name: secret.secretName }]
            : []) {
          const keysSecret = (JSON.parse(secretFile('chart', 'kubernetes.json')) as { items: Manifest[] }).items.find(
            ({ metadata }) => metadata.name === source.name,
          )
          for (const { key } of source.items)
            expect([source.name, key, key in (keysSecret?.data ?? {})]).toEqual([source.name, key, true])
        }
      }
    }
  })
  it('runs the doctor and the reconciliation with the commands that the image has', () => {
    const args = all()
      .filter(({ kind }) => kind === 'CronJob')
      .map((job) => job.spec.jobTemplate.spec.template.spec.containers[0].args)
    expect(args).toEqual([
      ['node', 'apps/server/src/commands/doctor.ts'],
      ['node', 'apps/server/src/commands/reconcile.ts', '--days', '2'],
    ])
    for (const arg of args) expect(existsSync(present(arg?.[1]))).toBe(true)
  })
})
