import { execFile, spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { nodeEnv } from '../../scripts/node-flags.mjs'
import { withShop } from '../kit/fixtures.ts'
import { freePort } from '../kit/shop.ts'
import { naiveGame } from './naive-game.ts'

type Run = { code: number; out: string; wrong: string[] }
const run = async (...args: string[]): Promise<Run> =>
  await new Promise((resolve) => {
    execFile(
      process.execPath,
      [new URL('./conformance.ts', import.meta.url).pathname, ...args],
      { env: { PATH: process.env.PATH, ...nodeEnv } },
      (error, stdout, stderr) =>
        resolve({
          code: typeof error?.code === 'number' ? error.code : error ? -1 : 0,
          out: stdout + stderr,
          wrong: [...stdout.matchAll(/^FAILED (\S+)$/gm)].map((match) => match[1] ?? ''),
        }),
    )
  })

const shop = withShop()

describe('the conformance run', () => {
  it('finds nothing wrong with the demo game, inventory included', async () => {
    const { code, out, wrong } = await run(
      `${shop.url}/demo/game/deliver`,
      '--inventory',
      `${shop.url}/demo/game/inventory.json?role_id=r1001`,
    )
    expect([wrong, out]).toEqual([[], expect.stringMatching(/\d+ rules: \d+ right, 0 wrong\n$/)])
    expect(code).toBe(0)
    expect(shop.errors()).not.toMatch(/"level":50/)
  })

  it.each([
    ['1', 5],
    ['3', 2],
  ])('finds nothing wrong with the demo shop in step %s of the guide', async (step, rules) => {
    const { wrong, out, code } = await run(shop.url, '--step', step, '--item', 'gem_60')
    const without = out.replaceAll(shop.url, '')
    // A test's shop is called by an address other than its PUBLIC_URL.
    const address = step === '3' ? ['link.address'] : []
    expect([wrong, without]).toEqual([address, expect.stringContaining(`${rules} rules`)])
    expect(code).toBe(address.length)
  })

  it('names what is wrong with a key, a player or a character', async () => {
    const wrongWith = async (...args: string[]) => (await run(shop.url, '--step', '1', ...args)).wrong
    expect(await wrongWith('--key-secret', 'hcg_another')).toEqual([
      'key.taken',
      'key.path',
      'account.known',
      'account.role',
    ])
    expect(await wrongWith('--uid', 'nobody')).toEqual(['account.known', 'account.role'])
    expect(await wrongWith('--role', 'r1003')).toEqual(['account.role'])
    expect(await run(shop.url, '--step', '4')).toMatchObject({ code: 2, out: expect.stringContaining('not in this') })
  })

  it('finds nothing wrong with the recalls of the demo game, and what a naive one does wrong', async () => {
    const inventory = `${shop.url}/demo/game/inventory.json?role_id=r1001`
    const args = ['--step', '5', '--deliver', `${shop.url}/demo/game/deliver`, '--inventory', inventory]
    const good = await run(`${shop.url}/demo/game/recall`, ...args)
    expect([good.wrong, good.code]).toEqual([[], 0])
    const game = await naiveGame()
    const { wrong } = await run(game.url, '--step', '5', '--inventory', game.inventory)
    game.close()
    expect(wrong).toEqual([
      'recall.wrong-secret',
      'recall.answer',
      'recall.repeat',
      'recall.then-delivery',
      'recall.before-delivery',
      'inventory.exact',
    ])
  })

  it('names each rule that a naive game breaks, and why it matters', async () => {
    const game = await naiveGame()
    const { code, out, wrong } = await run(game.url, '--inventory', game.inventory)
    game.close()
    expect(code).toBe(1)
    expect(wrong).toEqual([
      'repeat.replay',
      'repeat.same-grant',
      'repeat.twenty-at-once',
      'repeat.lost-answer',
      'forged.tampered-body',
      'forged.wrong-secret',
      'forged.no-webhook-id',
      'forged.no-webhook-timestamp',
      'forged.no-webhook-signature',
      'forged.other-id',
      'forged.too-old',
      'forged.too-new',
      'forged.no-json',
      'refuse.unknown-role',
      'refuse.unknown-item',
      'refuse.all-or-nothing',
      'repeat.remembered',
      'inventory.exact',
    ])
    expect(out).toContain('why it matters: Anyone who finds the URL')
  })

  it('finds the gap between looking a delivery up and noting it', async () => {
    const game = await naiveGame(true)
    const { wrong } = await run(game.url, '--inventory', game.inventory)
    game.close()
    expect(wrong).toContain('repeat.twenty-at-once')
    expect(wrong).toContain('inventory.exact')
    expect(wrong).not.toContain('repeat.same-grant')
  })

  it("finds a secret that is not the game's, and says how it is used", async () => {
    const { code, wrong } = await run(
      `${shop.url}/demo/game/deliver`,
      '--secret',
      `whsec_${Buffer.from('some-other-secret-of-32-bytes-xx').toString('base64')}`,
    )
    expect(code).toBe(1)
    expect(wrong).toContain('answer.grant')
    expect((await run()).code).toBe(2)
    expect(await run('http://127.0.0.1:9/deliver')).toMatchObject({
      code: 2,
      out: expect.stringContaining('no answer from'),
    })
  })
})

describe("the guide for a game's engineers", () => {
  const secret = `whsec_${Buffer.from('a-secret-of-the-guide-s-example-1').toString('base64')}`
  let dir: string
  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'hc-guide-'))
  })
  afterAll(async () => await rm(dir, { recursive: true, force: true }))
  /** Writes the guide's example that begins with `// name` into a file. */
  const example = async (name: string): Promise<string> => {
    const text = await readFile(new URL('../../docs/game-integration.md', import.meta.url), 'utf8')
    const code = [...text.matchAll(/```js\n([\s\S]*?)```/g)]
      .map((match) => match[1] ?? '')
      .find((block) => block.startsWith(`// ${name}`))
    await writeFile(join(dir, name), code ?? '')
    return join(dir, name)
  }

  it('has an endpoint that keeps every rule', async () => {
    const port = await freePort()
    const game = spawn(process.execPath, [await example('deliveries.mjs')], {
      env: {
        PATH: process.env.PATH,
        GAME_WEBHOOK_SECRET: secret,
        GAME_PORT: String(port),
        GAME_DB: join(dir, 'game.db'),
      },
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    await new Promise((resolve) => {
      game.stdout.once('data', resolve)
    })
    const { wrong, code } = await run(`http://127.0.0.1:${port}/`, '--secret', secret)
    game.kill()
    expect([wrong, code]).toEqual([[], 0])
  })

  it('has calls that work as they stand', async () => {
    const { stdout } = await promisify(execFile)(process.execPath, [await example('call.mjs')], {
      env: { PATH: process.env.PATH, HC_URL: shop.url },
    })
    expect(JSON.parse(stdout)).toEqual({ hctoken: expect.stringMatching(/^[\w-]{43}$/), expires: expect.any(Number) })
    expect((await (await shop.signIn('mira', 'Mira1234')).call('user/webRole')).result.at(-1)).toMatchObject({
      server_id: 's7',
      roles: [{ role_name: 'Mira' }],
    })
  })
})
