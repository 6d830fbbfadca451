import { spawn } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { expect, rule } from '../kit/rules.ts'
import { freePort, sleep, until } from '../kit/shop.ts'
import { base, end, exit, halfSent, postmaster, readyLine, signIn, spawnShop, start, stop } from './start/shop.ts'
import { stopsWhole } from './start/stops.ts'

/** How the shop starts, stops, and starts again: with its own database, as `npm start` runs it. */
const name = join(base, 'one')

await rule('a fresh data directory becomes a shop, and Ctrl-C stops everything, the database too', async () => {
  const shop = await start(name)
  expect((await signIn(shop)) === 0, 'sign-in')
  const pid = postmaster(name)
  await stop(shop)
  await until('the database to be gone', () => Promise.resolve(!existsSync(`/proc/${pid}`)), 10_000)
  expect(!existsSync(join(name, 'pg/postmaster.pid')), 'the database left its pid file')
})

await rule('the line after the ready line gives the address of the desk, whose pages and codes work', async () => {
  const shop = await start(name)
  const line = /^Desk on (\S+): owner \/ \S+, codes at (\S+)$/m
  await until('the line of the desk', () => Promise.resolve(line.test(shop.output())))
  const printed = shop.output().split('\n')
  const at = printed.findIndex((text) => line.test(text))
  expect(printed[at - 1] === readyLine(shop.port), `before it stands ${printed[at - 1]}`)
  const [, desk = '', codes = ''] = line.exec(shop.output()) ?? []
  const page = await fetch(desk, { headers: { accept: 'text/html' } })
  expect(page.status === 200 && (await page.text()).includes('id="app"'), `${desk}: ${page.status}`)
  expect((await fetch(codes)).status === 200, codes)
  await stop(shop)
})

await rule('a taken default port starts the shop without a desk, a taken chosen port stops the start', async () => {
  const port = await freePort()
  const other = createServer()
  await new Promise<void>((resolve) => other.listen(port + 1, '127.0.0.1', () => resolve()))
  const shop = await start(name, { env: { PORT: String(port), CONSOLE_PORT: undefined } })
  expect((await signIn(shop)) === 0, 'sign-in')
  // Log lines are written in blocks, so this one may come after the answer to the sign-in.
  await until('the warning', () => Promise.resolve(shop.output().includes('has no desk')))
  expect(!shop.output().includes('Desk on'), shop.output())
  await stop(shop)
  const stopped = await spawnShop(name, { env: { CONSOLE_PORT: String(port + 1) } })
  expect((await exit(stopped.child)) === 1 && stopped.output().includes('CONSOLE_PORT: '), stopped.output())
  other.close()
})

await rule('two copies side by side do not disturb each other, and one data directory serves one portal', async () => {
  const [a, b] = await Promise.all([start(name), start(join(base, 'two'))])
  expect((await signIn(a)) === 0 && (await signIn(b)) === 0, 'sign-in at both')
  const third = await spawnShop(name)
  expect(
    (await exit(third.child)) === 1 && third.output().includes('is in use by process'),
    `a third start said: ${third.output()}`,
  )
  expect((await signIn(a)) === 0, 'the first still serves')
  await Promise.all([stop(a), stop(b)])
})

await rule('after a power cut (portal and database killed) it starts again by itself, with its data', async () => {
  const shop = await start(name)
  await signIn(shop)
  const pid = postmaster(name)
  shop.child.kill('SIGKILL')
  process.kill(pid, 'SIGKILL')
  await exit(shop.child)
  const again = await start(name)
  expect((await signIn(again)) === 0, 'sign-in')
  await stop(again)
})

await rule('after a power cut it starts, and stops no process that has a number of its files by now', async () => {
  const shop = await start(name)
  const pid = postmaster(name)
  shop.child.kill('SIGKILL')
  process.kill(pid, 'SIGKILL')
  await exit(shop.child)
  const idle = 'setInterval(() => undefined, 1000)'
  const others = ['postgres', 'dist/main.js'].map((name) =>
    spawn(process.execPath, ['-e', idle, name, '-D', '/elsewhere'], { stdio: 'ignore' }),
  )
  const alive = (): boolean[] => others.map(({ exitCode, signalCode }) => exitCode === null && signalCode === null)
  const files = [join(name, 'pg/postmaster.pid'), join(name, 'hc-portal.pid')]
  for (const [at, file] of files.entries()) {
    const [, ...rest] = readFileSync(file, 'utf8').split('\n')
    writeFileSync(file, [String(others[at]?.pid), ...rest].join('\n'))
  }
  const startMs = Date.now()
  const again = await start(name)
  expect(Date.now() - startMs < 30_000, `it took ${Date.now() - startMs} ms`)
  expect((await signIn(again)) === 0, 'sign-in')
  await stop(again)
  expect(alive().every(Boolean), `alive: ${alive().join(' ')}`)
  for (const other of others) other.kill('SIGKILL')
})

await rule('a database that outlived its killed portal is taken over', async () => {
  const shop = await start(name)
  const pid = postmaster(name)
  shop.child.kill('SIGKILL')
  await exit(shop.child)
  const again = await start(name)
  expect(postmaster(name) === pid, 'a second database was started')
  expect((await signIn(again)) === 0, 'sign-in')
  await stop(again)
})

await rule('a supervisor that ends npm alone ends the shop and its database', async () => {
  const shop = await start(name, { script: 'npm' })
  expect((await signIn(shop)) === 0, 'sign-in')
  const pid = postmaster(name)
  shop.child.kill('SIGTERM')
  await exit(shop.child)
  await until('the database to be gone', () => Promise.resolve(!existsSync(`/proc/${pid}`)), 10_000)
})

await rule('a stop finishes the requests in hand', async () => {
  const shop = await start(name)
  await signIn(shop)
  const calls = await Promise.all(Array.from({ length: 6 }, () => halfSent(shop)))
  // A request answered after them says that the server has read what came before.
  await signIn(shop)
  await sleep(300)
  const closing = stop(shop)
  await sleep(200)
  expect(
    (await Promise.all(calls.map((call) => call.finish()))).every((code) => code === 0),
    'a request was cut',
  )
  await closing
})

await rule('a wrong setting stops the start with one line that names it', async () => {
  for (const [env, name] of [
    [{ PORT: 'eighty' }, 'PORT'],
    [{ CLIENT_KEY: 'short' }, 'CLIENT_KEY'],
    [{ NODE_ENV: 'production' }, 'PUBLIC_URL'],
    [{ NODE_ENV: 'production', PUBLIC_URL: 'https://shop.example', GAME_URL: 'https://game.example/hc' }, 'CLIENT_KEY'],
    [{ ROLE: 'king' }, 'ROLE'],
    [{ HOST: '203.0.113.1' }, 'HOST'],
    [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL'],
  ] as const) {
    const shop = await spawnShop(join(base, 'never'), { env })
    const code = await exit(shop.child)
    const lines = shop.output().trim().split('\n')
    expect(
      code === 1 && lines.length === 1 && (lines[0] ?? '').includes(`${name}:`),
      `${JSON.stringify(env)} said: ${shop.output()}`,
    )
  }
})

if (process.getuid?.() === 0) {
  await rule('it runs as an ordinary user', async () => {
    const dir = join(base, 'user')
    mkdirSync(dir)
    chownSync(dir, 65534, 65534)
    const shop = await start(dir, { uid: 65534 })
    expect((await signIn(shop)) === 0, 'sign-in')
    await stop(shop)
  })
  await rule('it runs as root below a private folder that no other user can read', async () => {
    const home = join(base, 'private')
    mkdirSync(home, { mode: 0o700 })
    const shop = await start(join(home, 'data'))
    expect((await signIn(shop)) === 0, 'sign-in')
    await stop(shop)
  })
}

await stopsWhole()
end()
