import pg from 'pg'

export type Bus = {
  /** True while messages of other processes arrive. */
  connected(): boolean
  on(topic: string, listener: (payload: string) => void): void
  /** Calls `listener` at each connection, the first or a later one. Messages sent before it may have been missed. */
  onConnect(listener: () => void): void
  /** Tells this process at once. Other processes hear of it only if the SQL statement itself calls pg_notify. */
  local(topic: string, payload: string): void
  stop(): Promise<void>
}
type BusEvents = {
  /** The connection was lost or could not be made. Called once for each outage. */
  lost(error: Error): void
  connected(): void
}

/**
 * Messages between processes over PostgreSQL's NOTIFY, as hints only. A process that misses one (a pooler in between, a
 * restart) still finds the work by polling, and refreshes what it keeps in memory by asking for its version. Without a
 * URL, a process hears only itself.
 */
export function openBus(url: string | null, events: BusEvents): Bus {
  const listeners = new Map<string, ((payload: string) => void)[]>()
  const starters: (() => void)[] = []
  let client: pg.Client | undefined
  let state: 'new' | 'up' | 'lost' = 'new'
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  const emit = (topic: string, payload: string): void => {
    for (const listener of listeners.get(topic) ?? []) listener(payload)
  }
  async function connect(): Promise<void> {
    if (url === null) return
    const next = (client = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: 5000,
      keepAlive: true,
      application_name: 'hc-portal bus',
    }))
    let failed = false
    const fail = (error: Error): void => {
      if (failed) return
      failed = true
      next.end().catch(() => undefined)
      if (stopped) return
      if (state !== 'lost') {
        state = 'lost'
        events.lost(error)
      }
      timer = setTimeout(() => void connect(), 1000)
    }
    next.on('error', fail)
    next.on('notification', ({ payload = '' }) => {
      const colon = payload.indexOf(':')
      emit(colon < 0 ? payload : payload.slice(0, colon), colon < 0 ? '' : payload.slice(colon + 1))
    })
    try {
      await next.connect()
      next.on('end', () => fail(new Error('the connection ended')))
      await next.query('listen hc_bus')
      if (stopped) return
      state = 'up'
      events.connected()
      for (const starter of starters) starter()
    } catch (error) {
      fail(error instanceof Error ? error : new Error('no connection'))
    }
  }
  void connect()
  return {
    connected: () => state === 'up',
    on(topic, listener) {
      listeners.set(topic, [...(listeners.get(topic) ?? []), listener])
    },
    onConnect(listener) {
      starters.push(listener)
    },
    local: emit,
    async stop() {
      stopped = true
      clearTimeout(timer)
      await client?.end().catch(() => undefined)
    },
  }
}
