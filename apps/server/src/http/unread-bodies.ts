import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'

type Bounds = {
  /** The most bytes of a refused body that are read, only to be dropped. */
  bytes: number
  /** The time that a whole request may take. */
  requestTimeoutMs: number
}

/** The part of a request's time in which the rest of a refused body may come. */
const SHARE = 0.5
/** After an answer that did not wait for the rest, its sender has this long to read it. */
const LINGER_MS = 1_000

/** Reads the rest of a body and drops it. Returns false if it did not end within the bounds. */
async function dropped(raw: IncomingMessage, bytes: number, ms: number): Promise<boolean> {
  if (raw.complete) return true
  return await new Promise<boolean>((resolve) => {
    let bytesLeft = bytes
    const end = (whole: boolean): void => {
      clearTimeout(timer)
      raw.off('data', count).off('end', ended).off('close', closed).off('error', closed)
      resolve(whole)
    }
    const count = (part: Buffer): void => {
      bytesLeft -= part.length
      if (bytesLeft < 0) end(false)
    }
    const ended = (): void => end(true)
    const closed = (): void => end(false)
    const timer = setTimeout(closed, Math.max(0, ms))
    raw.on('data', count).on('end', ended).on('close', closed).on('error', closed)
    raw.resume()
  })
}

/**
 * Lets the sender of a refused body read the reason. A browser reads the answer after its last byte; a connection that
 * is closed before, with unread bytes, is reset, and the answer is lost. So the rest is read and dropped first, within
 * bounds. Beyond them the answer comes at once, and the connection is closed only after its sender could read it (RFC
 * 9112, 9.6). Decision 591.
 */
export function answerUnreadBodies(fastify: FastifyInstance, { bytes, requestTimeoutMs }: Bounds): void {
  fastify.addHook('onError', async ({ raw }, reply) => {
    if (raw.complete) return
    if (await dropped(raw, bytes, requestTimeoutMs * SHARE - reply.elapsedTime)) return
    const { socket } = raw
    reply.header('connection', 'close')
    // The answer's end closes the connection by this method.
    socket.destroySoon = () => {
      raw.resume()
      socket.end()
      const cut = setTimeout(() => socket.destroy(), LINGER_MS)
      socket.once('close', () => clearTimeout(cut))
    }
  })
}
