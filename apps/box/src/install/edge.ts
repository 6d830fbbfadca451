import { fileStep } from '../kinds.ts'
import type { Machine } from '../machine.ts'
import { paths } from '../paths.ts'
import { must, type Step, StepError } from '../steps.ts'
import { edgeConfig, maintenancePage } from '../templates/edge.ts'
import { weightsOf } from '../upgrade/edge.ts'
import { certificateScript } from '../templates/scripts.ts'
import { edgeUnit, timerUnits } from '../templates/units.ts'
import type { Plan } from './plan.ts'
import { enableStep } from './shop.ts'

const pem = `${paths.tls}/hc.pem`
const script = `${paths.etc}/certificate.sh`
const live = '/etc/letsencrypt/live/hc/fullchain.pem'

/** The edge needs a certificate to start: until the authority gives one, it shows one of its own. */
function temporaryStep({ shopHost, deskHost }: Plan): Step {
  return {
    name: 'temporary certificate',
    look: async ({ files }) =>
      (await files.exists(pem)) ? null : 'makes a certificate that no browser trusts, for now',
    async do(machine) {
      const [key, certificate] = [`${paths.tls}/own.key`, `${paths.tls}/own.crt`]
      await must(machine, 'openssl', [
        'req',
        '-x509',
        '-newkey',
        'ec',
        '-pkeyopt',
        'ec_paramgen_curve:P-256',
        '-nodes',
        '-days',
        '30',
        '-keyout',
        key,
        '-out',
        certificate,
        '-subj',
        `/CN=${shopHost}`,
        '-addext',
        `subjectAltName=DNS:${shopHost},DNS:${deskHost}`,
      ])
      const [keyText = '', text = ''] = [await machine.files.read(key), await machine.files.read(certificate)]
      // HAProxy reads every file of the folder.
      await machine.files.remove(key)
      await machine.files.remove(certificate)
      await machine.files.write(pem, keyText + text, 0o600)
    },
    async undo({ files }) {
      await files.remove(pem)
    },
  }
}

/** Where a host leads, as this machine sees it. */
export async function addressesOf(machine: Machine, host: string): Promise<string[]> {
  const { stdout } = await machine.run('getent', ['ahosts', host], { timeoutMs: 15_000 })
  return [...new Set(stdout.split('\n').map((line) => line.split(/\s+/)[0] ?? ''))].filter(Boolean)
}
export async function ownAddresses(machine: Machine): Promise<string[]> {
  const { stdout } = await machine.run('hostname', ['-I'])
  return stdout.trim().split(/\s+/).filter(Boolean)
}

/** Sentences on records that are missing or lead elsewhere; behind a router this machine does not know its address. */
async function recordsWanted(machine: Machine, hosts: readonly string[]): Promise<string[]> {
  const ownHere = await ownAddresses(machine)
  const lines = []
  for (const host of hosts) {
    const seenAddresses = await addressesOf(machine, host)
    if (seenAddresses.length === 0) lines.push(`${host} has no record yet: it must lead here (${ownHere.join(', ')})`)
    const away = seenAddresses.filter((address) => address.includes(':') && !ownHere.includes(address))
    if (away.length > 0 && seenAddresses.some((address) => ownHere.includes(address)))
      lines.push(`the AAAA record of ${host} leads to another machine (${away.join(', ')}): remove or correct it`)
  }
  return lines
}

const RECORDS_MS = 10_000

/**
 * Waits until both names lead somewhere right, and says what is missing whenever that changes. A stop ends the wait
 * alone: the install goes on later.
 */
export async function awaitRecords(
  machine: Machine,
  hosts: readonly string[],
  { say, stopAsked }: { say: (line: string) => void; stopAsked: () => boolean },
): Promise<void> {
  let before = ''
  while (!stopAsked()) {
    const missing = (await recordsWanted(machine, hosts)).join('\n')
    if (missing === '') return
    if (missing !== before)
      say(`${missing}\nThe install waits for the records; hc install --later goes on without them.`)
    before = missing
    await machine.pause(RECORDS_MS)
  }
}

function certificateStep({ shopHost, deskHost }: Plan): Step {
  return {
    name: 'certificate',
    mayFail: true,
    look: async ({ files }) =>
      (await files.exists(live)) ? null : 'asks the authority for a certificate of both hosts',
    async do(machine) {
      const records = await recordsWanted(machine, [shopHost, deskHost])
      if (records.length > 0)
        throw new StepError(`${records.join('\n')}\nthe timer hc-cert asks again every 10 minutes`)
      const { code, stdout, stderr } = await machine.run(script, [], { timeoutMs: 180_000 })
      if (code !== 0)
        throw new StepError(
          `the authority gave none: ${`${stdout}\n${stderr}`.trim().split('\n').slice(-8).join('\n')}\n` +
            'the timer hc-cert asks again every 10 minutes',
        )
      await must(machine, script, ['deploy'])
    },
    undo: () => Promise.resolve(),
  }
}

/** How the brand's own pages look, for the page that the edge has. */
export async function lookOf({ files }: Machine, shopHost: string) {
  const brand = JSON.parse((await files.read(`${paths.brand}/brand.json`)) ?? '{}') as {
    site?: string
    colours?: { page?: string; ink?: string }
  }
  return {
    site: brand.site ?? shopHost,
    page: brand.colours?.page ?? '#fff',
    ink: brand.colours?.ink ?? '#111',
  }
}

const reload = [['systemctl', 'daemon-reload']] as const

/** Ask for the certificate, and renew it. */
function certificateSteps(plan: Plan): Step[] {
  const { shopHost, deskHost, ownerEmail, own: answers } = plan
  const cert = timerUnits({
    about: 'the certificate of both hosts',
    command: script,
    when: 'OnBootSec=2min\nOnUnitActiveSec=10min\nRandomizedDelaySec=1min',
  })
  return [
    fileStep({
      name: 'certificate script',
      path: script,
      mode: 0o755,
      content: certificateScript({
        hosts: [shopHost, deskHost],
        email: ownerEmail,
        server: answers.ACME_SERVER ?? null,
        ca: answers.ACME_CA ?? null,
      }),
    }),
    certificateStep(plan),
    fileStep({
      name: 'unit hc-cert.service',
      path: `${paths.units}/hc-cert.service`,
      content: cert.service,
      after: reload,
    }),
    fileStep({ name: 'unit hc-cert.timer', path: `${paths.units}/hc-cert.timer`, content: cert.timer, after: reload }),
    enableStep('hc-cert.timer'),
  ]
}

/**
 * Behind another server of the machine it has neither ports 80 and 443 nor certificates. All else is the same, so
 * upgrades, restarts and a move are, too.
 */
export function edgeSteps(plan: Plan): Step[] {
  const { shopHost, deskHost, hasSixth, foreignEdge: isBehind } = plan
  return [
    fileStep({
      name: 'maintenance page',
      path: paths.maintenance,
      content: async (machine) => maintenancePage(await lookOf(machine, shopHost)),
    }),
    ...(isBehind ? [] : [temporaryStep(plan)]),
    fileStep({
      name: 'unit hc-edge.service',
      path: `${paths.units}/hc-edge.service`,
      content: edgeUnit,
      after: reload,
    }),
    fileStep({
      name: 'edge',
      path: paths.edge,
      content: async (machine) =>
        edgeConfig({ shopHost, deskHost, hasSixth, isBehind, weights: await weightsOf(machine) }),
      after: [['systemctl', 'try-reload-or-restart', 'hc-edge.service']],
    }),
    enableStep('hc-edge.service'),
    ...(isBehind ? [] : certificateSteps(plan)),
  ]
}
