import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { isStripeSigned } from './stripe-webhook.ts'

describe('a webhook of Stripe', () =>
  it('accepts a signature by any of its secrets and in any v1, at most five minutes old or ahead', () => {
    const raw = Buffer.from('{"id":"evt"}')
    const now = 1_800_000_000_000
    const v1 = (secret: string, time = now / 1000): string =>
      createHmac('sha256', secret).update(`${time}.${raw.toString()}`).digest('hex')
    const isBelieved = (header: string, secrets = ['new', 'old']): boolean => isStripeSigned(secrets, header, raw, now)
    const time = now / 1000
    expect(isBelieved(`t=${time},v1=${v1('old')}`)).toBe(true)
    expect(isBelieved(`t=${time},v1=${v1('other')},v1=${v1('new')}`)).toBe(true)
    expect(isBelieved(`t=${time - 299},v1=${v1('new', time - 299)}`)).toBe(true)
    for (const header of [
      `t=${time - 301},v1=${v1('new', time - 301)}`,
      `t=${time + 301},v1=${v1('new', time + 301)}`,
      `t=${time},v0=${v1('new')}`,
      `t=${time - 1},v1=${v1('new')}`,
      `v1=${v1('new')}`,
      `t=${time}`,
      '',
      `t=${time},v1=`,
      `t=${time},v1=zz`,
    ])
      expect(isBelieved(header)).toBe(false)
  }))
