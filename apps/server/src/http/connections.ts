import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { addressKey } from '../platform/address.ts'

type Options = {
  /** Connections at once, of all and of one address; null: of one address as many as of all. */
  max: number
  perAddress: number | null
  refused: () => void
}
export type Connections = {
  /**
   * Lets go of what nobody waits for an answer on, again and again until the server is closed; what is still open after
   * `ms` is cut.
   */
  leave(ms: number): void
}

/** Between two looks at what may be let go. */
const LOOK_MS = 50

/**
 * Bounds the connections of a server: one client's must not shut out all others. What is too much is closed at once.
 */
export function boundConnections(server: Server, { max, perAddress, refused }: Options): Connections {
  const byAddress = new Map<string, number>()
  const sockets = new Set<Socket>()
  server.maxConnections = max
  server.on('drop', refused)
  server.on('connection', (socket: Socket) => {
    const key = addressKey(socket.remoteAddress ?? '')
    const open = (byAddress.get(key) ?? 0) + 1
    if (perAddress !== null && open > perAddress) {
      refused()
      socket.destroy()
      return
    }
    byAddress.set(key, open)
    sockets.add(socket)
    socket.once('close', () => {
      sockets.delete(socket)
      const left = (byAddress.get(key) ?? 1) - 1
      if (left > 0) byAddress.set(key, left)
      else byAddress.delete(key)
    })
  })
  return {
    leave(ms) {
      const look = setInterval(() => {
        // A connection whose last answer goes out turns idle only then; one that never said a word never does.
        server.closeIdleConnections()
        for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
      }, LOOK_MS)
      const cut = setTimeout(() => {
        server.closeAllConnections()
      }, ms)
      look.unref()
      cut.unref()
      server.once('close', () => {
        clearInterval(look)
        clearTimeout(cut)
      })
    },
  }
}
