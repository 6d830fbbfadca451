import { connect, type Socket } from 'node:net'

/** Opens `count` keep-alive connections, each after one answered request, and keeps them idle. */
export async function holdConnections(port: number, count: number): Promise<{ close: () => void }> {
  const sockets: Socket[] = []
  for (let at = 0; at < count; at += 50) {
    await Promise.all(
      Array.from(
        { length: Math.min(50, count - at) },
        () =>
          new Promise<void>((resolve, fail) => {
            const socket = connect(port, '127.0.0.1', () => {
              socket.write('GET /healthz HTTP/1.1\r\nhost: x\r\nconnection: keep-alive\r\n\r\n')
            })
            socket.once('data', () => resolve())
            socket.once('error', fail)
            sockets.push(socket)
          }),
      ),
    )
  }
  await new Promise((resolve) => {
    setTimeout(resolve, 2000)
  })
  return {
    close: () => {
      for (const socket of sockets) socket.destroy()
    },
  }
}
