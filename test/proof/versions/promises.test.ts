import { campaignKinds } from '@hc/contract/desk/kinds'
import { describe, expect, it } from 'vitest'
import { dumpPromises, dumpTexts } from '../../kit/schema-dump.ts'
import { landedPromises, root, wordsOf } from './promises.ts'

describe('beside the landed version, on one database,', () =>
  it('every function, column and migration that its statements name stays unchanged: a new shape has a new name', async () => {
    const promises = await landedPromises()
    for (const pattern of [/^function place_purchases\(/, /^column orders\.amount_cents /, /^migration 0001_baseline /])
      expect(promises.some((line) => pattern.test(line))).toBe(true)
    const dump = new Set(await dumpPromises())
    expect(promises.filter((line) => !dump.has(line))).toEqual([])
  }))

describe('a function of the database', () => {
  it('has a caller: a statement of this version or of the landed one, a trigger, or a function that has one', async () => {
    const all = await dumpTexts()
    const callers = new Set([
      ...wordsOf(root),
      ...(await landedPromises()).flatMap((line) => /^function (\w+)/.exec(line)?.[1] ?? []),
    ])
    // The words of texts whose function has a caller, until no more come.
    for (let before = -1, waiting = all; before !== waiting.length;) {
      before = waiting.length
      const [withCaller, others] = [[], []] as [typeof all, typeof all]
      for (const entry of waiting) (entry.name === '-' || callers.has(entry.name) ? withCaller : others).push(entry)
      for (const { name, text } of withCaller)
        for (const word of text.replaceAll(/--.*$/gm, '').match(/\w+/g) ?? []) if (word !== name) callers.add(word)
      // `'explain_' || p_kind` calls the function of each kind of campaign.
      for (const { text } of withCaller)
        for (const [, start = ''] of text.matchAll(/'(\w+_)' \|\| p_kind/g))
          for (const kind of campaignKinds) callers.add(`${start}${kind}`)
      waiting = others
    }
    expect(all.filter(({ name }) => name !== '-' && !callers.has(name)).map(({ name }) => name)).toEqual([])
  })
})
