import { expect, it } from 'vitest'
import { logTime } from './log-time.ts'

it('A log line has its time to the millisecond, also at the start of a second or when the clock goes back', () => {
  let now = 0
  const time = logTime(() => now)
  for (now of [1_799_999_999_000, 1_799_999_999_007, 1_799_999_999_999, 1_800_000_000_000, 1_799_999_999_050])
    expect(time()).toBe(`,"time":"${new Date(now).toISOString()}"`)
})
