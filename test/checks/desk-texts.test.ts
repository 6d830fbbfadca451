import { flatten, ownTexts } from '@hc/i18n/texts'
import { readdirSync, readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { areaOf, areas } from '../../apps/console/areas.ts'
import { type Reading, readAreas } from '../../apps/console/texts.ts'

const src = new URL('../../apps/console/src/', import.meta.url)
const keys = flatten(ownTexts('en-US', 'desk')).map(([key]) => key)

/** Texts of letters, and of a preview's note: the server writes them. */
const ofLetters = /^(?:(?:approvals|reports\.saved)\.mail|revisions\.note|setup\.letter)\./

describe('the texts of the desk by area', () => {
  let reading: Reading
  beforeAll(async () => {
    reading = await readAreas()
  })

  it('each text has an area, and each area has texts', () => {
    expect(new Set(keys.map(areaOf))).toEqual(new Set(areas))
  })

  it('a page and everything that loads by itself load the areas of all texts that their code names', () => {
    expect(reading.parts.size).toBeGreaterThan(50)
    expect(reading.lacks).toEqual([])
  })

  it('the code names every text of the desk, but those of letters', () => {
    expect(keys.filter((key) => !reading.named.has(key) && !ofLetters.test(key))).toEqual([])
  })

  it('a key in the desk’s code is whole, or begins with its group: so the check finds its area', () => {
    const composed = readdirSync(src, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name))
      .flatMap((name) => {
        const code = readFileSync(new URL(name, src), 'utf8')
        const doubtful =
          /\bt(?:\.\w+)?\(\s*`(?!\w+\.)|\btOf\((?!\s*t: )(?!\s*t,\s*(?:'[\w.]+'|`\w+\.))|`(?!\w+\.)[^`\n]*` as '\w+\.|useTranslations\('desk\.|['"`]\w+\.['"`] \+/g
        return [...code.matchAll(doubtful)].map(([text]) => `${name}: ${text}`)
      })
    expect(composed).toEqual([])
  })
})
