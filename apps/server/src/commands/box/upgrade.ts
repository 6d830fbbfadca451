import { rebootMode } from '@hc/box/debian/replaced'
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs'
import { basename, dirname, resolve } from 'node:path'
import { asLines, machineFacts, valuesOf } from '@hc/box/install/plan'
import { activeSlot } from '@hc/box/install/shop'
import { withLock } from '@hc/box/lock'
import { otherSlot, paths } from '@hc/box/paths'
import { realMachine as machine } from '@hc/box/real-machine'
import { knownKeys, ReleaseRefused, verifyRelease } from '@hc/box/release/verify'
import { planOf, readJournal, runSteps, StepError, undoSteps } from '@hc/box/steps'
import { allTo, REST, setWeights, weightsOf } from '@hc/box/upgrade/edge'
import { archiveNameOf, fetchIndex, fetchRelease, notesBeside } from '@hc/box/upgrade/fetch'
import { databaseAnswers, upgradeList } from '@hc/box/upgrade/list'
import { type Proof, reasonsAgainst } from '@hc/box/upgrade/look'
import {
  choiceOf,
  isOlder,
  type Mode,
  mustsOf,
  refusalOf,
  refusalOfWay,
  type ReleaseNote,
  wayTo,
} from '@hc/box/upgrade/notes'
import { keepUpgrade, readUpgrade, timesOf, type Upgrade } from '@hc/box/upgrade/plan'
import { shadowStep } from '@hc/box/upgrade/shadow'
import { askShop } from '@hc/box/upgrade/meter'
import { noteRelease, releasesThatRan } from '@hc/box/upgrade/releases'
import { BoxRefusal, codes, type Member, print, say } from './member.ts'

/** `hc upgrade`, `hc rollback`, `hc versions` and `hc auto`. */

const versionOf = (folder: string): string | undefined => {
  try {
    return (JSON.parse(readFileSync(`${folder}/package.json`, 'utf8')) as { version: string }).version
  } catch {
    return undefined
  }
}
/** The database was migrated by a release that the new one does not know: it would refuse to start. */
async function newerMigrations(folder: string): Promise<string[]> {
  const had = (await askShop(machine, 'select name from schema_migration order by name'))?.split('\n') ?? []
  const present = new Set(readdirSync(`${folder}/apps/server/sql/migrations`).map((name) => name.replace(/\.sql$/, '')))
  return had.filter((name) => name !== '' && !present.has(name))
}

/** What was fetched, until it is unpacked. */
const work = `${paths.state}/fetch`
const ownKeys = () => knownKeys(`${paths.current}/deploy/release-keys`)

/** The place of releases, as upgrade.env says it. */
const placeOf = async (): Promise<string | undefined> => (await valuesOf(machine, paths.upgradeSettings)).RELEASES_FROM

/** The archive that the operator means: a file, or a version of the place of releases. */
async function archiveOf(word: string): Promise<string> {
  if (word.includes('/') || word.endsWith('.zst')) {
    const path = resolve(process.env.PWD ?? '/', word)
    if (!existsSync(path)) throw new BoxRefusal(`there is no file ${path}`)
    return statSync(path).isDirectory() ? newestIn(path) : path
  }
  const place = await placeOf()
  if (place === undefined)
    throw new BoxRefusal(`where is ${word}? Name its file: hc upgrade /path/${archiveNameOf(word)}`)
  return await fetchRelease(place, word, work, await ownKeys())
}
function newestIn(folder: string): string {
  const name = readdirSync(folder).find((file) => file.endsWith('-linux-x64.tar.zst'))
  if (name === undefined) throw new BoxRefusal(`${folder} has no archive of a release`)
  return `${folder}/${name}`
}

/** The newest proof of a backup, where the shop has a list of them. */
async function proofOf(): Promise<Proof> {
  const has = await askShop(machine, `select to_regclass('desk.backup_proof') is not null`)
  if (has !== 't') return 'unknown'
  const text = await askShop(
    machine,
    `select json_build_object('at', extract(epoch from proved_at) * 1000, 'equal', coalesce(equal, false))
       from desk.backup_proof order by proved_at desc limit 1`,
  )
  return text === null || text === '' ? 'unknown' : (JSON.parse(text) as { at: number; equal: boolean })
}

/** Space for three releases, and for a copy of the database where one is made. */
async function neededKb(copies: boolean): Promise<number> {
  const { stdout } = await machine.run('du', ['-sk', `${paths.current}/`])
  const database = copies ? Number((await askShop(machine, `select pg_database_size('hc_portal') / 1024`)) ?? 0) : 0
  return 3 * Number(stdout.split('\t')[0]) + database
}

type Options = {
  plan?: boolean
  resume?: boolean
  undo?: boolean
  withoutProof?: boolean
  withoutCopy?: boolean
  confirm?: string
  yes?: boolean
  json?: boolean
}

async function beginning(how: Upgrade['how'], version: string, archive: string | null): Promise<Upgrade> {
  const from = await activeSlot(machine)
  const oldVersion = versionOf(paths.current)
  if (oldVersion === undefined) throw new BoxRefusal(`${paths.current} is no release: hc install repairs it`)
  const { GAME_URL: game } = await valuesOf(machine, paths.settings)
  return {
    how,
    version,
    oldVersion,
    to: otherSlot(from),
    from,
    since: machine.now(),
    archive,
    pushes: game !== undefined,
    times: await timesOf(machine),
  }
}

async function listOf(upgrade: Upgrade, { withoutCopy }: Options) {
  const copies = upgrade.how === 'upgrade' && upgrade.times.shadowOrders > 0 && !withoutCopy
  const shadow = copies ? shadowStep(upgrade, (await machineFacts(machine)).postgres) : undefined
  return upgradeList(upgrade, shadow ? { shadow } : {}, machine)
}

/** A power cut says nothing about the release. */
const INTERRUPTED = 'it was interrupted'

/** Takes an upgrade back. The edge is told first, so that players wait for nothing. */
async function goBack(upgrade: Upgrade, why: string): Promise<number> {
  const from = machine.now()
  const failed = (await readJournal(machine, 'upgrade'))?.entries.at(-1)
  const hadPlayers = (await weightsOf(machine))[upgrade.to] > REST
  await setWeights(machine, allTo(upgrade.from, REST)).then(
    () => {
      if (!hadPlayers || !failed) return
      const seconds = ((machine.now() - failed.at) / 1000).toFixed(1)
      say(`all players meet ${upgrade.oldVersion} again, ${seconds} s after the step "${failed.step}" began`)
    },
    (error: unknown) => say(String(error)),
  )
  const shadow = shadowStep(upgrade, (await machineFacts(machine)).postgres)
  await undoSteps(machine, upgradeList(upgrade, { shadow }), { say })
  await noteRelease(machine, upgrade, false, `undone: ${why}`).catch((error: unknown) => say(String(error)))
  print(`${upgrade.version} was undone in ${((machine.now() - from) / 1000).toFixed(1)} s: ${why}`)
  const newer = upgrade.isBreaking ? await newerMigrations(`${paths.releases}/${upgrade.oldVersion}`) : []
  if (newer.length > 0) {
    // As hc restore takes it: a whole second, and in a closed shop nothing happened in it before.
    const moment = new Date(upgrade.since).toISOString().replace(/\.\d+Z$/, 'Z')
    print(
      `It has migrated the database, beside which ${upgrade.oldVersion} cannot run. The shop is closed and sold nothing:`,
    )
    print(`hc restore --at ${moment} leads back to the moment before.`)
  } else print(`The shop runs ${upgrade.oldVersion} as before.`)
  return codes.undone
}

async function go(upgrade: Upgrade, options: Options): Promise<number> {
  const list = await listOf(upgrade, options)
  let stop = false
  process.on('SIGINT', () => {
    if (!stop) say('this step ends first …')
    stop = true
  })
  // A terminal that is lost does not stop it.
  process.on('SIGHUP', () => undefined)
  try {
    await runSteps(machine, list, { say, stopAsked: () => stop })
  } catch (error) {
    if (stop) throw error
    return await goBack(upgrade, error instanceof Error ? error.message : String(error))
  }
  print(`The shop runs ${upgrade.version} since ${new Date(machine.now()).toISOString()}; hc rollback leads back.`)
  return codes.well
}

async function printPlan(upgrade: Upgrade, options: Options): Promise<number> {
  const changes = await planOf(machine, await listOf(upgrade, options))
  if (options.json) print(JSON.stringify(changes))
  else
    for (const { step, change } of changes)
      print(`${change === null ? '=' : '+'} ${step}${change === null ? '' : `: ${change}`}`)
  return codes.well
}

async function interrupted(options: Options): Promise<number> {
  const [journal, upgrade] = [await readJournal(machine, 'upgrade'), await readUpgrade(machine)]
  if (!upgrade || (journal?.state !== 'doing' && journal?.state !== 'undoing'))
    throw new BoxRefusal(
      options.undo
        ? 'no upgrade was interrupted: hc rollback leads back to the release before'
        : 'no upgrade was interrupted',
    )
  return options.undo ? await goBack(upgrade, 'an operator took it back') : await go(upgrade, options)
}

/** A clear sentence and exit code 2 where a release is refused; nothing was touched. */
async function verified(archive: string) {
  if (!existsSync(archive)) throw new BoxRefusal(`${archive} cannot be had: nothing was touched`)
  const release = await verifyRelease(archive, await ownKeys())
  return { ...release, notes: await notesBeside(dirname(archive), release) }
}

/** What the releases say against it. */
async function refusedBy(notes: readonly ReleaseNote[], current: string, target: string, options: Options) {
  return refusalOf(notes, { current, target, confirmed: confirmedBy(options), isOpen: await isOpen() })
}
const isOpen = async (): Promise<boolean> => (await askShop(machine, 'select shop_opening()')) === 'open'
const confirmedBy = ({ confirm = '' }: Options): number[] => confirm.split(',').map(Number)

async function start(options: Options, word: string): Promise<number> {
  const archive = await archiveOf(word)
  const { version, notes } = await verified(archive)
  if (basename(archive) !== archiveNameOf(version))
    throw new BoxRefusal(`${basename(archive)} is no archive of ${version}`)
  const isBreaking = notes.some((note) => note.version === version && note.breaking)
  const upgrade = { ...(await beginning('upgrade', version, archive)), isBreaking }
  if (version === upgrade.oldVersion) throw new BoxRefusal(`${version} runs already`)
  if (isOlder(version, upgrade.oldVersion))
    throw new BoxRefusal(
      `${version} is older than ${upgrade.oldVersion}, which has migrated the database: hc rollback leads to ` +
        `${versionOf(paths.previous) ?? 'the one before'}, a restore to an older one`,
    )
  const refused = await refusedBy(notes, upgrade.oldVersion, version, options)
  if (refused !== null) throw new BoxRefusal(`nothing was touched: ${refused}`)
  const against = await reasonsAgainst(machine, {
    proof: await proofOf(),
    withoutProof: options.withoutProof === true,
    needsKb: await neededKb(upgrade.times.shadowOrders > 0 && !options.withoutCopy),
  })
  if (against.length > 0) throw new BoxRefusal(`nothing was touched: ${against.join('\n')}`)
  if (options.plan) return await printPlan(upgrade, options)
  await keepUpgrade(machine, upgrade)
  const code = await go(upgrade, options)
  if (archive.startsWith(`${work}/`)) await machine.files.remove(dirname(archive))
  return code
}

/** A version of the place of releases, over the stepping stones that lead to it. */
async function goOver(options: Options, version: string): Promise<number> {
  const [place, current] = [await placeOf(), versionOf(paths.current) ?? '']
  const notes = place === undefined ? [] : await fetchIndex(place, work, await ownKeys())
  const way = wayTo(notes, current, version) ?? [version]
  if (way.length > 1) {
    const facts = { current, confirmed: confirmedBy(options), isOpen: await isOpen() }
    const refused = refusalOfWay(notes, way, facts)
    if (refused !== null) throw new BoxRefusal(`nothing was touched: ${refused}`)
    say(`from ${current} to ${version} over ${way.slice(0, -1).join(' and ')}`)
  }
  // What the whole way asks is confirmed; each stone numbers its own from 1.
  const all =
    way.length > 1
      ? {
          confirm: mustsOf(notes, current, version)
            .map((_, at) => at + 1)
            .join(','),
        }
      : {}
  for (const stone of way) {
    const code = await start({ ...options, ...all }, stone)
    if (code !== codes.well || options.plan) return code
  }
  return codes.well
}

/** Refusals become sentences with code 2; what began and failed has code 1. */
async function reported(work: () => Promise<number>): Promise<number> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ReleaseRefused) throw new BoxRefusal(`${error.message} Nothing was touched.`)
    if (error instanceof StepError && /another hc is at work/.test(error.message)) throw new BoxRefusal(error.message)
    throw error
  }
}

export const upgrade: Member = {
  needs: 'box',
  describe(command) {
    command
      .argument('[release]', 'a version, or the file of its archive with SHA256SUMS and signature beside it')
      .option('--plan', 'what each step would change; changes nothing')
      .option('--resume', 'goes on with an interrupted upgrade')
      .option('--undo', 'takes back an interrupted upgrade')
      .option('--without-proof', 'goes on where no backup of the last 26 hours was proved')
      .option('--without-copy', 'does not try it on a copy of the database first')
      .option('--confirm <numbers>', 'what the release asks of you is done: 1,2')
      .option('--json', 'prints the plan as JSON')
  },
  run: (options: Options, [word]) =>
    reported(() => {
      if (options.resume || options.undo)
        return withLock(machine, process.pid, 'hc upgrade', () => interrupted(options))
      if (word === undefined)
        throw new BoxRefusal('to which release? hc upgrade VERSION or FILE; hc versions lists them')
      return withLock(machine, process.pid, `hc upgrade ${word}`, () =>
        /^\d[\w.-]*$/.test(word) && !word.endsWith('.zst') ? goOver(options, word) : start(options, word),
      )
    }),
}

export const rollback: Member = {
  needs: 'box',
  describe(command) {
    command.option('--plan', 'what each step would change; changes nothing')
  },
  run: (options: Options) =>
    reported(() =>
      withLock(machine, process.pid, 'hc rollback', async () => {
        const version = versionOf(paths.previous)
        if (version === undefined) throw new BoxRefusal('no release ran before this one')
        const newer = await newerMigrations(paths.previous)
        const breaking = await askShop(
          machine,
          `select count(*) from schema_migration where breaking is not null and name = any ('{${newer.join(',')}}')`,
        )
        if (breaking !== '0')
          throw new BoxRefusal(`${version} cannot run beside the database any more: hc restore leads back to its time`)
        const plan = await beginning('rollback', version, null)
        const times = { ...plan.times, tenthMs: 0, watchMs: Math.min(plan.times.watchMs, 2 * plan.times.windowMs) }
        const back = { ...plan, times }
        if (options.plan) return await printPlan(back, options)
        await keepUpgrade(machine, back)
        return await go(back, options)
      }),
    ),
}

const RELEASES_TO_KEEP = 3
async function prune(): Promise<void> {
  const inUse = new Set([paths.current, paths.previous].map(versionOf))
  const releases = await machine.files.list(paths.releases)
  const byAge = releases.toSorted(
    (a, b) => statSync(`${paths.releases}/${b}`).mtimeMs - statSync(`${paths.releases}/${a}`).mtimeMs,
  )
  for (const name of byAge.slice(RELEASES_TO_KEEP)) {
    if (inUse.has(name)) continue
    await machine.files.remove(`${paths.releases}/${name}`)
    print(`${name} is gone`)
  }
}

export const versions: Member = {
  needs: 'box',
  describe(command) {
    command.option('--json', 'as JSON').option('--prune', 'deletes all but the three newest releases')
  },
  async run({ json, prune: prunes }) {
    if (prunes) await withLock(machine, process.pid, 'hc versions --prune', prune)
    const here = (await machine.files.list(paths.releases)).filter((name) => !name.includes('.part-'))
    const [current, previous] = [versionOf(paths.current), versionOf(paths.previous)]
    const ran = await releasesThatRan(machine)
    if (json) print(JSON.stringify({ current, previous, here, ran }))
    else {
      for (const name of here)
        print(
          `${name.padEnd(20)} ${name === current ? 'runs' : name === previous ? 'ran before: hc rollback' : ''}`.trim(),
        )
      for (const { version, from, to, how, result } of ran)
        print(
          `${from.slice(0, 16)}  ${how.padEnd(9)} ${version.padEnd(16)} ${to === null ? 'runs' : result.split('\n')[0]}`,
        )
    }
    return codes.well
  },
}

const modes = ['off', 'security', 'on'] as const satisfies readonly Mode[]
const modeOf = (values: Readonly<Record<string, string>>): Mode =>
  modes.find((mode) => mode === values.AUTO) ?? 'security'

/** The timer's work: goes to a newer release, or says why it does not. */
async function runAuto(): Promise<number> {
  const values = await valuesOf(machine, paths.upgradeSettings)
  if (values.RELEASES_FROM === undefined) {
    print(`no place of releases is set: RELEASES_FROM in ${paths.upgradeSettings}`)
    return codes.well
  }
  const notes = await fetchIndex(values.RELEASES_FROM, work, await ownKeys())
  const undone = (await releasesThatRan(machine)).flatMap(({ version, result }) =>
    result.startsWith('undone: ') && result !== `undone: ${INTERRUPTED}` ? [version] : [],
  )
  const choice = choiceOf(notes, { current: versionOf(paths.current) ?? '', mode: modeOf(values), undone })
  if (choice === null) print('there is no newer release')
  else if (choice.why !== null) print(`there is ${choice.version}: hc upgrade ${choice.version} (${choice.why})`)
  else return await withLock(machine, process.pid, 'hc auto', () => goOver({}, choice.version))
  return codes.well
}

export const auto: Member = {
  needs: 'box',
  describe(command) {
    command
      .argument('[mode]', `one of ${modes.join(', ')}, or reboot; without it, what is set`)
      .argument('[value]', 'of reboot: on or off; whether a new kernel is started after a fresh proof')
      .option('--run', "goes to a newer release as the mode says: the timer's work")
  },
  async run({ run }, [mode, value]) {
    if (run) return await reported(runAuto)
    const values = await valuesOf(machine, paths.upgradeSettings)
    if (mode === 'reboot') {
      if (value === undefined) print(rebootMode(values))
      else if (value !== 'on' && value !== 'off') throw new BoxRefusal(`hc auto reboot on|off, not ${value}`)
      else await machine.files.write(paths.upgradeSettings, asLines({ ...values, REBOOT: value }))
      return codes.well
    }
    if (value !== undefined) throw new BoxRefusal(`hc auto ${mode} takes no more words`)
    if (mode === undefined) print(modeOf(values))
    else if (!(modes as readonly string[]).includes(mode))
      throw new BoxRefusal(`there is no mode ${mode}: ${modes.join(', ')}`)
    else await machine.files.write(paths.upgradeSettings, asLines({ ...values, AUTO: mode }))
    return codes.well
  },
}

/** At boot: an interrupted upgrade goes back. Players meet the old release as soon as it runs, whatever this does. */
export async function undoAtBoot(): Promise<string | null> {
  const [journal, plan] = [await readJournal(machine, 'upgrade'), await readUpgrade(machine)]
  if (!plan || (journal?.state !== 'doing' && journal?.state !== 'undoing')) return null
  for (let attempt = 0; attempt < 60 && !(await databaseAnswers(machine)); attempt++) await machine.pause(1000)
  await withLock(machine, process.pid, 'hc recover', () => goBack(plan, INTERRUPTED))
  return `hc upgrade ${plan.version} was interrupted, and is undone`
}
