import { expect, it } from 'vitest'
import { realMachine } from './real-machine.ts'

it('a command that takes too long ends with all that it has started', async () => {
  const begin = performance.now()
  const { code, stdout } = await realMachine.run('sh', ['-c', 'echo begun; sleep 60 & sleep 60'], { timeoutMs: 500 })
  expect([code, stdout]).toEqual([null, 'begun\n'])
  expect(performance.now() - begin).toBeLessThan(30_000)
})
