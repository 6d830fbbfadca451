import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { backlog } from './care/doctor/waiting.ts'
import { topics } from './platform/changes.ts'
import type { Query } from './platform/db.ts'
import { securityEvents } from './security-events.ts'

/** The group of calls whose answers an upgrade compares between two versions; null for files and monitoring. */
export function groupOf(url: string): 'orders' | 'payments' | 'gateways' | 'game' | 'reads' | 'pages' | null {
  if (/^\/(assets|art|brand|media|healthz|readyz|metrics)\b/.test(url)) return null
  // Making an order alone: reading orders is much more often, and would hide it.
  if (/^\/api\/order\/webCreate\b/.test(url)) return 'orders'
  if (url.startsWith('/pay/')) return 'payments'
  if (url.startsWith('/api/pay/')) return 'gateways'
  if (url.startsWith('/game/')) return 'game'
  return /^\/(api|log)\//.test(url) ? 'reads' : 'pages'
}

export type Metrics = ReturnType<typeof createMetrics>

/** Prometheus metrics of this process, with the backlog of the whole shop read from the database at each scrape. */
export function createMetrics(q: Query) {
  const registry = new Registry()
  // Node wakes up this often (ms) to measure the event loop's delay. A shop at rest should do little else.
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: 250 })
  const registers = [registry]
  new Gauge({
    name: 'hc_backlog',
    help: 'Rows that wait, by queue',
    labelNames: ['queue'],
    registers,
    async collect() {
      for (const row of await q<{ name: string; n: number }>({ text: backlog })) this.set({ queue: row.name }, row.n)
    },
  })
  new Gauge({
    name: 'hc_backlog_oldest_seconds',
    help: 'Age of the oldest waiting row, by queue',
    labelNames: ['queue'],
    registers,
    async collect() {
      for (const row of await q<{ name: string; age: number }>({ text: backlog }))
        this.set({ queue: row.name }, row.age)
    },
  })
  new Gauge({
    name: 'hc_audit_anchor_info',
    help: 'The last hash of a day of the audit that is over: always 1, the hash is a label',
    labelNames: ['day', 'hash'],
    registers,
    async collect() {
      const rows = await q<{ day: string; hash: string }>({ text: 'select day, hash from last_anchor()' })
      this.reset()
      for (const { day, hash } of rows) this.set({ day, hash }, 1)
    },
  })
  const security = new Counter({
    name: 'hc_security_events_total',
    help: 'Refused sign-ins, tokens and signatures, throttled requests, and payments that do not fit their order',
    labelNames: ['event'],
    registers,
  })
  const reloadErrors = new Counter({
    name: 'hc_reload_errors_total',
    help: 'Failed readings of prices, channels, content, or their versions',
    labelNames: ['topic'],
    registers,
  })
  // Counters start at zero, so that a rate sees the first event.
  for (const event of securityEvents) security.inc({ event }, 0)
  for (const topic of [...topics, 'version']) reloadErrors.inc({ topic }, 0)
  return {
    registry,
    security,
    reloadErrors,
    ordersCreated: new Counter({
      name: 'hc_orders_created_total',
      help: 'webCreate calls answered with an order',
      labelNames: ['channel'],
      registers,
    }),
    webhooks: new Counter({
      name: 'hc_webhooks_total',
      help: 'Genuine webhooks',
      labelNames: ['channel', 'result'],
      registers,
    }),
    requests: new Counter({
      name: 'hc_http_requests_total',
      help: 'HTTP answers by status class',
      labelNames: ['status'],
      registers,
    }),
    groupFailed: new Counter({
      name: 'hc_http_group_failed_total',
      help: 'Answers with a status of 500 or above, by group of calls',
      labelNames: ['group'],
      registers,
    }),
    groupSeconds: new Histogram({
      name: 'hc_http_group_seconds',
      help: 'Time to answer, by group of calls',
      labelNames: ['group'],
      buckets: [0.01, 0.025, 0.05, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.75, 1, 1.5, 2, 3, 5, 10],
      registers,
    }),
    refused: new Counter({
      name: 'hc_http_refused_total',
      help: 'Requests refused at once because of overload: 503 with Retry-After',
      registers,
    }),
    connectionsRefused: new Counter({
      name: 'hc_connections_refused_total',
      registers,
      help: 'Connections closed at once: too many of one address, or of all',
    }),
    listening: new Gauge({
      name: 'hc_bus_connected',
      registers,
      help: '1 while the bus announces changes to this process, 0 while it finds them by polling',
    }),
    busLost: new Counter({
      name: 'hc_bus_lost_total',
      help: 'Connections of the bus that were lost',
      registers,
    }),
    broken: new Gauge({
      name: 'hc_broken_rows',
      help: 'Rows that break a check of the books, up to 5; above 0 an operator must look',
      labelNames: ['check'],
      registers,
    }),
    jobErrors: new Counter({
      name: 'hc_job_errors_total',
      help: 'Worker rounds that failed',
      labelNames: ['job'],
      registers,
    }),
  }
}
