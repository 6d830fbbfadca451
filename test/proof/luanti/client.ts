import { createSocket, type Socket } from 'node:dgram'

/**
 * A player without a picture: as much of Luanti's network protocol (version 41: acknowledged packets on three channels,
 * split packets, a first sign-in) as it takes to stand in a world, hold an inventory and type into the chat.
 */
const PROTOCOL_ID = 0x4f_45_74_03
const SERVER_PEER = 1
const FIRST_SEQNUM = 65_500
const Kind = { control: 0, original: 1, split: 2, reliable: 3 } as const
const Control = { ack: 0, setPeerId: 1, disconnect: 3 } as const
const ToServer = { init: 0x02, init2: 0x11, chat: 0x32, ready: 0x43, firstSrp: 0x50 } as const
const ToClient = { hello: 0x02, accept: 0x03, denied: 0x0a, inventory: 0x27, chat: 0x2f, itemdef: 0x3d } as const

const u8 = (n: number): Buffer => Buffer.from([n])
const u16 = (n: number): Buffer => {
  const b = Buffer.alloc(2)
  b.writeUInt16BE(n)
  return b
}
const string16 = (text: string | Buffer): Buffer => Buffer.concat([u16(Buffer.byteLength(text)), Buffer.from(text)])
/** Wide strings: two bytes a character. */
const wide = (text: string): Buffer => Buffer.concat([u16(text.length), Buffer.from(text, 'utf16le').swap16()])

type Channel = { next: number; seen: Set<number>; open: Map<number, { packet: Buffer; at: number }> }

/** `List main 32 … Item name count …` as counts by name. An item's count is left out where it is one. */
function countsOf(text: string): Map<string, number> | undefined {
  const main = /^List main \d+\n([\s\S]*?)^EndInventoryList$/m.exec(text)?.[1]
  if (main === undefined) return undefined
  const counts = new Map<string, number>()
  for (const [, name = '', count = '1'] of main.matchAll(/^Item (\S+)(?: (\d+))?/gm))
    counts.set(name, (counts.get(name) ?? 0) + Number(count))
  return counts
}

export class LuantiClient {
  readonly name: string
  readonly chat: string[] = []
  items = new Map<string, number>()
  joined: Promise<void>
  private readonly port: number
  private readonly socket: Socket = createSocket('udp4')
  private readonly channels: Channel[] = [0, 1, 2].map(() => ({ next: FIRST_SEQNUM, seen: new Set(), open: new Map() }))
  private readonly splits = new Map<string, (Buffer | undefined)[]>()
  private readonly timers: NodeJS.Timeout[] = []
  private peer = 0
  private isGone = false
  private welcome: () => void = () => undefined
  private turnAway: (error: Error) => void = () => undefined

  constructor(port: number, name: string) {
    this.port = port
    this.name = name
    this.joined = new Promise((resolve, fail) => {
      this.welcome = resolve
      this.turnAway = fail
    })
    this.joined.catch(() => undefined)
    this.socket.on('message', (packet) => this.hear(packet))
    this.socket.on('error', (error) => this.turnAway(error))
    // An empty command makes the server give us a peer id.
    this.command(0, 0, Buffer.alloc(0))
    this.timers.push(
      setInterval(() => this.again(), 200),
      setInterval(() => this.hello(), 500),
    )
  }

  say(text: string): void {
    this.command(2, ToServer.chat, wide(text))
  }

  /** Leaves as a client does that is closed. */
  leave(): void {
    this.raw(0, Buffer.from([Kind.control, Control.disconnect]))
    this.vanish()
  }

  /** Is gone, and tells nobody. */
  vanish(): void {
    if (this.isGone) return
    this.isGone = true
    for (const timer of this.timers) clearInterval(timer)
    setTimeout(() => {
      this.socket.close()
    }, 50)
  }

  /** Asked for until the server answers: this one packet is not acknowledged. */
  private greeted = false
  private hello(): void {
    if (this.greeted || this.peer === 0) return
    const [newestFormat, compression, oldest, newest] = [29, 0, 37, 41]
    const body = Buffer.concat([
      u16(ToServer.init),
      u8(newestFormat),
      u16(compression),
      u16(oldest),
      u16(newest),
      string16(this.name),
    ])
    this.raw(1, Buffer.concat([u8(Kind.original), body]))
  }

  private raw(channel: number, packet: Buffer): void {
    if (this.isGone) return
    const header = Buffer.alloc(7)
    header.writeUInt32BE(PROTOCOL_ID)
    header.writeUInt16BE(this.peer, 4)
    header.writeUInt8(channel, 6)
    this.socket.send(Buffer.concat([header, packet]), this.port, '127.0.0.1', () => undefined)
  }

  private command(channel: number, code: number, body: Buffer): void {
    const to = this.channels[channel]
    if (!to) return
    const seqnum = to.next
    to.next = (to.next + 1) % 65_536
    const packet = Buffer.concat([u8(Kind.reliable), u16(seqnum), u8(Kind.original), u16(code), body])
    to.open.set(seqnum, { packet, at: Date.now() })
    this.raw(channel, packet)
  }

  private again(): void {
    for (const [channel, { open }] of this.channels.entries()) {
      for (const item of open.values())
        if (Date.now() - item.at > 400) {
          item.at = Date.now()
          this.raw(channel, item.packet)
        }
    }
  }

  private hear(packet: Buffer): void {
    if (packet.length < 9 || packet.readUInt32BE(0) !== PROTOCOL_ID || packet.readUInt16BE(4) !== SERVER_PEER) return
    this.take(packet.readUInt8(6), packet.subarray(7))
  }

  private take(channel: number, packet: Buffer): void {
    const at = this.channels[channel]
    if (!at || packet.length < 1) return
    switch (packet.readUInt8(0)) {
      case Kind.control:
        this.control(at, packet)
        return
      case Kind.original:
        this.work(packet.readUInt16BE(1), packet.subarray(3))
        return
      case Kind.split:
        this.join(channel, packet)
        return
      case Kind.reliable: {
        const seqnum = packet.readUInt16BE(1)
        this.raw(channel, Buffer.concat([Buffer.from([Kind.control, Control.ack]), u16(seqnum)]))
        if (at.seen.has(seqnum)) return
        at.seen.add(seqnum)
        // Numbers come round; those of long ago are free again.
        at.seen.delete((seqnum + 32_768) % 65_536)
        this.take(channel, packet.subarray(3))
      }
    }
  }

  private control(at: Channel, packet: Buffer): void {
    const type = packet.readUInt8(1)
    if (type === Control.ack) at.open.delete(packet.readUInt16BE(2))
    if (type === Control.setPeerId) this.peer = packet.readUInt16BE(2)
    if (type === Control.disconnect) this.turnAway(new Error('the server closed the connection'))
  }

  private join(channel: number, packet: Buffer): void {
    const [seqnum, count, number] = [packet.readUInt16BE(1), packet.readUInt16BE(3), packet.readUInt16BE(5)]
    const key = `${channel} ${seqnum}`
    const parts = this.splits.get(key) ?? Array.from({ length: count })
    this.splits.set(key, parts)
    parts[number] = packet.subarray(7)
    const received = parts.filter((part) => part !== undefined)
    if (received.length < count) return
    this.splits.delete(key)
    const whole = Buffer.concat(received)
    this.work(whole.readUInt16BE(0), whole.subarray(2))
  }

  private work(code: number, body: Buffer): void {
    switch (code) {
      case ToClient.hello:
        if (this.greeted) return
        this.greeted = true
        // A first sign-in says what the server is to keep: a salt and a verifier, and that the password is not empty.
        this.command(1, ToServer.firstSrp, Buffer.concat([string16('salt'), string16(Buffer.alloc(256, 7)), u8(0)]))
        return
      case ToClient.accept:
        this.command(1, ToServer.init2, string16(''))
        return
      case ToClient.itemdef: {
        const version = 'hc-portal test'
        this.command(1, ToServer.ready, Buffer.concat([Buffer.from([5, 6, 1, 0]), string16(version), u16(6)]))
        return
      }
      case ToClient.denied:
        this.turnAway(new Error(`the server denies access, reason ${body[0]}`))
        return
      case ToClient.inventory: {
        this.items = countsOf(body.toString('latin1')) ?? this.items
        this.welcome()
        return
      }
      case ToClient.chat: {
        const sender = body.readUInt16BE(2)
        const at = 4 + sender * 2
        this.chat.push(
          Buffer.from(body.subarray(at + 2, at + 2 + body.readUInt16BE(at) * 2))
            .swap16()
            .toString('utf16le'),
        )
      }
    }
  }
}
