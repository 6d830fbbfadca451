import { randomUUID } from 'node:crypto'
import { connect, createServer, type Socket } from 'node:net'
import { describe, expect, it } from 'vitest'
import { until } from '@hc/test/shop'
import { openBus } from './bus.ts'
import { openDatabase } from './db.ts'
import { withShop } from '@hc/test/fixtures'

const shop = withShop()

/** A proxy to the database. Once held, it no longer passes on a client's goodbye. */
async function holdableLine(): Promise<{
  url: string
  hold: () => void
  open: () => number
  close: () => Promise<void>
}> {
  const target = new URL(shop.databaseUrl)
  let holding = false
  const sockets = new Set<Socket>()
  const server = createServer({ allowHalfOpen: true }, (client) => {
    const database = connect(Number(target.port), target.hostname)
    for (const socket of [client, database]) {
      sockets.add(socket)
      socket.on('error', () => undefined)
    }
    client.on('data', (data) => {
      if (!holding) database.write(data)
    })
    client.on('close', () => {
      sockets.delete(client)
      database.destroy()
    })
    database.on('data', (data) => {
      client.write(data)
    })
    database.on('close', () => {
      sockets.delete(database)
      client.destroy()
    })
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const url = new URL(target)
  url.port = String((server.address() as { port: number }).port)
  return {
    url: url.href,
    hold: () => {
      holding = true
    },
    open: () => sockets.size,
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => {
        server.close(resolve)
      })
    },
  }
}
const endThose = async (name: string): Promise<void> => {
  await shop.db.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where query like $1 and pid <> pg_backend_pid()',
    [`%${name}%`],
  )
}

describe('a connection that we end ourselves', () => {
  it('is not reported as lost when the database stops before it has heard the goodbye', async () => {
    const line = await holdableLine()
    const losses: string[] = []
    const db = openDatabase(line.url, {
      max: 3,
      onError: (error) => {
        losses.push(error.message)
      },
    })
    await Promise.all([1, 2, 3].map(() => db.query({ text: 'select 1 as goodbye_unheard, pg_sleep(0.05)' })))
    line.hold()
    const ended = db.end()
    await endThose('goodbye_unheard')
    await until('the database has ended them', async () => line.open() === 0)
    await ended
    expect(losses).toEqual([])
    await line.close()
  })

  it('is closed when its end has been awaited, so that the database may stop', async () => {
    const db = openDatabase(shop.databaseUrl, { max: 5, onError: () => undefined })
    await Promise.all([1, 2, 3, 4, 5].map(() => db.query({ text: 'select 1 as ended_with_us, pg_sleep(0.05)' })))
    const clients: string[] = []
    db.pool.on('remove', () => {
      clients.push('gone')
    })
    await db.end()
    expect(clients).toHaveLength(5)
  })

  it('is reported while it is in use', async () => {
    const losses: string[] = []
    const db = openDatabase(shop.databaseUrl, {
      max: 1,
      onError: (error) => {
        losses.push(error.message)
      },
    })
    await db.query({ text: 'select 1 as lost_in_use' })
    await endThose('lost_in_use')
    await until('it is told', async () => losses.length > 0)
    expect(losses[0]).toContain('terminating connection')
    await db.end()
  })
})

describe('the bus', () =>
  it('does not report a connection that the database ends while the bus stops', async () => {
    const line = await holdableLine()
    const losses: string[] = []
    const bus = openBus(line.url, {
      lost(error) {
        losses.push(error.message)
      },
      connected: () => undefined,
    })
    await until('it is connected', async () => bus.connected())
    line.hold()
    const stopped = bus.stop()
    await endThose('listen hc_bus')
    await until('the database has ended it', async () => line.open() === 0)
    await stopped
    expect(losses).toEqual([])
    await line.close()
  }))

it('a database whose sessions write days, bytes and numbers in another form takes and delivers an order all the same', async () => {
  const defaults: Record<string, string> = {
    datestyle: "'German, DMY'",
    intervalstyle: "'iso_8601'",
    bytea_output: "'escape'",
    timezone: "'Asia/Tokyo'",
    extra_float_digits: '-5',
    standard_conforming_strings: 'off',
    transform_null_equals: 'on',
    search_path: 'desk',
  }
  const name = new URL(shop.databaseUrl).pathname.slice(1)
  for (const [setting, value] of Object.entries(defaults))
    await shop.db.query(`alter database ${name} set ${setting} = ${value}`)
  await shop.db.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`,
  )
  const player = await until('a sign-in', () => shop.signIn('demo', 'Demo1234').catch(() => undefined))
  await player.buy('gem_300')
  for (const setting of Object.keys(defaults)) await shop.db.query(`alter database ${name} reset ${setting}`)
})

it('a server whose address has options of its own keeps them beside ours', async () => {
  const url = new URL(shop.databaseUrl)
  url.searchParams.set('options', '-c work_mem=5MB -c datestyle=German')
  const db = openDatabase(url.href, { max: 1, onError: () => undefined })
  const [row] = await db.query<{ mem: string; days: string }>({
    text: `select current_setting('work_mem') as mem, current_setting('datestyle') as days`,
  })
  expect(row).toEqual({ mem: '5MB', days: 'ISO, MDY' })
  await db.end()
})

it('a statement that says how long its answer may take is given up after that time, not after that of a call', async () => {
  const db = openDatabase(shop.databaseUrl, { max: 1, onError: () => undefined })
  const slow = db.query({ text: 'select pg_sleep(5)', withinMs: 100 })
  await expect(slow).rejects.toThrow('Query read timeout')
  await db.end()
})

it('a call waits for a connection of its process where the server admits no more of them', async () => {
  const user = `few_${randomUUID().slice(0, 8)}`
  await shop.db.query(`create role ${user} login password 'few' connection limit 2`)
  const url = new URL(shop.databaseUrl)
  url.username = user
  url.password = 'few'
  const db = openDatabase(url.href, { max: 8, onError: () => undefined })
  try {
    const calls = Array.from({ length: 8 }, (_, at) =>
      db.query<{ at: number }>({ text: 'select $1::int as at, pg_sleep(0.1)' }, [at]),
    )
    expect((await Promise.all(calls)).map(([row]) => row?.at)).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
  } finally {
    await db.end()
    await shop.db.query(`drop role ${user}`)
  }
})
