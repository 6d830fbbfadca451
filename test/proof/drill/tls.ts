import { readFileSync } from 'node:fs'
import { request } from 'node:https'
import net, { type Socket } from 'node:net'
import { join } from 'node:path'
import { connect } from 'node:tls'

type Asking = {
  method?: string
  body?: string
  /** Folder of the certificates, and as whom of them: nobody without. */ tls: string
  as?: string
  password?: string
  ms?: number
}
type Answer = { status: number; text: string }

const authority = (folder: string): Buffer => readFileSync(join(folder, 'ca.crt'))
const identity = (folder: string, role: string | undefined) =>
  role === undefined
    ? {}
    : { cert: readFileSync(join(folder, `${role}.crt`)), key: readFileSync(join(folder, `${role}.key`)) }

/** One request over TLS that verifies the server. @throws the connection's error */
export function ask(url: string, { method = 'GET', body, tls, as, password, ms = 1500 }: Asking): Promise<Answer> {
  return new Promise((resolve, fail) => {
    const call = request(
      url,
      {
        method,
        agent: false,
        timeout: ms,
        ca: authority(tls),
        ...identity(tls, as),
        headers: {
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(password === undefined
            ? {}
            : { authorization: `Basic ${Buffer.from(`patroni:${password}`).toString('base64')}` }),
        },
      },
      (answer) => {
        let text = ''
        answer.on('data', (chunk: Buffer) => {
          text += chunk.toString()
        })
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text }))
        answer.on('error', fail)
      },
    )
    call.on('timeout', () => {
      call.destroy(new Error('no answer in time'))
    })
    call.on('error', fail)
    call.end(body)
  })
}

/** Asks a PostgreSQL server for TLS; gives the socket to use. */
function afterAsking(host: string, port: number): Promise<Socket> {
  return new Promise((resolve, fail) => {
    const socket = net.connect({ host, port, timeout: 3000 }, () => {
      socket.write(Buffer.from('0000000804d2162f', 'hex'))
    })
    socket.on('timeout', () => {
      socket.destroy(new Error('no answer in time'))
    })
    socket.on('error', fail)
    socket.once('data', (answer) => {
      if (answer.toString() === 'S') resolve(socket)
      else fail(new Error(`no TLS: ${answer.toString()}`))
    })
  })
}

/** The serial number of a port's certificate. */
export async function serialAt(
  host: string,
  port: number,
  { tls, as, postgres = false }: { tls: string; as?: string; postgres?: boolean },
): Promise<string> {
  const over = postgres ? { socket: await afterAsking(host, port) } : { port }
  return await new Promise((resolve, fail) => {
    const socket = connect({ host, ...over, ca: authority(tls), ...identity(tls, as), timeout: 3000 }, () => {
      resolve(socket.getPeerCertificate().serialNumber)
      socket.destroy()
    })
    socket.on('timeout', () => {
      socket.destroy(new Error('no answer in time'))
    })
    socket.on('error', fail)
  })
}
