import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { CLUSTER_POSTGRES, exportFiles, exportNotes, withMoreSecrets } from '@hc/box/cluster/export'
import { machineFacts, valuesOf } from '@hc/box/install/plan'
import { paths } from '@hc/box/paths'
import { realMachine as machine } from '@hc/box/real-machine'
import { must } from '@hc/box/steps'
import { BoxRefusal, codes, type Member, print } from './member.ts'

const RELEASE = 'shop'
const textsIn = (folder: string, names: readonly string[]): Record<string, string> =>
  Object.fromEntries(names.map((name) => [name, readFileSync(`${folder}/${name}`, 'utf8')]))
const filesIn = (folder: string): string[] => (existsSync(folder) ? readdirSync(folder) : [])

/** `hc export cluster FOLDER`: what a cluster needs of this box. It prints no value. */
export const exportCommand: Member = {
  needs: 'box',
  describe(command) {
    command
      .argument('<what>', 'cluster')
      .argument('<folder>', 'an empty folder, or one that is not there yet')
      .option('--release <name>', 'the name of the chart’s release', RELEASE)
  },
  async run({ release }, [what, target = '']) {
    if (what !== 'cluster') throw new BoxRefusal('hc export cluster FOLDER')
    const folder = resolve(target)
    const { postgres } = await machineFacts(machine)
    if (postgres !== CLUSTER_POSTGRES)
      throw new BoxRefusal(
        `the cluster's database is PostgreSQL ${CLUSTER_POSTGRES}, which reads no backup of ${postgres}: nothing was ` +
          'written. Move the shop to a box on Debian 13 first (hc move out)',
      )
    if (filesIn(folder).length > 0) throw new BoxRefusal(`${folder} is not empty: nothing was written`)
    const { BACKUP_TO: place } = await valuesOf(machine, paths.box)
    const shop = {
      settings: await valuesOf(machine, paths.settings),
      secrets: textsIn(paths.secrets, filesIn(paths.secrets)),
      place: place === undefined || place === '' ? null : place,
      recipients: (await machine.files.read(paths.recipients)) ?? null,
      placeFiles: textsIn(paths.place, filesIn(paths.place)),
    }
    await must(machine, 'install', ['-d', '-m', '700', folder])
    for (const { path, content, mode } of exportFiles(shop))
      await machine.files.write(`${folder}/${path}`, content, mode)
    const make = async (...args: string[]): Promise<void> => {
      await must(machine, process.execPath, [`${paths.current}/deploy/make-secrets.mjs`, ...args])
    }
    await make(`${folder}/secrets`)
    await make(`${folder}/chart`, '--release', String(release))
    const kubernetes = `${folder}/chart/kubernetes.json`
    await machine.files.write(kubernetes, withMoreSecrets(readFileSync(kubernetes, 'utf8'), shop), 0o600)
    await must(machine, 'cp', ['-rL', paths.brand, `${folder}/brand`])
    print(`${folder} has what a cluster needs of this shop, secrets among it: keep it as you keep them.`)
    print('compose: sh bootstrap.sh REPOSITORY KEY-FILE. chart: kubectl apply -f chart/kubernetes.json,')
    print(`helm install ${String(release)} deploy/helm/hc-portal -f values.json.`)
    print(shop.place === null ? 'There is no place of backups, so there is no bootstrap.' : exportNotes)
    return codes.well
  },
}
