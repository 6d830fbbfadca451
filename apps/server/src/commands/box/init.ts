import { existsSync, readFileSync } from 'node:fs'
import { ownAnswers } from '@hc/box/install/plan'
import { withLock } from '@hc/box/lock'
import { initList, onePaths, ONE_POSTGRES, partsOfEnv } from '@hc/box/one/init'
import { realMachine as machine } from '@hc/box/real-machine'
import { planOf, runSteps } from '@hc/box/steps'
import { answersOf, ask, checkAnswers, placeIn, release } from './install.ts'
import { BoxRefusal, codes, type Member, print, say } from './member.ts'

/** `hc init`, in the keeper of `deploy/one`: what the other containers read, by the steps of `hc install`. */
const next = (hasPlace: boolean, mail: string | null): string => `Next, in this folder:
  docker compose up -d
  docker compose exec keeper hc staff invite-owner ${mail ?? 'MAIL'}
${hasPlace ? '  docker compose exec keeper hc backup key      shows the recovery key, once' : '  BACKUP_TO in .env, then hc init again: there are no backups yet'}`

export const init: Member = {
  needs: 'root',
  describe(command) {
    command
      .option('--answers <file>', 'as of hc install: names of settings; a secret as NAME_FILE=PATH')
      .option('--plan', 'what each step would change; changes nothing')
      .option('--yes', 'asks nothing')
      .allowExcessArguments(false)
  },
  async run({ answers: path, plan: isPlan, yes }) {
    const text = existsSync(onePaths.env) ? readFileSync(onePaths.env, 'utf8') : ''
    const before = partsOfEnv(text, ownAnswers)
    const { BRAND_DIR: _, ...settings } = before.settings
    const all = { ...settings, ...before.answers, ...answersOf(path as string | undefined) }
    // Its edge has the certificates also behind another server, which passes TLS on to its ports.
    if (all.EDGE !== undefined)
      throw new BoxRefusal(
        "EDGE is an answer of a box. Here, set HTTP_PORT and HTTPS_PORT, and lead the other server's port 80 and TLS there",
      )
    const checked = checkAnswers(yes ? all : await ask(all), (path as string | undefined) ?? '.env')
    const memory = /^MemTotal:\s+(\d+)/m.exec(readFileSync('/proc/meminfo', 'utf8'))?.[1]
    const place = placeIn(checked.own.BACKUP_TO, ONE_POSTGRES)
    const list = initList({ ...checked, release, memoryKb: Number(memory), place, compose: before.compose })
    if (isPlan) {
      for (const { step, change } of await planOf(machine, list))
        print(`${change === null ? '=' : '+'} ${step}${change === null ? '' : `: ${change}`}`)
      return codes.well
    }
    await withLock(machine, process.pid, 'hc init', () => runSteps(machine, list, { say }))
    print(next(place !== null, checked.ownerEmail))
    return codes.well
  },
}
