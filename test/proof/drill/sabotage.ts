import type { Patch } from '../box/release.ts'

/** Releases that are worse than the one before, each in another way, and what an upgrade must do with them. */
export type Sabotage = { name: string; patch: Patch; exit: 2 | 5; cut?: true }

/** What is put before the program acts in one of the three processes alone. */
const inRole = (role: 'web' | 'worker' | 'console', code: string): Patch => ({
  preamble: `import sabotageHttp from 'node:http'\nif (process.env.ROLE === '${role}') {\n${code}\n}`,
})
/** `act`: what happens to a request before the program sees it; it calls \`go\` to hand it on. */
const onRequest = (act: string): string => `
  const emit = sabotageHttp.Server.prototype.emit
  sabotageHttp.Server.prototype.emit = function (name, request, response, ...more) {
    const go = () => emit.call(this, name, request, response, ...more)
    if (name !== 'request') return go()
    ${act}
  }`
const answer = (status: number): string => `{ response.writeHead(${status}).end('sabotage'); return true }`

export const sabotages: readonly Sabotage[] = [
  {
    // In a watch of seconds: as many failures as 2 % are in one of ten minutes.
    name: '15 % of orders answer 500',
    patch: inRole(
      'web',
      onRequest(`if (request.url.startsWith('/api/order/webCreate') && Math.random() < 0.15) ${answer(500)}
    return go()`),
    ),
    exit: 5,
  },
  {
    name: 'answers are 300 ms slower',
    patch: inRole('web', onRequest(`setTimeout(go, 300)\n    return true`)),
    exit: 5,
  },
  {
    name: 'web leaks 20 MB a second',
    patch: inRole('web', 'const leak = []\n  setInterval(() => leak.push(Buffer.alloc(20 << 20, 1)), 1000)'),
    exit: 5,
  },
  { name: 'web ends among players', patch: inRole('web', 'setTimeout(() => process.exit(1), 9000)'), exit: 5 },
  {
    name: 'its migration fails',
    patch: { files: { 'apps/server/sql/migrations/0999_sabotage.sql': 'select 1 / 0;\n' } },
    exit: 5,
  },
  { name: 'the desk ends at its start', patch: inRole('console', 'process.exit(1)'), exit: 5 },
  { name: 'the worker ends later', patch: inRole('worker', 'setTimeout(() => process.exit(1), 15_000)'), exit: 5 },
  {
    name: 'web is never ready',
    patch: inRole('web', onRequest(`if (request.url === '/readyz') ${answer(503)}\n    return go()`)),
    exit: 5,
  },
  { name: 'web ends at its start', patch: inRole('web', 'process.exit(1)'), exit: 5 },
  { name: 'signed by a stranger', patch: { key: 'other' }, exit: 2 },
  { name: 'its file is cut', patch: {}, exit: 2, cut: true },
]
