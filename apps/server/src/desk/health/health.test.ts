import { describe, expect, it } from 'vitest'
import type { HealthFacts } from './facts.ts'
import { healthOf } from './health.ts'

const DAY = 86_400
const NOW = 1_800_000_000
const unproved = { last: null, good: null, keyOpened: null, place: null }
const fresh: HealthFacts = {
  checkups: [],
  processes: [{ role: 'all', version: '1.0.0', seen: NOW, age: 0, runs: 5 * 3600, off: 0 }],
  queues: [{ name: 'operator', n: 0, age: 0 }],
  gateways: [
    { channel_code: 'stripe', read: null, age: null, open: false, n: 0, asked: false, named: 0, named_age: 0 },
  ],
  database: {
    bytes: 20e6,
    oldest: 0,
    sees: true,
    replicas: 0,
    lag: null,
    days: 7,
    messages: 0,
    failed: 0,
    key_age: null,
    key_used: null,
    audit: 5,
    anchor: null,
    confirmed: 0,
    now: NOW,
  },
  watched: {
    growth: null,
    backup: null,
    proofs: unproved,
    certificate: null,
    opening: 'open',
    heartbeat: null,
    now: NOW,
  },
  disk: null,
  url: new URL('https://shop.example.com'),
  realSince: null,
  heartbeat: null,
}
const lightOf = (key: string, facts: Partial<HealthFacts> = {}): string | undefined => {
  const { lines, house } = healthOf({ ...fresh, ...facts })
  return [...lines, ...house].find((line) => line.key === key)?.light
}

describe('a line of health', () => {
  it('says that a shop sells nothing, and of a box whether somebody outside would hear of silence', () => {
    const watched = (more: Partial<HealthFacts['watched']>) => ({ watched: { ...fresh.watched, ...more } })
    expect(lightOf('opening.soon', watched({ opening: 'soon' }))).toBe('off')
    expect(lightOf('opening.closed', watched({ opening: 'closed' }))).toBe('amber')
    expect(lightOf('heartbeat.none')).toBeUndefined()
    expect(lightOf('heartbeat.none', { heartbeat: false })).toBe('amber')
    const beat = (age: number) => watched({ heartbeat: { called: NOW, answered: NOW - age, detail: 'HTTP 500' } })
    expect(lightOf('heartbeat.answered', { heartbeat: true, ...beat(60) })).toBe('green')
    expect(lightOf('heartbeat.silent', { heartbeat: true, ...beat(360) })).toBe('red')
  })
  it('is unknown while nobody has seen what it is about, and never well', () => {
    const lines = ['watch.never', 'doctor.never', 'gateway.never', 'game.never', 'audit', 'certificate.never']
    expect([...lines, 'disk.elsewhere'].map((key) => [key, lightOf(key)])).toEqual(
      [...lines, 'disk.elsewhere'].map((key) => [key, 'unknown']),
    )
    expect(lightOf('database.oldestUnseen', { database: { ...fresh.database, sees: false } })).toBe('unknown')
  })
  it('reaches each of the five states', () => {
    const plain = { url: new URL('http://localhost:3000') }
    expect(lightOf('certificate.none', plain)).toBe('off')
    expect(lightOf('disk.elsewhere')).toBe('unknown')
    expect(lightOf('queue.operator', { queues: [{ name: 'operator', n: 2, age: 0 }] })).toBe('amber')
    expect(lightOf('game.noKey')).toBe('red')
    expect(lightOf('messages')).toBe('green')
  })
  it('says of a proved backup how long the restore took and up to when it is the shop, and is never well without a proof', () => {
    const good = { at: NOW - 3600, seconds: 41, until: NOW - 4200 }
    const place = { waiting: 0, since: null, deletes: false }
    const linesFor = (proofs: Partial<HealthFacts['watched']['proofs']>) => {
      const all = { last: { at: good.at, equal: true, detail: '' }, good, keyOpened: NOW, place, ...proofs }
      const { house } = healthOf({ ...fresh, watched: { ...fresh.watched, proofs: all } })
      return house.filter(({ card }) => card === 'backups').map(({ key, light }) => `${key} ${light}`)
    }
    expect(linesFor({})).toEqual(['backup.proved green', 'backup.keyOpened green'])
    const { house } = healthOf({
      ...fresh,
      watched: {
        ...fresh.watched,
        proofs: { last: { at: good.at, equal: true, detail: '' }, good, keyOpened: NOW, place },
      },
    })
    expect(house.find(({ key }) => key === 'backup.proved')?.values).toEqual({
      seconds: 41,
      until: '2027-01-15T06:50 UTC',
    })
    const late = { ...good, at: NOW - 27 * 3600 }
    expect(linesFor({ last: { at: late.at, equal: true, detail: '' }, good: late })[0]).toBe('backup.late red')
    expect(linesFor({ last: null, good: null })[0]).toBe('backup.late red')
    const detail = 'base-1.box.age is damaged'
    expect(linesFor({ last: { at: NOW, equal: false, detail } })[0]).toBe('backup.unequal red')
    expect(linesFor({ last: { at: NOW, equal: null, detail: '2 GB free' } })[0]).toBe('backup.unproved amber')
    expect(linesFor({ keyOpened: null })).toContain('backup.keyUntried amber')
    expect(linesFor({ place: { waiting: 3, since: NOW - 1000, deletes: true } }).slice(2)).toEqual([
      'backup.waits amber',
      'backup.deletable amber',
    ])
    expect(linesFor({ place: { waiting: 3, since: NOW - 5 * 3600, deletes: null } })).toContain('backup.waits red')
  })
  it('says of a shop without a backup that none is set up, asks for one in production, and is red after a week of real money', () => {
    expect(lightOf('backup.never', { url: new URL('http://localhost:3000') })).toBe('off')
    expect(lightOf('backup.never')).toBe('amber')
    expect(lightOf('backup.never', { realSince: NOW - 6 * DAY })).toBe('amber')
    expect(lightOf('backup.never', { realSince: NOW - 8 * DAY })).toBe('red')
    for (const facts of [{}, { url: new URL('http://localhost:3000') }, { realSince: NOW - 8 * DAY }]) {
      const { lines, house } = healthOf({ ...fresh, ...facts })
      const about = [...lines, ...house].filter(({ card }) => card === 'backups')
      expect(about.map(({ key, light }) => [key, light === 'green'])).toEqual([['backup.never', false]])
    }
  })
  it('asks for a look where the game confirmed nothing for seven days', () => {
    const confirmed = (days: number) => ({ database: { ...fresh.database, confirmed: NOW - days * DAY } })
    expect(lightOf('game.confirmed', confirmed(6))).toBe('green')
    expect(lightOf('game.quiet', confirmed(8))).toBe('amber')
  })
  it('of ways to pay stands where a gateway is asked for them, and asks for a look once they are old or lost', () => {
    const lines = (isAsked: boolean, days: number | null) => {
      const [gateway] = fresh.gateways
      if (!gateway) throw new Error('no gateway')
      const named = days === null ? { named: 0, named_age: 0 } : { named: NOW - days * DAY, named_age: days * DAY }
      return healthOf({ ...fresh, gateways: [{ ...gateway, asked: isAsked, ...named }] }).lines.flatMap(
        ({ key, light }) => (key.startsWith('gateway.methods') ? [`${key} ${light}`] : []),
      )
    }
    expect(lines(false, null)).toEqual([])
    expect(lines(true, null)).toEqual(['gateway.methodsLost unknown'])
    expect(lines(true, 1)).toEqual(['gateway.methods green'])
    expect(lines(true, 2.5)).toEqual(['gateway.methods amber'])
    expect(lines(true, 3.5)).toEqual(['gateway.methodsLost amber'])
  })
  it('takes two versions beside each other for an update in the first quarter of an hour, and then asks for a look', () => {
    const two = (runs: number) => ({
      processes: [...fresh.processes, { role: 'all', version: '1.1.0', seen: NOW, age: 0, runs, off: 0 }],
    })
    expect(lightOf('process.update', two(14 * 60))).toBe('green')
    expect(lightOf('process.versions', two(16 * 60))).toBe('amber')
  })
  it('about a standby database is quiet: a shop may do without one', () => {
    const alone = healthOf(fresh).lines.find(({ key }) => key === 'database.alone')
    expect([alone?.light, alone?.quiet]).toEqual(['off', true])
    expect(healthOf(fresh).lines.filter(({ quiet }) => quiet)).toHaveLength(1)
  })
})
