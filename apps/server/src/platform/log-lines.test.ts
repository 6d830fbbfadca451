import fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { expect, it, vi } from 'vitest'
import { sleep, until } from '../../../../test/kit/shop.ts'
import { linesTo } from './log-lines.ts'

it('each line is in the log within a moment, and a log at rest is neither written nor synced', async () => {
  const path = join(fs.mkdtempSync(join(tmpdir(), 'hc-log-')), 'log')
  const fd = fs.openSync(path, 'w')
  const log = pino({ base: null }, linesTo(fd))
  const has = (text: string): Promise<true> =>
    until(`the line ${text}`, () => Promise.resolve(fs.readFileSync(path, 'utf8').includes(text)), 20_000)
  log.info('first')
  await has('first')
  for (let n = 0; n < 400; n++) log.info(`one of many, with a sign of its own: 日本 ${n}`)
  await sleep(1)
  log.info('last')
  await has('last')
  expect(fs.readFileSync(path, 'utf8').trim().split('\n')).toHaveLength(402)
  await sleep(500)
  const calls = [vi.spyOn(fs, 'write'), vi.spyOn(fs, 'fsync')]
  await sleep(900)
  expect(calls.flatMap(({ mock }) => mock.calls.filter(([at]) => at === fd))).toEqual([])
})
