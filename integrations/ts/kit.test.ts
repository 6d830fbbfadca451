import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { ed25519Public, publicBytes } from '@hc/channels/ed25519'
import { isSigned, isSignedByKey, signWebhook } from '@hc/channels/signature'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { givenSignature, isSignature } from '../../apps/server/src/shop/game/signature.ts'
import { withShop } from '@hc/test/fixtures'
import { freePort, until } from '@hc/test/shop'
import { files } from '../generate.ts'
import vectors from '../vectors.json' with { type: 'json' }
import { connect, type Credentials, handler, isGenuine, publicKeys, ShopError, signatureOf } from './hc-portal.ts'

const run = promisify(execFile)
const root = new URL('../..', import.meta.url).pathname
const privateKeys = [
  'whsk_BwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwc=',
  'whsk_6Xb/dCcHpPea21PS1N9VY/NZW723CEc77N4rJCubMbfVKIDij2HKpMKkioLlX0dRqSKJp4AJ6p9lMicMFs6Kvg==',
] as const
const secret = `whsec_${Buffer.from('a-secret-of-the-kit-s-test-000001').toString('base64')}`

describe('what the kits share', () => {
  it('is generated from the contract as it is now', async () => {
    for (const [file, text] of files)
      expect([file.pathname, await readFile(file, 'utf8')]).toEqual([file.pathname, text])
  })

  it.each(vectors.pushes)('a push: $title', ({ keys, now, headers, body, good }) => {
    expect(isGenuine(keys, headers, body, now * 1000)).toBe(good)
    const secrets = keys.filter((key) => key.startsWith('whsec_'))
    const ed25519 = keys.flatMap((key) => publicBytes(key) ?? []).map(ed25519Public)
    const raw = Buffer.from(body)
    expect(
      isSigned(secrets, headers, raw, now * 1000, 300) || isSignedByKey(ed25519, headers, raw, now * 1000, 300),
    ).toBe(good)
  })

  it.each(vectors.calls)('a call: $title', ({ key, check, now, method, path, timestamp, body, signature, good }) => {
    const headers = { 'x-hc-key': 'any', 'x-hc-timestamp': timestamp, 'x-hc-signature': signature }
    const carried = givenSignature(headers, now)
    const bytes = check.publicKey === undefined ? undefined : publicBytes(check.publicKey)
    const verifier = bytes ? { publicKey: ed25519Public(bytes) } : { secret: check.secret ?? '' }
    expect(carried !== undefined && isSignature(verifier, { method, url: path, timestamp, body }, carried)).toBe(good)
    const ownSignature = signatureOf({ key: 'any', ...key } as Credentials, { method, path, timestamp, body })
    if (good) expect(ownSignature).toBe(signature)
  })
})

describe("the TypeScript kit's example", () => {
  let dir: string
  let game: ChildProcess | undefined
  let gamePort: number
  const begin = async (env: Record<string, string>): Promise<void> => {
    const example = spawn(process.execPath, [new URL('./example.ts', import.meta.url).pathname], {
      env: { PATH: process.env.PATH, GAME_PORT: String(gamePort), GAME_DB: join(dir, 'game.db'), ...env },
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    game = example
    await new Promise((resolve) => {
      example.stdout.once('data', resolve)
    })
  }
  const bag = async (): Promise<unknown> =>
    ((await (await fetch(`http://127.0.0.1:${gamePort}/`)).json()) as { items: unknown }).items

  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'hc-kit-'))
    gamePort = await freePort()
  })
  const shop = withShop(() => {
    const url = `http://127.0.0.1:${gamePort}/`
    return {
      GAME_URL: url,
      GAME_RECALL_URL: url,
      GAME_WEBHOOK_SECRET: secret,
      GAME_WEBHOOK_PRIVATE_KEY: privateKeys.join(','),
    }
  })
  afterAll(async () => {
    game?.kill()
    await rm(dir, { recursive: true, force: true })
  })

  it('keeps every rule of the conformance run, the inventory included', async () => {
    await begin({ GAME_WEBHOOK_SECRET: secret })
    const url = `http://127.0.0.1:${gamePort}/`
    const { stdout } = await run(
      process.execPath,
      ['test/conformance/conformance.ts', url, '--secret', secret, '--inventory', url],
      { cwd: root, env: { PATH: process.env.PATH } },
    )
    expect(stdout).toMatch(/\d+ rules: \d+ right, 0 wrong\n$/)
    const recalls = await run(
      process.execPath,
      ['test/conformance/conformance.ts', url, '--step', '5', '--secret', secret, '--inventory', url],
      { cwd: root, env: { PATH: process.env.PATH } },
    )
    expect(recalls.stdout).toMatch(/6 rules: 6 right, 0 wrong\n$/)
    game?.kill()
  })

  it("takes the shop's deliveries and recalls by its public keys alone, and finds a new one by itself", async () => {
    const keys = (await (await fetch(`${shop.url}/.well-known/hc-webhook-keys.json`)).json()) as unknown
    expect(keys).toEqual({
      keys: [
        'whpk_6kpsY+KcUgq+9VB7Ey7F+ZVHdq6+vnuSQh7qaRRG0iw=',
        'whpk_1SiA4o9hyqTCpIqC5V9HUakiiaeACeqfZTInDBbOir4=',
      ].map((key) => ({ alg: 'ed25519', key })),
    })
    await rm(join(dir, 'game.db'))
    await begin({ HC_URL: shop.url })
    const demo = await shop.signIn('demo', 'Demo1234')
    const order = await demo.order('gem_300')
    await shop.outcome(order, 'paid')
    await until('it is delivered', async () => (await demo.record(order)).status === 4)
    expect(await bag()).toEqual([{ cp_goods_id: 'gem_300', quantity: 1 }])
    await shop.outcome(order, 'refunded')
    await until('it is taken back', async () => JSON.stringify(await bag()).includes('"quantity":0'))
  })

  it('calls the shop with a secret or a key of its own, and hears why it was refused', async () => {
    const withSecret = connect({ url: shop.url, key: 'demo-key', secret: 'demo-game-secret' })
    expect(
      await withSecret.call('PUT /game/v1/servers/{server_id}', {
        params: { server_id: 's-é/7' },
        body: { name: 'Galena', status: 0 },
      }),
    ).toEqual({ created: true })
    await run(
      process.execPath,
      ['apps/server/src/commands/game-key.ts', 'add', 'kit', 'whpk_6kpsY+KcUgq+9VB7Ey7F+ZVHdq6+vnuSQh7qaRRG0iw='],
      {
        cwd: root,
        env: { DATABASE_URL: shop.databaseUrl },
      },
    )
    const withKey = connect({ url: shop.url, key: 'kit', privateKey: privateKeys[0] })
    const path = 'GET /game/v1/deliveries'
    await until('the key', async () => await withKey.call(path, { query: { limit: 5 } }).catch(() => undefined))
    // Twenty calls in one millisecond: each has a signature of its own.
    await Promise.all(Array.from({ length: 20 }, () => withKey.call(path, { query: { server_id: 's1' } })))
    const refused = await withKey
      .call('POST /game/v1/accounts/{uid}/web-token', { params: { uid: 'nobody' } })
      .catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(ShopError)
    expect(refused).toMatchObject({ msg: 'GameAccountNotFound', code: 20005, status: 200 })
  })

  it('is not shown public keys, nor sent their signatures, where the shop has none', async () => {
    const bare = await shop.beside({ GAME_WEBHOOK_PRIVATE_KEY: '' })
    expect((await fetch(`${bare.url}/.well-known/hc-webhook-keys.json`)).status).toBe(404)
    expect(await publicKeys(bare.url)(false)).toEqual([])
    await bare.stop()
  })
})

describe("the TypeScript kit's handler", () => {
  const delivery = { delivery_id: 'dlv_1', server_id: 's1', role_id: 'r1', items: [{ cp_goods_id: 'a', quantity: 1 }] }
  const pushed = (content: object): [Record<string, string>, string] => {
    const body = JSON.stringify(content)
    const now = Math.floor(Date.now() / 1000)
    const signature = signWebhook(secret, 'dlv_1', now, body)
    return [{ 'webhook-id': 'dlv_1', 'webhook-timestamp': String(now), 'webhook-signature': signature }, body]
  }

  it('asks for the keys anew before it refuses a signature', async () => {
    const anews: boolean[] = []
    const answer = handler({
      keys: (anew) => {
        anews.push(anew)
        return anew ? [secret] : []
      },
      deliver: () => ({ grant_id: 'g' }),
    })
    expect(await answer(...pushed(delivery))).toEqual({ status: 200, body: { delivery_id: 'dlv_1', grant_id: 'g' } })
    expect(anews).toEqual([false, true])
  })

  it('lets the shop ask again where the game fails, and grants nothing of what it cannot read', async () => {
    const answer = handler({
      keys: [secret],
      deliver: () => {
        throw new Error('the database is unavailable')
      },
    })
    expect((await answer(...pushed(delivery))).status).toBe(500)
    expect((await answer(...pushed({ ...delivery, recall_id: 'rcl_1' }))).status).toBe(501)
    for (const wrong of [
      {},
      [],
      { ...delivery, items: [] },
      { ...delivery, items: [{ cp_goods_id: 'a', quantity: 0 }] },
    ])
      expect([wrong, (await answer(...pushed(wrong))).status]).toEqual([wrong, 400])
  })
})
