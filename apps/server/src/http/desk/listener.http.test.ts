import { connect, type Socket } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { DeskClient } from '@hc/test/desk'
import { withDesk } from '@hc/test/fixtures'
import { freePort, until } from '@hc/test/shop'

/** A PNG of 8 × 8 pixels. */
const PICTURE =
  'iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAEUlEQVQI12M4oWCDFTEMLQkAqWxJATzzk7YAAAAASUVORK5CYII='
const port = await freePort()
const desk = `http://localhost:${port}`
const at = withDesk({
  CONSOLE_PORT: String(port),
  CONSOLE_HOST: '127.0.0.1',
  REQUEST_TIMEOUT_MS: '1000',
  RATE_LIMIT_PER_MINUTE: '6000',
})
const { shop } = at
const open: Socket[] = []

afterEach(async () => {
  const sockets = open.splice(0)
  for (const socket of sockets) socket.destroy()
  // Under load the shop sees their ends later, and until then they count for this address.
  if (sockets.length > 0)
    await until('the shop lets go of the connections', async () => {
      const answers = await Promise.allSettled(
        Array.from({ length: 60 }, async () => await fetch(`${desk}/healthz`, { headers: { connection: 'close' } })),
      )
      return answers.every((answer) => answer.status === 'fulfilled')
    })
})

const dial = async (): Promise<Socket> => {
  const socket = connect(port, '127.0.0.1')
  open.push(socket)
  await new Promise<void>((ready, fail) => socket.once('connect', ready).once('error', fail))
  return socket
}
const closed = (socket: Socket): Promise<number> => {
  const start = performance.now()
  return new Promise((resolve) => {
    socket.on('error', () => undefined)
    socket.once('close', () => resolve(performance.now() - start))
    socket.resume()
  })
}

describe('the listener of the desk', () => {
  it('closes a request that does not end within its time, and lets one address have a share of the connections', async () => {
    const slow = await dial()
    slow.write(
      `POST /console/api/session/password HTTP/1.1\r\nHost: localhost:${port}\r\nContent-Type: application/json\r\n` +
        'Content-Length: 60\r\n\r\n{"email":',
    )
    // It waits for the time of a request, and the server looks twice in it.
    expect(await closed(slow)).toBeLessThan(8_000)
    const sockets = await Promise.all(Array.from({ length: 130 }, dial))
    const isOpen = await Promise.all(
      sockets.map(
        (socket) =>
          new Promise<boolean>((resolve) => {
            socket.on('error', () => undefined)
            socket.once('close', () => resolve(false))
            socket.once('data', () => resolve(true))
            socket.write(`GET /healthz HTTP/1.1\r\nHost: localhost:${port}\r\n\r\n`)
          }),
      ),
    )
    expect(isOpen.filter(Boolean).length).toBeLessThanOrEqual(100)
    expect(isOpen.filter(Boolean).length).toBeGreaterThan(60)
  })

  it('answers so many calls without a session in a minute, and those with one go on', async () => {
    const stranger = new DeskClient(desk)
    const answers: Awaited<ReturnType<typeof ask>>[] = []
    const ask = () => stranger.call('session/passkeyOptions', {})
    while (answers.length < 330) answers.push(...(await Promise.all(Array.from({ length: 30 }, ask))))
    // A busy machine may be late with a request, which the listener ends with 408.
    const refused = answers.filter(({ status, msg }) => msg !== 'success' && status !== 408)
    expect(new Set(refused.map(({ status, msg }) => `${status} ${msg}`))).toEqual(new Set(['429 SystemBusy']))
    expect(refused.length).toBeGreaterThanOrEqual(30)
    const { rows } = await shop.db.query<{ n: number }>('select count(*)::int as n from desk.challenge')
    expect(rows[0]?.n).toBeLessThanOrEqual(300)
    expect((await at.owner.call('session/me', {})).msg).toBe('success')
  })
})

describe('a call', () => {
  it('is taken from a page of the desk alone, also where another name was bound to its address', async () => {
    const view = { page: '/orders', name: 'Mine', query: 'status=2', shared: false }
    for (const origin of [`http://evil.example:${port}`, `http://localhost:${port + 1}`, 'null'])
      expect((await at.owner.call('view/save', view, { headers: { origin } })).msg).toBe('Forbidden')
    for (const origin of [desk, `http://127.0.0.1:${port}`])
      expect((await at.owner.call('view/save', view, { headers: { origin } })).msg).toBe('success')
  })

  it('does nothing if its right is taken away while the shop prepares its picture', async () => {
    const holder = await shop.db.connect()
    try {
      await holder.query('begin')
      await holder.query('lock table desk.media in access exclusive mode')
      const upload = at.as('content').call('media/upload', { data: PICTURE, alt: {} })
      await until(
        'the call waits',
        async () =>
          (
            await shop.db.query(`select 1 from pg_stat_activity where datname = current_database()
              and wait_event_type = 'Lock' and query like '%desk.media%'`)
          ).rowCount,
      )
      await holder.query(`delete from desk.staff_role where role_key = 'content'`)
      await holder.query('commit')
      expect((await upload).msg).toBe('NotAllowed')
    } finally {
      holder.release()
    }
  })
})

describe('behind a proxy', () =>
  it('the caller’s address is believed from the proxy’s network alone', async () => {
    const allowed = { headers: { 'x-forwarded-for': '203.0.113.9' } }
    const env = { CONSOLE_PORT: String(port), TRUST_PROXY: '1', CONSOLE_ALLOW: '203.0.113.0/24' }
    await shop.restart({ ...env, CONSOLE_PROXIES: '127.0.0.0/8, ::1' })
    expect((await fetch(`${desk}/healthz`, allowed)).status).toBe(200)
    await shop.restart({ ...env, CONSOLE_PROXIES: '10.0.0.0/8' })
    expect((await fetch(`${desk}/healthz`, allowed)).status).toBe(404)
  }))
