import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { addressKey } from '../platform/address.ts'

type Options = {
  /** The most connections at once, of all addresses and of one; `perAddress` null: one address may have all of them. */
  max: number
  perAddress: number | null
  refused: () => void
}
export type Connections = {
  /**
   * Closes connections on which no answer is due, again and again until the server is closed. After `ms`, all others
   * are cut.
   */
  leave(ms: number): void
}

/** The pause between two rounds of closing idle connections. */
const LOOK_MS = 50

/**
 * Bounds the connections of a server, so that one client cannot shut out all others. A connection beyond the bounds is
 * closed at once.
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
      const rest = (byAddress.get(key) ?? 1) - 1
      if (rest > 0) byAddress.set(key, rest)
      else byAddress.delete(key)
    })
  })
  return {
    leave(ms) {
      const look = setInterval(() => {
        // A connection turns idle only after its last answer. A connection that never sent a byte never counts as idle.
        server.closeIdleConnections()
        for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
      }, LOOK_MS)
      const cut = setTimeout(() => server.closeAllConnections(), ms)
      look.unref()
      cut.unref()
      server.once('close', () => {
        clearInterval(look)
        clearTimeout(cut)
      })
    },
  }
}
