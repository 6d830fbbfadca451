import pg from 'pg'

export type Bus = {
  /** True while messages of other processes arrive. */
  connected(): boolean
  on(topic: string, listener: (payload: string) => void): void
  /** Tells this process at once. Other processes are told by the database (pg_notify) where the statement says so. */
  local(topic: string, payload: string): void
  stop(): Promise<void>
}

/**
 * Messages between processes over PostgreSQL's NOTIFY, as a hint only: whoever hears nothing (a pooler in
 * between, a restart) still finds the work by polling, and caches live less than a second anyway. Without a URL this
 * process hears itself alone.
 */
export function openBus(url: string | null, onError: (error: Error) => void): Bus {
  const listeners = new Map<string, ((payload: string) => void)[]>()
  let client: pg.Client | undefined
  let up = false
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  const emit = (topic: string, payload: string): void => { for (const listener of listeners.get(topic) ?? []) listener(payload) }
  const again = (): void => {
    up = false
    if (!stopped) timer = setTimeout(() => { void connect() }, 1000)
  }
  async function connect(): Promise<void> {
    if (url === null) return
    const next = client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000, keepAlive: true, application_name: 'hc-portal bus' })
    let failed = false
    const fail = (error?: Error): void => {
      if (failed) return
      failed = true
      if (error && !stopped) onError(error)
      next.end().catch(() => undefined)
      again()
    }
    next.on('error', fail)
    next.on('notification', ({ payload = '' }) => {
      const colon = payload.indexOf(':')
      emit(colon < 0 ? payload : payload.slice(0, colon), colon < 0 ? '' : payload.slice(colon + 1))
    })
    try {
      await next.connect()
      next.on('end', () => { fail() })
      await next.query('listen hc_bus')
      up = true
    } catch (error) { fail(error instanceof Error ? error : new Error('no connection')) }
  }
  void connect()
  return {
    connected: () => up,
    on(topic, listener) { listeners.set(topic, [...(listeners.get(topic) ?? []), listener]) },
    local: emit,
    async stop() {
      stopped = true
      clearTimeout(timer)
      await client?.end().catch(() => undefined)
    },
  }
}
