import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { queryOf } from '@hc/test/own-database'
import { testServer } from '@hc/test/shop'
import { examine } from './doctor.ts'
import { CHECK_MS } from './invariants.ts'
import { createWatch } from './watch.ts'

const name = `p_${randomUUID().replaceAll('-', '')}`
const admin = new pg.Client({ connectionString: testServer() })
const url = new URL(testServer())
url.pathname = `/${name}`
const db = new pg.Client({ connectionString: url.href })
const q = queryOf(db)

beforeAll(async () => {
  await admin.connect()
  await admin.query(`create database ${name} template hc_template`)
  await db.connect()
  // Partitions may each have a key of their own, and none together (`docs/scale.md`).
  await db.query('alter table orders drop constraint orders_pkey cascade')
})
afterAll(async () => {
  await db.end()
  await admin.query(`drop database ${name} with (force)`)
  await admin.end()
})

describe('a shop whose orders have no common key', () => {
  it('is examined by the doctor', async () => {
    expect(await examine(q)).toMatchObject({ violations: [] })
  })

  it('is watched', async () => {
    const errors: string[] = []
    const log = { error: (_: unknown, text: string) => errors.push(text) }
    const watch = createWatch(q, Date.now, log as unknown as Parameters<typeof createWatch>[2], () => undefined)
    expect([await watch.round(), errors]).toEqual([0, []])
  })
})

describe('the doctor', () => {
  it('waits for each of its statements as long as whole tables need', async () => {
    const limits = new Set<number | undefined>()
    await examine(async (statement) => {
      limits.add(statement.withinMs)
      return await q(statement)
    })
    expect([...limits]).toEqual([CHECK_MS])
  })

  it('names the check that could not be made', async () => {
    const away = (): Promise<never> => Promise.reject(new Error('Query read timeout'))
    await expect(examine(away)).rejects.toThrow(/^"an? .+" could not be checked: Query read timeout$/)
  })
})
