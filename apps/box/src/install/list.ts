import { folderStep } from '../kinds.ts'
import { paths } from '../paths.ts'
import type { StepList } from '../steps.ts'
import { secretFileStep } from './backup.ts'
import { databaseSteps } from './database.ts'
import { edgeSteps } from './edge.ts'
import { packageSteps } from './packages.ts'
import type { Plan } from './plan.ts'
import { releaseSteps } from './release.ts'
import { commandStep, shopSteps } from './shop.ts'

/** A bare Debian becomes a shop; run again it repairs. */
export const installList = (plan: Plan): StepList => ({
  name: 'install',
  atBoot: 'wait',
  steps: [
    ...packageSteps(plan.postgres, plan.foreignEdge),
    ...releaseSteps(plan),
    ...databaseSteps(plan),
    ...shopSteps(plan),
    ...edgeSteps(plan),
  ],
})

/**
 * What a machine needs before the backup of a shop can be opened on it: nothing of the shop runs, and its
 * database hands over no log. The whole list goes on with it.
 */
export const emptyList = (
  plan: Pick<Plan, 'release' | 'version' | 'postgres' | 'memoryKb' | 'placeFiles' | 'foreignEdge'>,
): StepList => ({
  name: 'install',
  atBoot: 'wait',
  steps: [
    ...packageSteps(plan.postgres, plan.foreignEdge),
    ...releaseSteps(plan),
    ...databaseSteps({ ...plan, place: null }),
    commandStep,
    folderStep(paths.place, 0o700),
    ...Object.entries(plan.placeFiles).map(([name, content]) => secretFileStep(name, content)),
  ],
})
