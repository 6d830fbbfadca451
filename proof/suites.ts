/**
 * The suites of `npm test`, the long ones first, so that the lanes end together. `alone`: the suite measures the
 * machine, so no other one runs beside it. `waits`: the suite needs little processor time. `once`: the suite looks for
 * rare faults, so one failure counts, and a second run proves nothing.
 */
export type Suite = { name: string; args: string[]; minutes: number; alone?: true; waits?: true; once?: true }
export const suites: readonly Suite[] = [
  { name: 'overload', args: ['proof/overload.ts'], minutes: 8, alone: true },
  { name: 'api', args: ['proof/vitest.ts'], minutes: 45 },
  {
    name: 'desk-languages',
    minutes: 40,
    args: ['e2e/run.ts', 'desk-languages', 'desk-keys', 'desk-files', 'desk-gates'],
  },
  {
    name: 'browser',
    minutes: 30,
    args: [
      'e2e/run.ts',
      'buy',
      'promises',
      'recovery',
      'session',
      'screens',
      'owndata',
      'campaigns',
      'analytics',
      'look',
      'brand',
    ],
  },
  { name: 'pages', args: ['e2e/run.ts', 'pages', 'signin', 'keyboard', 'translated'], minutes: 30 },
  { name: 'scripts', args: ['e2e/run.ts', 'broken'], minutes: 20 },
  {
    name: 'desk',
    minutes: 40,
    args: [
      'e2e/run.ts',
      'desk',
      'desk-details',
      'desk-support',
      'desk-money',
      'desk-catalog',
      'desk-market',
      'desk-campaigns',
      'desk-insight',
    ],
  },
  { name: 'markets', args: ['e2e/run.ts', 'markets', 'window', 'withdraw'], minutes: 20 },
  { name: 'mutants', args: ['proof/sim/mutants.ts'], minutes: 40, once: true },
  { name: 'simulator', args: ['proof/sim/sim.ts', '--seeds', '100', '--known'], minutes: 40, once: true },
  { name: 'check', args: ['checks/check.ts'], minutes: 20 },
  { name: 'faults', args: ['proof/faults/faults.ts'], minutes: 12, once: true },
  { name: 'fuzz', args: ['proof/fuzz/fuzz.ts'], minutes: 25 },
  { name: 'versions', args: ['proof/versions.ts'], minutes: 30, waits: true },
  { name: 'start', args: ['proof/start.ts'], minutes: 18, waits: true },
  { name: 'luanti', args: ['proof/luanti.ts'], minutes: 12, waits: true },
  { name: 'pooler', args: ['proof/pooler.ts'], minutes: 8, waits: true },
]
