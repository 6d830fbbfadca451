import { describe, expect, it } from 'vitest'
import type { Machine } from '../machine.ts'
import { paths } from '../paths.ts'
import { planRotation } from './plan.ts'
import { dropOld, rotateSecret, type Shop } from './rotate.ts'

const DAY = 86_400_000
const NOW = Date.UTC(2026, 10, 28)

/** A box in memory. `state` is what the other parties say. */
function box(secrets: Record<string, string>) {
  const files = new Map(Object.entries(secrets).map(([name, value]) => [`${paths.secrets}/${name}`, value]))
  const state = { now: NOW, seals: 0, accepts: true, ready: true, restarts: 0 }
  const machine: Machine = {
    run: () => Promise.resolve({ code: 0, stdout: '', stderr: '' }),
    files: {
      read: (path) => Promise.resolve(files.get(path)),
      write: (path, content) => Promise.resolve(void files.set(path, content)),
      remove: (path) => Promise.resolve(void files.delete(path)),
      list: () => Promise.resolve([...files.keys()]),
      exists: (path) => Promise.resolve(files.has(path)),
    },
    now: () => state.now,
    pause: () => Promise.resolve(),
  }
  const shop: Shop = {
    apply: (name, value) => {
      if (!state.ready) return Promise.reject(new Error(`${name} is as before`))
      files.set(`${paths.secrets}/${name}`, value)
      state.restarts++
      return Promise.resolve()
    },
    tryKey: () => Promise.resolve(state.accepts ? null : 'HTTP 401'),
    sealsLeft: () => Promise.resolve(state.seals),
  }
  const valueOf = (name: string): string => files.get(`${paths.secrets}/${name}`) ?? ''
  const rotate = (name: string, fromOutside: string | null = null, immediately = false) =>
    rotateSecret(machine, shop, { name, given: fromOutside, immediately })
  return { state, files, valueOf, rotate, drop: () => dropOld(machine, shop) }
}

describe('hc secret rotate', () => {
  it('puts the new secret of a list in front, and the old one goes by itself after its time', async () => {
    const at = box({ GAME_WEBHOOK_SECRET: 'whsec_old' })
    expect(await at.rotate('GAME_WEBHOOK_SECRET')).toMatchObject({ dropsAt: NOW + 7 * DAY, waits: 1 })
    expect(at.valueOf('GAME_WEBHOOK_SECRET')).toMatch(/^whsec_[\w+/]{43}=,whsec_old$/)
    at.state.now = NOW + 7 * DAY - 1
    expect(await at.drop()).toEqual([])
    at.state.now++
    expect(await at.drop()).toEqual(['GAME_WEBHOOK_SECRET'])
    expect(at.valueOf('GAME_WEBHOOK_SECRET')).toMatch(/^whsec_[\w+/]{43}=$/)
    expect([await at.drop(), at.state.restarts]).toEqual([[], 2])
  })
  it('drops the old one at once when it is asked to', async () => {
    const at = box({ STRIPE_WEBHOOK_SECRETS: 'whsec_a,whsec_b' })
    await at.rotate('STRIPE_WEBHOOK_SECRETS', 'whsec_c', true)
    expect(at.valueOf('STRIPE_WEBHOOK_SECRETS')).toBe('whsec_c')
  })
  it('keeps an old SESSION_SECRET until nothing is sealed with it', async () => {
    const at = box({ SESSION_SECRET: 'an-old-secret-of-the-shop' })
    expect(await at.rotate('SESSION_SECRET', null, true)).toMatchObject({ refusal: expect.stringContaining('move') })
    await at.rotate('SESSION_SECRET')
    at.state.seals = 3
    at.state.now += 365 * DAY
    expect(await at.drop()).toEqual([])
    at.state.seals = 0
    expect(await at.drop()).toEqual(['SESSION_SECRET'])
    expect(at.valueOf('SESSION_SECRET')).not.toContain('an-old-secret-of-the-shop')
  })
  it('uses a gateway’s new key only after the gateway accepted it', async () => {
    const at = box({ STRIPE_SECRET_KEY: 'sk_old' })
    at.state.accepts = false
    expect(await at.rotate('STRIPE_SECRET_KEY', 'sk_new')).toMatchObject({
      refusal: expect.stringContaining('HTTP 401'),
    })
    expect([at.valueOf('STRIPE_SECRET_KEY'), at.state.restarts]).toEqual(['sk_old', 0])
    at.state.accepts = true
    await at.rotate('STRIPE_SECRET_KEY', 'sk_new')
    expect(at.valueOf('STRIPE_SECRET_KEY')).toBe('sk_new')
  })
  it('refuses what must stay, what has one value, and what its other party makes, each with the reason', async () => {
    const at = box({ PASSWORD_PEPPER: 'p', CLIENT_KEY: 'c', SMTP_URL: 's', ADYEN_API_KEY: 'a', ADYEN_HMAC_KEYS: 'h' })
    const refusals = await Promise.all(
      ['PASSWORD_PEPPER', 'CLIENT_KEY', 'BACKUP_KEY', 'SMTP_URL', 'ADYEN_API_KEY', 'STRIPE_SECRET_KEY'].map((name) =>
        at.rotate(name),
      ),
    )
    expect(refusals.map((row) => ('refusal' in row ? row.refusal.split(':')[1]?.trim() : ''))).toEqual([
      expect.stringContaining('no player could sign in'),
      expect.stringContaining('every browser'),
      expect.stringContaining('hc backup key'),
      'hc set SMTP_URL',
      'its other party makes the new one',
      'hc set STRIPE_SECRET_KEY',
    ])
    expect(await at.rotate('ADYEN_HMAC_KEYS', 'h')).toMatchObject({ refusal: expect.stringContaining('already') })
    expect(at.state.restarts).toBe(0)
  })
  it('leaves no line that could drop the only value, where the shop did not start with the new one', async () => {
    const at = box({ GAME_WEBHOOK_SECRET: 'whsec_old' })
    at.state.ready = false
    await expect(at.rotate('GAME_WEBHOOK_SECRET')).rejects.toThrow('as before')
    at.state.ready = true
    at.state.now += 30 * DAY
    expect(await at.drop()).toEqual([])
    expect(at.valueOf('GAME_WEBHOOK_SECRET')).toBe('whsec_old')
  })
  it('writes no value anywhere but into the secret’s own file', async () => {
    const at = box({ GAME_WEBHOOK_SECRET: 'whsec_canary' })
    await at.rotate('GAME_WEBHOOK_SECRET')
    for (const [path, text] of at.files) if (!path.startsWith(paths.secrets)) expect(text).not.toContain('whsec_')
  })
  it('is planned by a function that asks nobody', () => {
    const question = {
      name: 'GAME_WEBHOOK_SECRET',
      current: 'a',
      given: null,
      make: () => 'b',
      now: 5,
      immediately: false,
    }
    expect(planRotation(question)).toEqual({ kind: 'list', value: 'b,a', old: ['a'], dropsAt: 5 + 7 * DAY })
  })
})
