import type { StepList } from '../steps.ts'
import { databaseSteps } from './database.ts'
import { edgeSteps } from './edge.ts'
import { packageSteps } from './packages.ts'
import type { Plan } from './plan.ts'
import { releaseSteps } from './release.ts'
import { shopSteps } from './shop.ts'

/** A bare Debian becomes a shop; run again it repairs. */
export const installList = (plan: Plan): StepList => ({
  name: 'install',
  atBoot: 'wait',
  steps: [
    ...packageSteps(plan.postgres),
    ...releaseSteps(plan),
    ...databaseSteps(plan),
    ...shopSteps(plan),
    ...edgeSteps(plan),
  ],
})
