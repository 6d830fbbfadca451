import { describe, expect, it } from 'vitest'
import type { Machine } from '../machine.ts'
import { runSteps } from '../steps.ts'
import { boxSite } from './box-site.ts'
import { isInterrupted, needNoSwap, swapList, undoSwap } from './swap.ts'

const site = boxSite({ place: '/mnt/backup', version: '1.0.0', major: '17', port: 5432 })
const change = { pg: `${site.scratch}/restore/pg`, before: `${site.data}.before-then` }
const say = (): void => undefined

/** A power cut: nothing of the process goes on. */
class Cut extends Error {}

/** A machine with two folders and a server, in memory. Its power fails before or after its n-th line. */
function machineOf(state: Map<string, string>, cutAt = Infinity) {
  let lines = 0
  const line = <T>(effect: () => T): Promise<T> => {
    if (++lines >= cutAt) return Promise.reject(new Cut())
    const result = effect()
    return ++lines >= cutAt ? Promise.reject(new Cut()) : Promise.resolve(result)
  }
  const commands: Record<string, (args: readonly string[]) => number> = {
    mv([, from = '', to = '']) {
      const content = state.get(from)
      if (content === undefined || state.has(to)) return 1
      state.delete(from)
      state.set(to, content)
      return 0
    },
    sync: () => 0,
    // psql: the server answers while it runs.
    runuser: () => (state.has('server') ? 0 : 2),
  }
  const machine: Machine = {
    run: (command, args) => line(() => ({ code: commands[command]?.(args) ?? 127, stdout: '', stderr: '' })),
    files: {
      read: (path) => line(() => state.get(path)),
      write: (path, content) => line(() => void state.set(path, content)),
      remove: (path) => line(() => void state.delete(path)),
      list: () => Promise.resolve([]),
      exists: (path) => line(() => state.has(path)),
    },
    now: () => 0,
    pause: () => Promise.resolve(),
  }
  const server = {
    startServer: () =>
      line(() => {
        if (state.get(site.data) === 'broken') throw new Error('it does not start')
        state.set('server', state.get(site.data) ?? 'no folder')
      }),
    stopServer: () => line(() => void state.delete('server')),
  }
  return { machine, server, lines: () => lines }
}
const fresh = (copy = 'copy'): Map<string, string> =>
  new Map([
    [site.data, 'live'],
    [change.pg, copy],
  ])

describe('a restore whose folders change names', () => {
  it('has the copy in the place of the shop, and what was there beside it', async () => {
    const state = fresh()
    const { machine, server } = machineOf(state)
    await runSteps(machine, swapList(site, change, server), { say })
    expect([state.get(site.data), state.get(change.before), state.get('server')]).toEqual(['copy', 'live', 'copy'])
    expect(await isInterrupted(machine)).toBe(false)
  })

  it('is undone after a power cut at any line, itself cut at any line, and never without the old folder', async () => {
    const whole = machineOf(fresh())
    await runSteps(whole.machine, swapList(site, change, whole.server), { say })
    for (let cut = 1; cut <= whole.lines(); cut++)
      for (const second of [1, 2, 3, 5, 8, 13, Infinity]) {
        const state = fresh()
        const first = machineOf(state, cut)
        await expect(runSteps(first.machine, swapList(site, change, first.server), { say })).rejects.toThrow(Cut)
        // After a boot no server runs.
        state.delete('server')
        const undoing = machineOf(state, second)
        await undoSwap(undoing.machine, site, undoing.server, say).catch((error: unknown) => {
          if (!(error instanceof Cut)) throw error
        })
        const { machine, server } = machineOf(state)
        await undoSwap(machine, site, server, say)
        // Cut after its last line, the restore is finished; else the old folder is back.
        const isDone = state.get(change.before) === 'live'
        expect(state.get(site.data), `cut ${cut}, ${second}`).toBe(isDone ? 'copy' : 'live')
        if (isDone) expect(cut, 'finished').toBeGreaterThanOrEqual(whole.lines() - 1)
        await needNoSwap(machine)
      }
  })

  it('refuses another restore until it was taken back', async () => {
    const state = fresh('broken')
    const { machine, server } = machineOf(state)
    await expect(runSteps(machine, swapList(site, change, server), { say })).rejects.toThrow('it does not start')
    await expect(needNoSwap(machine)).rejects.toThrow('hc restore --undo goes back')
    await undoSwap(machine, site, server, say)
    expect(state.get(site.data)).toBe('live')
    await needNoSwap(machine)
  })
})
