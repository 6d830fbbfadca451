import { createServer, request } from 'node:http'

export type Target = { name: string; port: number }

/**
 * A balancer in front of the web processes: each request goes to the next one that is open, and its answer says who
 * gave it.
 */
export async function openBalancer(open: () => readonly Target[]): Promise<{ url: string; close(): void }> {
  let next = 0
  const server = createServer((incoming, answer) => {
    const targets = open()
    const target = targets[next++ % Math.max(1, targets.length)]
    const fail = (why: string): void => {
      if (!answer.headersSent) answer.writeHead(502, { 'x-served-by': target?.name ?? 'nobody' })
      answer.end(JSON.stringify({ code: -1, msg: why }))
    }
    if (!target) {
      fail('no process is open')
      return
    }
    const on = request(
      {
        host: '127.0.0.1',
        port: target.port,
        agent: false,
        method: incoming.method,
        path: incoming.url,
        headers: { ...incoming.headers, connection: 'close' },
      },
      (reply) => {
        answer.writeHead(reply.statusCode ?? 502, {
          ...reply.headers,
          connection: 'keep-alive',
          'x-served-by': target.name,
        })
        reply.pipe(answer)
      },
    )
    on.once('error', (error) => fail(error.message))
    incoming.pipe(on)
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as { port: number }
  return {
    url: `http://127.0.0.1:${port}`,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}
