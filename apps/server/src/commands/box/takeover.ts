import { existsSync, readFileSync } from 'node:fs'
import { boxSite, makeFolders } from '@hc/box/backup/box-site'
import { typedKey } from '@hc/box/backup/key'
import { placeOf } from '@hc/box/backup/place'
import { restore } from '@hc/box/backup/restore'
import { isInterrupted, undoSwap } from '@hc/box/backup/swap'
import { noteTakeover, readTakeover, type Takeover, takeSettings } from '@hc/box/backup/takeover'
import { emptyList } from '@hc/box/install/list'
import { asLines, type Plan, placeAnswers, readAnswers, valuesOf } from '@hc/box/install/plan'
import { withLock } from '@hc/box/lock'
import { paths } from '@hc/box/paths'
import { realMachine as machine } from '@hc/box/real-machine'
import { must, planOf, runSteps, undoSteps } from '@hc/box/steps'
import { BoxRefusal, print, say } from './member.ts'
import { ask } from './terminal.ts'

/** An empty machine takes over a shop from the place of its backups: `hc install --restore PLACE`. */
type Options = { restore?: string; until?: string; recoveryKey?: string; answers?: string }
type Base = Pick<Plan, 'release' | 'version' | 'postgres' | 'memoryKb' | 'foreignEdge'>

const DATABASE_MS = 300_000
const PROOF_MS = 3_600_000

/** The takeover that was asked for, or that began and has not ended; null: there is none. @throws BoxRefusal */
export async function takeoverOf({ restore: place, until }: Options): Promise<Takeover | null> {
  const former = await readTakeover(machine)
  if (place === undefined) {
    if (until !== undefined) throw new BoxRefusal('--until is of --restore')
    return former
  }
  if (former) return { ...former, place, mark: until ?? former.mark }
  if (existsSync(paths.settings))
    throw new BoxRefusal('this machine has a shop already: hc restore latest puts a backup in its place')
  return { place, mark: until ?? null, has: 'nothing' }
}

/** Credentials of the place that the answers name, by the name of their file. @throws BoxRefusal */
function credentialsOf({ answers }: Options): Record<string, string> {
  if (answers === undefined) return {}
  if (!existsSync(answers)) throw new BoxRefusal(`there is no file ${answers}`)
  const files: Record<string, string> = {}
  for (const [name, path] of Object.entries(readAnswers(readFileSync(answers, 'utf8'), answers))) {
    const credential = placeAnswers[name]
    if (credential === undefined) continue
    if (!existsSync(path)) throw new BoxRefusal(`${answers}: ${name}: there is no file ${path}`)
    files[credential] = readFileSync(path, 'utf8')
  }
  return files
}

async function keyOf({ recoveryKey: path }: Options): Promise<string> {
  if (path === undefined) return typedKey(await ask('The recovery key: ', true))
  if (!existsSync(path)) throw new BoxRefusal(`there is no file ${path}`)
  return typedKey(readFileSync(path, 'utf8'))
}

export async function planTakeover(base: Base, options: Options): Promise<{ step: string; change: string | null }[]> {
  const placeFiles = credentialsOf(options)
  return [
    ...(await planOf(machine, emptyList({ ...base, placeFiles }))),
    { step: 'settings', change: `brings settings, secrets and brand from ${options.restore ?? 'the place'}` },
    { step: 'database', change: 'brings the database, checks its books, and deletes again who was deleted' },
    { step: 'shop', change: 'then all that hc install does' },
  ]
}

/** @throws BoxRefusal once the shop's database is here */
export async function undoTakeover(base: Base): Promise<void> {
  if ((await readTakeover(machine))?.has === 'database')
    throw new BoxRefusal("the shop's database is here already: hc install goes on")
  const list = emptyList({ ...base, placeFiles: {} })
  await withLock(machine, process.pid, 'hc install --undo', () => undoSteps(machine, list, { say }))
  await machine.files.remove(paths.takeover)
}

/** Machine, settings and database. Nothing of the shop runs yet. It can be cut anywhere, and goes on when run again. */
export async function takeOver(takeover: Takeover, base: Base, options: Options, stopAsked: () => boolean) {
  if (takeover.has === 'database') return
  const placeFiles = credentialsOf(options)
  const key = await keyOf(options)
  const { place: name, mark } = takeover
  const site = boxSite({ place: name, version: base.version, major: base.postgres, port: 5432 })
  const place = placeOf(machine, site)
  await noteTakeover(machine, takeover)
  await withLock(machine, process.pid, 'hc install --restore', async () => {
    await runSteps(machine, emptyList({ ...base, placeFiles }), { say, stopAsked })
    await makeFolders(machine, site)
    if (takeover.has === 'nothing') {
      const { backup, version } = await takeSettings(machine, site, place, key)
      // Which server has the ports is a matter of this machine, and not of the one before.
      const { EDGE: _, ...answers } = await valuesOf(machine, paths.box)
      await machine.files.write(paths.box, asLines({ ...answers, ...(base.foreignEdge && { EDGE: 'none' }) }))
      say(`settings, secrets and brand: of ${backup}, release ${version}`)
      for (const [file, content] of Object.entries(placeFiles))
        await machine.files.write(`${paths.place}/${file}`, content, 0o600)
      await noteTakeover(machine, { ...takeover, has: 'settings' })
    }
    const unit = `postgresql@${base.postgres}-hc.service`
    const control = async (verb: 'start' | 'stop'): Promise<void> => {
      await must(machine, 'systemctl', [verb, unit], { timeoutMs: DATABASE_MS })
    }
    const server = { stopServer: () => control('stop'), startServer: () => control('start') }
    if (await isInterrupted(machine)) {
      await server.stopServer()
      await undoSwap(machine, site, server, say)
      await server.startServer()
    }
    const nothing = (): Promise<void> => Promise.resolve()
    const before = await restore(
      machine,
      site,
      place,
      { choice: mark === null ? 'latest' : { mark }, key },
      {
        ...server,
        isEmpty: true,
        closeShop: nothing,
        openShop: nothing,
        // The shop is asked once it runs.
        reconcile: () => Promise.resolve(''),
        confirm: () => Promise.resolve(true),
        say: (text) => text !== '' && say(text),
        by: process.env.SUDO_USER ?? process.env.USER ?? 'root',
      },
    )
    // It was the empty database of this machine.
    if (before !== null) await machine.files.remove(before)
    await noteTakeover(machine, { ...takeover, has: 'database' })
  })
}

/** After the install: what the gateways say, and a backup of the machine that has the shop now. */
export async function endTakeover({ place, mark }: Takeover): Promise<void> {
  await machine.files.remove(paths.takeover)
  const hc = async (args: string[], timeoutMs: number): Promise<string> => {
    const { stdout, stderr } = await machine.run(paths.command, args, { timeoutMs })
    return `${stdout}${stderr}`.trim()
  }
  print(`\nhc reconcile --days 2:\n${await hc(['reconcile', '--days', '2'], DATABASE_MS)}`)
  print(`\nhc backup prove:\n${await hc(['backup', 'prove'], PROOF_MS)}`)
  print(
    mark === null
      ? `\nThe shop is taken over. If the machine before still runs, end it: two must not write to ${place}.`
      : '\nThe shop has moved in, with all that was sold before it closed. Lead both names here now.',
  )
}
