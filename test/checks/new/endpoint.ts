import { camel, kebab, type Reminders, Refused, type Tree } from './tree.ts'

const contracts = 'packages/contract/src/player'
const rooms = 'apps/server/src/shop'

/** The file that has most calls of a group; none where nobody has one. */
function homeOf(tree: Tree, folder: string, file: RegExp, call: RegExp): string | undefined {
  const folders = tree
    .list(folder)
    .filter((path) => file.test(path))
    .map((path) => ({ path, calls: tree.read(path).match(call)?.length ?? 0 }))
  return folders.filter(({ calls }) => calls > 0).toSorted((item, other) => other.calls - item.calls)[0]?.path
}

/** A file's import of a module has these names too. */
function imported(text: string, module: string, ...names: string[]): string {
  const line = new RegExp(`import \\{([^}]*)\\} from '${module.replaceAll('.', '\\.')}'`)
  const have = line.exec(text)?.[1]
  if (have === undefined) return `import { ${names.join(', ')} } from '${module}'\n${text}`
  const all = [...new Set([...have.split(',').map((part) => part.trim()), ...names])].filter(Boolean)
  return text.replace(line, `import { ${all.join(', ')} } from '${module}'`)
}

/** Adds the group's contract, module and routes, with no call yet. */
function newGroup(tree: Tree, group: string): { contract: string; routes: string } {
  const contract = `${contracts}/${kebab(group)}.ts`
  const routes = `${rooms}/${kebab(group)}/${kebab(group)}.routes.ts`
  tree.create(
    contract,
    `import { z } from 'zod'\nimport { call, strict } from '../call.ts'\n\nexport const ${group}Calls = {\n}\n`,
  )
  const calls = 'packages/contract/src/calls.ts'
  tree.before(calls, 'import { orderCalls }', `import { ${group}Calls } from './player/${kebab(group)}.ts'\n`)
  tree.edit(calls, (text) => text.replace(/(export const calls = \{[^}]*?),?\s*\}/, `$1, ...${group}Calls }`))
  tree.create(
    routes,
    `import type { Ctx } from '../../ctx.ts'\nimport type { Register } from '../../http/calls.ts'\n\n` +
      `export function ${group}Routes(register: Register, app: { ctx: Pick<Ctx, 'q'> }): void {\n}\n`,
  )
  const app = 'apps/server/src/app.ts'
  tree.before(
    app,
    'import { orderRoutes }',
    `import { ${group}Routes } from './shop/${kebab(group)}/${kebab(group)}.routes.ts'\n`,
  )
  tree.before(app, '  await analyticsRoutes(fastify, app)', `  ${group}Routes(register, app)\n`)
  return { contract, routes }
}

const test = (name: string): string => `import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Player, type Shop, startShop } from '@hc/test/shop'

let shop: Shop
let demo: Player

beforeAll(async () => {
  shop = await startShop()
  demo = await shop.signIn('demo', 'Demo1234')
})
afterAll(async () => {
  await shop.stop()
})

it('${name} answers a player with a session', async () => {
  expect(await demo.call('${name}', {})).toMatchObject({ code: 0, result: {} })
})

it('${name} refuses whoever has no session', async () => {
  expect((await shop.call('${name}', {})).msg).toBe('tokenFail')
})

it('${name} refuses a field that the contract does not name', async () => {
  expect((await demo.call('${name}', { unknown: 1 })).msg).toBe('InvalidParams')
})

it.todo("${name} answers for another player's things as if they did not exist")
it.todo('${name}, sent twice at once, acts once')
`

/** `npm run new -- endpoint GROUP/CALL` */
export function newEndpoint(tree: Tree, name: string): Reminders {
  if (!/^[a-z][A-Za-z0-9]*(\/[a-z][A-Za-z0-9]*){1,3}$/.test(name))
    throw new Refused(`"${name}" is no path of a call: GROUP/CALL like order/note, letters and digits, small at first`)
  const quoted = `'${name}'`
  if (tree.list(contracts).some((path) => tree.read(path).includes(quoted)))
    throw new Refused(`the call ${name} exists already`)
  const [group = ''] = name.split('/')
  const homes = {
    contract: homeOf(tree, contracts, /\.ts$/, new RegExp(`^  '${group}/`, 'gm')),
    routes: homeOf(tree, rooms, /\.routes\.ts$/, new RegExp(`register\\('${group}/`, 'g')),
  }
  const { contract, routes } =
    homes.contract && homes.routes ? { contract: homes.contract, routes: homes.routes } : newGroup(tree, group)
  const [opening] = /export const \w+Calls = \{/.exec(tree.read(contract)) ?? ['export const … = {']
  tree.into(
    contract,
    opening,
    `${quoted}: call({ method: 'POST', auth: 'player', summary: '${name}: not described yet',
      body: strict({}), result: z.object({}), errors: [] }),`,
  )
  tree.edit(contract, (text) => imported(imported(text, '../call.ts', 'call', 'strict'), 'zod', 'z'))

  const [useCase, file] = [camel(name), kebab(name)]
  const folder = routes.slice(0, routes.lastIndexOf('/'))
  const up = '../'.repeat(folder.split('/').length - 3)
  tree.create(
    `${folder}/${file}.ts`,
    `import type { Ctx } from '${up}ctx.ts'

/** What the call ${name} does for a player. It does nothing yet. */
export function ${useCase}(_ctx: Pick<Ctx, 'q'>, _accountId: number): Promise<Record<string, never>> {
  return Promise.resolve({})
}
`,
  )
  const [routesOpening] = /export function \w+Routes\(/.exec(tree.read(routes)) ?? ['export function …Routes(']
  tree.into(
    routes,
    routesOpening,
    `\n  register(${quoted}, async (_body, { player }) => await ${useCase}(app.ctx, (await player()).accountId))`,
  )
  tree.edit(routes, (text) => imported(text, `./${file}.ts`, useCase))
  tree.create(`${folder}/${file}.http.test.ts`, test(name))
  return [
    `${contract}: the summary, body, result and errors of ${name}; also whether it needs a session, and a list's total`,
    'packages/contract/src/errors.ts and docs/errors.md: a new refusal, if it has one',
    `${folder}/${file}.ts: what it does; it answers {} and does nothing now`,
    `${routes}: hand the body's fields to ${useCase}`,
    `${folder}/${file}.http.test.ts: two rules stand there as it.todo, write them or delete them with a reason`,
    'apps/portal/src: the page that calls it',
    'docs/contract.md, section 4, and docs/specification-evidence.md: if clients may rely on it',
    `run npm run check, then npm test -- api fuzz`,
  ]
}
