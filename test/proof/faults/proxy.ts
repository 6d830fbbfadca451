import { createServer, type Server, type Socket, connect } from 'node:net'

/** A connection between the shop and PostgreSQL that can be cut, slowed, or lose the database's answers. */
export type Proxy = {
  port: number
  /** Cuts all connections at once. Gives their number. */
  cut(): number
  /** Delays each packet by this time from now on, both ways. */
  slow(ms: number): void
  /** An answer of the database is at times lost with its connection: the statement had its effect. */
  loseAnswers(probability: number): void
  lost: number
  close(): Promise<void>
}

export async function openProxy(
  port: number,
  target: number,
  chance: (probability: number) => boolean,
): Promise<Proxy> {
  const pairs = new Set<readonly [Socket, Socket]>()
  let delay = 0
  let losing = 0
  const server: Server = createServer((client) => {
    const database = connect(target, '127.0.0.1')
    const pair = [client, database] as const
    pairs.add(pair)
    const end = (): void => {
      pairs.delete(pair)
      client.destroy()
      database.destroy()
    }
    for (const socket of pair) {
      socket.setNoDelay(true)
      socket.on('error', end)
      socket.on('close', end)
    }
    /** Waiting packets keep their order, whatever their delay. */
    const forwardTo = (to: Socket): ((data: Buffer) => void) => {
      const queue: Buffer[] = []
      const pass = (): void => {
        const data = queue.shift()
        if (data && !to.destroyed) to.write(data)
      }
      return (data) => {
        queue.push(data)
        if (delay === 0 && queue.length === 1) pass()
        else setTimeout(pass, delay)
      }
    }
    client.on('data', forwardTo(database))
    const answer = forwardTo(client)
    database.on('data', (data) => {
      if (losing > 0 && chance(losing)) {
        proxy.lost++
        end()
        return
      }
      answer(data)
    })
  })
  await new Promise<void>((resolve) => {
    server.listen(port, '127.0.0.1', resolve)
  })
  const proxy: Proxy = {
    port,
    lost: 0,
    cut() {
      const n = pairs.size
      for (const [a, b] of pairs) {
        a.destroy()
        b.destroy()
      }
      return n
    },
    slow(ms) {
      delay = ms
    },
    loseAnswers(probability) {
      losing = probability
    },
    async close() {
      proxy.cut()
      await new Promise((resolve) => {
        server.close(resolve)
      })
    },
  }
  return proxy
}
