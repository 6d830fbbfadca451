import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { fileURLToPath } from 'node:url'
import { boxSite } from '@hc/box/backup/box-site'
import { placeOf } from '@hc/box/backup/place'
import { addressesOf, awaitRecords, ownAddresses } from '@hc/box/install/edge'
import { installList } from '@hc/box/install/list'
import {
  isInstalled,
  machineFacts,
  obstacles,
  occupants,
  ownAnswers,
  ownSettings,
  placeAnswers,
  type Plan,
  readAnswers,
  valuesOf,
} from '@hc/box/install/plan'
import { readTakeover, type Takeover } from '@hc/box/backup/takeover'
import { withLock } from '@hc/box/lock'
import { readMove } from '@hc/box/move/list'
import { paths } from '@hc/box/paths'
import { foreignLines, foreignServer } from '@hc/box/templates/foreign-edge'
import { realMachine as machine } from '@hc/box/real-machine'
import { must, planOf, readJournal, runSteps, StepError, undoSteps } from '@hc/box/steps'
import { nodeFlags } from '../../../../../scripts/node-flags.mjs'
import { checkSet, isSecret, isSetting } from './checked-settings.ts'
import { BoxRefusal, codes, type Member, print, say } from './member.ts'
import { endTakeover, planTakeover, takeoverOf, takeOver, undoTakeover } from './takeover.ts'

/** `hc install`: a bare Debian becomes a shop, and a shop that was changed by hand is repaired. */
export const release = resolve(fileURLToPath(new URL('../../../../..', import.meta.url)))
/** Node's memory, as `npm start` sets it. */
const nodeMemory = { MALLOC_ARENA_MAX: '1', MALLOC_MMAP_THRESHOLD_: '1048576' }

type Options = {
  restore?: string
  until?: string
  recoveryKey?: string
  answers?: string
  plan?: boolean
  undo?: boolean
  small?: boolean
  later?: boolean
  edge?: string
  yes?: boolean
  json?: boolean
}

const questions = [
  ['PUBLIC_URL', "The shop's address (https://shop.example.com)"],
  ['CONSOLE_URL', "The desk's address (https://desk.shop.example.com)"],
  ['OWNER_EMAIL', "The owner's mail address"],
  ['BACKUP_TO', 'The place of backups (sftp://…, a folder; empty for later)'],
] as const

/** Asks on a terminal for what neither the answers nor the box knows. */
export async function ask(knownAnswers: Record<string, string>): Promise<Record<string, string>> {
  if (!process.stdin.isTTY) return knownAnswers
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  const answers = { ...knownAnswers }
  for (const [name, question] of questions) {
    if (answers[name] !== undefined) continue
    const host = name === 'CONSOLE_URL' && answers.PUBLIC_URL ? new URL(answers.PUBLIC_URL).host : null
    const byDefault = host === null ? '' : `https://desk.${host}`
    const answer = (await terminal.question(`${question}${byDefault && ` [${byDefault}]`}: `)).trim() || byDefault
    if (answer !== '') answers[name] = answer
  }
  terminal.close()
  return answers
}

/** Splits answers into what the box, the settings and the secrets get. @throws BoxRefusal */
function sort(answers: Record<string, string>, from: string) {
  const settings: Record<string, string> = {}
  const secrets: Record<string, string> = {}
  const ownValues: Record<string, string> = {}
  const placeFiles: Record<string, string> = {}
  for (const [name, value] of Object.entries(answers)) {
    const target = name.endsWith('_FILE') ? name.slice(0, -'_FILE'.length) : name
    const credential = placeAnswers[name]
    if ((ownAnswers as readonly string[]).includes(name)) ownValues[name] = value
    else if (credential !== undefined) {
      if (!existsSync(value)) throw new BoxRefusal(`${from}: ${name}: there is no file ${value}`)
      placeFiles[credential] = readFileSync(value, 'utf8')
    } else if (ownSettings.includes(target)) throw new BoxRefusal(`${from}: ${target} is what the box makes by itself`)
    else if (!isSetting(target)) throw new BoxRefusal(`${from}: there is no setting ${name}`)
    else if (!isSecret(target)) settings[name] = value
    else if (target === name)
      throw new BoxRefusal(`${from}: ${name} is a secret: put it into a file, and write ${name}_FILE=PATH`)
    else {
      if (!existsSync(value)) throw new BoxRefusal(`${from}: ${name}: there is no file ${value}`)
      secrets[target] = readFileSync(value, 'utf8').trim()
    }
  }
  return { settings, secrets, ownValues, placeFiles }
}

function hostOf(settings: Record<string, string>, name: 'PUBLIC_URL' | 'CONSOLE_URL'): string {
  const url = settings[name]
  if (url === undefined) throw new BoxRefusal(`${name} is missing: an answers file has it (hc install --answers FILE)`)
  if (!URL.canParse(url) || !url.startsWith('https://') || new URL(url).port !== '')
    throw new BoxRefusal(`${name} must be https://HOST: ${url}`)
  return new URL(url).hostname
}

/** The place that BACKUP_TO names; null if it is empty. @throws BoxRefusal for what is none */
export function placeIn(text: string | undefined, major: string): string | null {
  if (text === undefined || text.trim() === '') return null
  try {
    placeOf(machine, boxSite({ place: text.trim(), version: '', major, port: 0 }))
  } catch (error) {
    throw new BoxRefusal(error instanceof Error ? error.message : String(error))
  }
  return text.trim()
}

/** Whether the box's own edge has ports 80 and 443. @throws BoxRefusal */
async function edgeOf({ edge }: Options): Promise<'own' | 'none'> {
  const before = (await valuesOf(machine, paths.box)).EDGE === 'none' ? 'none' : 'own'
  const wish = edge ?? before
  if (wish !== 'own' && wish !== 'none') throw new BoxRefusal(`--edge is own or none: ${wish}`)
  // An install that was cut before it wrote its answers has chosen nothing yet.
  if (wish !== before && (await machine.files.exists(paths.box)))
    throw new BoxRefusal(`this box was installed with --edge ${before}, and keeps it`)
  return wish
}

/** What this machine is. @throws BoxRefusal if it can be no box */
async function readFacts(options: Options) {
  const facts = await machineFacts(machine)
  const installed = await isInstalled(machine)
  const foreignEdge = (await edgeOf(options)) === 'none'
  const stands = await obstacles(machine, facts, { small: options.small === true, installed, foreignEdge })
  if (stands.length > 0)
    throw new BoxRefusal(
      `this machine can be no box: ${stands.join('; ')}${options.small ? '' : ' (--small is for trying)'}`,
    )
  const { version } = JSON.parse(readFileSync(`${release}/package.json`, 'utf8')) as { version: string }
  return { ...facts, release, version, foreignEdge }
}

/** The lines of an answers file; none if no file is named. @throws BoxRefusal */
export function answersOf(path: string | undefined): Record<string, string> {
  if (path === undefined) return {}
  if (!existsSync(path)) throw new BoxRefusal(`there is no file ${path}`)
  return readAnswers(readFileSync(path, 'utf8'), path)
}

/** Answers, checked as the shop's own start checks them. @throws BoxRefusal with the sentence */
export function checkAnswers(answers: Record<string, string>, from: string) {
  const { settings, secrets, ownValues, placeFiles } = sort(answers, from)
  const shopHost = hostOf(settings, 'PUBLIC_URL')
  const deskHost = hostOf({ CONSOLE_URL: `https://desk.${shopHost}`, ...settings }, 'CONSOLE_URL')
  if (shopHost === deskHost) throw new BoxRefusal('CONSOLE_URL: the desk needs a host of its own')
  const { BRAND_FROM: brandFrom = null, ...ownKept } = ownValues
  if (brandFrom !== null && !existsSync(`${brandFrom}/brand.json`))
    throw new BoxRefusal(`BRAND_FROM: there is no ${brandFrom}/brand.json`)
  // Only hc open opens a new shop.
  const whole = {
    OPENING: 'closed',
    ...settings,
    PUBLIC_URL: `https://${shopHost}`,
    CONSOLE_URL: `https://${deskHost}`,
  }
  const hasSecrets = existsSync(paths.secrets)
  const wrong = checkSet(
    {
      ...whole,
      BRAND_DIR: brandFrom ?? (existsSync(`${paths.brand}/brand.json`) ? paths.brand : `${release}/brands/starfall`),
    },
    secrets,
    hasSecrets ? paths.secrets : null,
  )
  if (wrong !== null) throw new BoxRefusal(wrong)
  return {
    shopHost,
    deskHost,
    ownerEmail: ownValues.OWNER_EMAIL ?? null,
    settings: { ...whole, BRAND_DIR: paths.brand },
    own: ownKept,
    secrets,
    brandFrom,
    placeFiles,
  }
}

/** `takeover`: its place of backups is that of the shop from now on, and its brand is there already. */
async function readPlan(options: Options, takeover: Takeover | null): Promise<Plan> {
  const facts = await readFacts(options)
  const before = await valuesOf(machine, paths.settings)
  const { BRAND_DIR: _, ...settingsBefore } = before
  const knownAnswers = { ...settingsBefore, ...(await valuesOf(machine, paths.box)) }
  const file = answersOf(options.answers)
  const allAnswers = { ...knownAnswers, ...file, ...(takeover && { BACKUP_TO: takeover.place }) }
  const checked = checkAnswers(
    options.yes || takeover ? allAnswers : await ask(allAnswers),
    options.answers ?? 'the answers',
  )
  return {
    ...facts,
    ...checked,
    own: { ...checked.own, ...(facts.foreignEdge && { EDGE: 'none' }) },
    flags: nodeFlags,
    env: nodeMemory,
    place: placeIn(checked.own.BACKUP_TO, facts.postgres),
  }
}

/** Until when the last invitation that was shown is open; '' if none is. */
async function openUntil(): Promise<string> {
  const text = `select to_char(max(expires_at) at time zone 'UTC', 'YYYY-MM-DD HH24:MI"Z"') from desk.staff_invitation
    where expires_at > now() and used_at is null`
  const psql = ['-u', 'postgres', '--', 'psql', '-qAtX', '-v', 'ON_ERROR_STOP=1', 'hc_portal']
  return (await must(machine, 'runuser', psql, { input: text })).trim()
}

/** The owner's invitation, where nobody is at the desk yet. It is shown once, and kept nowhere. */
async function invitation({ ownerEmail }: Plan): Promise<string | null> {
  if (ownerEmail === null) return null
  const until = await openUntil()
  if (until !== '') return `It was shown, and is open until ${until}. A new one: hc staff invite-owner ${ownerEmail}`
  const hc = async (...args: string[]) => await machine.run(paths.command, args)
  const people = await hc('staff', 'list')
  if (people.code !== 0) throw new StepError(`hc staff list: ${people.stderr.trim()}`)
  if (people.stdout.includes('@')) return null
  const { code, stdout, stderr } = await hc('staff', 'invite-owner', ownerEmail)
  if (code !== 0) throw new StepError(`hc staff invite-owner: ${stderr.trim()}`)
  return stdout.trim()
}

async function report(plan: Plan, from: number): Promise<number> {
  const ownHere = await ownAddresses(machine)
  const { foreignEdge, shopHost, deskHost } = plan
  const isTrusted = existsSync('/etc/letsencrypt/live/hc/fullchain.pem')
  print(`\nThe shop stands: ${plan.settings.PUBLIC_URL}, desk ${plan.settings.CONSOLE_URL}`)
  print(`made in ${Math.round((machine.now() - from) / 1000)} s, version ${plan.version}\n`)
  print('DNS records (A, and AAAA where you have IPv6):')
  for (const host of [plan.shopHost, plan.deskHost]) {
    const seenAddresses = await addressesOf(machine, host)
    print(
      `  ${host} → ${ownHere.join(', ')}   ${seenAddresses.length === 0 ? 'not there yet' : `leads to ${seenAddresses.join(', ')}`}`,
    )
  }
  if (foreignEdge) {
    const server = foreignServer(await occupants(machine, false))
    print(`\nLines for ${server}, which has the certificates of both hosts and says who asks:\n`)
    print(foreignLines(server, { shopHost, deskHost }))
  } else
    print(isTrusted ? 'The certificate is there.' : 'The certificate is a temporary one: hc-cert asks each 10 minutes.')
  const link = await invitation(plan)
  if (link !== null) print(`\nThe owner's invitation, shown once:\n${link}`)
  if (plan.place === null) print('\nThere are no backups yet: add BACKUP_TO to the answers, and run hc install again.')
  else if (!existsSync(paths.recipients)) {
    const { code, stdout, stderr } = await machine.run(paths.command, ['backup', 'key'])
    if (code !== 0) throw new StepError(`hc backup key: ${stderr.trim()}`)
    print(`\n${stdout.trim()}`)
  }
  print(`\nNext: hc status · hc check${plan.place === null ? '' : ' · hc backup prove'}`)
  return codes.well
}

function showPlan(changes: readonly { step: string; change: string | null }[], json: boolean): number {
  if (json) print(JSON.stringify(changes))
  else
    for (const { step, change } of changes)
      print(`${change === null ? '=' : '+'} ${step}${change === null ? '' : `: ${change}`}`)
  return codes.well
}

async function undo(options: Options): Promise<number> {
  const isTakeover = (await readTakeover(machine)) !== null
  if (!isTakeover && (await readJournal(machine, 'install'))?.state === 'done')
    throw new BoxRefusal('the install is finished: it has orders and money by now, and is not undone')
  if (isTakeover) await undoTakeover(await readFacts(options))
  else {
    const plan = await readPlan({ ...options, yes: true }, null)
    await withLock(machine, process.pid, 'hc install --undo', () => undoSteps(machine, installList(plan), { say }))
  }
  print('The install is undone. Packages of Debian stay.')
  return codes.undone
}

async function run(options: Options): Promise<number> {
  const from = machine.now()
  if (options.undo) return await undo(options)
  if ((await readMove(machine)).out)
    throw new BoxRefusal('the shop moved out of this machine: hc move --undo opens it here again')
  const takeover = await takeoverOf(options)
  let stop = false
  const stopAsked = (): boolean => stop
  process.on('SIGINT', () => {
    if (!stop) say('this step ends first …')
    stop = true
  })
  // A terminal that is lost does not stop it.
  process.on('SIGHUP', () => undefined)
  if (takeover) {
    const base = await readFacts(options)
    if (placeIn(takeover.place, base.postgres) === null) throw new BoxRefusal('--restore names no place')
    if (options.plan) return showPlan(await planTakeover(base, options), options.json === true)
    await takeOver(takeover, base, options, stopAsked)
  }
  const plan = await readPlan(options, takeover)
  const list = installList(plan)
  if (options.plan) return showPlan(await planOf(machine, list), options.json === true)
  if (!plan.foreignEdge && !options.later && !options.yes && process.stdin.isTTY)
    await awaitRecords(machine, [plan.shopHost, plan.deskHost], { say, stopAsked })
  await withLock(machine, process.pid, 'hc install', () => runSteps(machine, list, { say, stopAsked }))
  const code = await report(plan, from)
  if (takeover) await endTakeover(takeover)
  return code
}

export const install: Member = {
  needs: 'root',
  describe(command) {
    command
      .option(
        '--answers <file>',
        'names of settings, and OWNER_EMAIL, BACKUP_TO, BRAND_FROM; a secret as NAME_FILE=PATH',
      )
      .option('--restore <place>', 'takes a shop over from the place of its backups, on an empty machine')
      .option('--recovery-key <file>', 'of --restore: the key in a file; else it asks')
      .option('--until <point>', 'of --restore: the point that hc move out printed')
      .option('--plan', 'what each step would change; changes nothing')
      .option('--resume', 'goes on with an interrupted install, as without it')
      .option('--undo', 'takes back an interrupted install')
      .option('--later', 'goes on without DNS records: a temporary certificate, and a try each 10 minutes')
      .option('--edge <own|none>', 'none: another server has ports 80 and 443; the lines for it are printed')
      .option('--small', 'allows one core and 2 GB, for trying')
      .option('--yes', 'asks nothing')
      .option('--json', 'prints the plan as JSON')
      .allowExcessArguments(false)
  },
  async run(options) {
    try {
      return await run(options)
    } catch (error) {
      if (error instanceof StepError) throw new BoxRefusalOrStop(error.message)
      throw error
    }
  },
}

/** A step failed: what was done is in the journal, and the next run goes on. */
class BoxRefusalOrStop extends Error {
  constructor(text: string) {
    super(`${text}\nhc install goes on from here; hc install --undo goes back`)
  }
}
