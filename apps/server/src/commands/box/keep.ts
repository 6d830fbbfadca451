import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { rolesStep } from '@hc/box/install/database'
import { ownAnswers } from '@hc/box/install/plan'
import { boxFiles, onePaths, partsOfEnv } from '@hc/box/one/init'
import { dueJobs, type Job, noteNight, readNight } from '@hc/box/one/keep'
import { paths } from '@hc/box/paths'
import { realMachine as machine } from '@hc/box/real-machine'
import { release } from './install.ts'
import { codes, type Member, print, say } from './member.ts'

/** `hc keep`: the first process of the keeper. It makes the database's roles, and starts what is due. */
const TICK_MS = 5000
const argsOf: Readonly<Record<Job, readonly string[]>> = { ship: ['ship'], night: ['backup', 'prove'] }

/** What is in `.env` now, as the commands of a box read it. Null: `hc init` was not run. */
async function refresh(): Promise<{ place: boolean } | null> {
  const text = await machine.files.read(onePaths.env)
  if (text === undefined) return null
  const { settings, answers } = partsOfEnv(text, ownAnswers)
  for (const { path, content, mode } of boxFiles(settings, answers))
    if ((await machine.files.read(path)) !== content) await machine.files.write(path, content, mode)
  return { place: (answers.BACKUP_TO ?? '') !== '' }
}

/** Runs one of our own commands, with its words in the keeper's log. */
const start = (job: Job): Promise<void> =>
  new Promise((resolve) => {
    const child = spawn(paths.command, argsOf[job], { stdio: ['ignore', 'inherit', 'inherit'] })
    child.on('error', (error) => {
      say(`hc ${argsOf[job].join(' ')}: ${error.message}`)
      resolve()
    })
    child.on('close', () => resolve())
  })

export const keep: Member = {
  needs: 'root',
  describe(command) {
    command.allowExcessArguments(false)
  },
  async run() {
    const over = new AbortController()
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => over.abort())
    const pause = async (): Promise<void> => {
      for (let waited = 0; waited < TICK_MS && !over.signal.aborted; waited += 200) await machine.pause(200)
    }
    const busy = new Map<Job, Promise<void>>()
    const roles = rolesStep({ release })
    let [hasRoles, shippedMs, saidWhy] = [false, null as number | null, '']
    let nightMs = await readNight(machine)
    const wait = (why: string): void => {
      if (why !== saidWhy) print(why)
      saidWhy = why
    }
    while (!over.signal.aborted) {
      const state = await refresh()
      if (state === null) wait('there is no .env: docker compose run --rm keeper hc init')
      else if (!hasRoles) {
        const { code } = await machine.run('pg_isready', ['-q', '-h', '/var/run/postgresql'])
        if (code !== 0) wait('waits for the database')
        else {
          if ((await roles.look(machine)) !== null) await roles.do(machine, say)
          hasRoles = true
          print('the database has its roles')
        }
      } else {
        // Compose asks how old this is.
        await machine.files.write(`${paths.run}/beat`, `${machine.now()}\n`)
        if (!state.place) wait('there are no backups: BACKUP_TO in .env, then hc init')
        else if (!existsSync(paths.recipients)) wait('there are no backups yet: hc backup key makes their key')
        else
          for (const job of dueJobs({ shippedMs, nightMs }, machine.now())) {
            if (busy.has(job)) continue
            if (job === 'ship') shippedMs = machine.now()
            else {
              nightMs = machine.now()
              await noteNight(machine)
            }
            busy.set(
              job,
              start(job).finally(() => busy.delete(job)),
            )
          }
      }
      await pause()
    }
    await Promise.all(busy.values())
    return codes.well
  },
}
