import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { lastingPurposes } from './seals.ts'

/** What is sealed for an hour at most: a sign-in elsewhere, a form between its two steps, an answer to send again. */
const PASSING = ['oauth', 'desk sso', 'withdrawal statement', 'desk answer']

it('a purpose of a seal is one that moves to the newest secret, or one whose rows go by themselves', () => {
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', 'apps/server/src/*.ts'], {
    encoding: 'utf8',
  })
  const text = files
    .split('\n')
    .filter((name) => name && !name.endsWith('.test.ts'))
    .map((name) => readFileSync(name, 'utf8'))
    .join('\n')
  const purposes = [...text.matchAll(/createSeal\(\s*[^(),]+,\s*('[^']+'|\w+)/g)].map(([, purpose = '']) =>
    purpose.startsWith("'") ? purpose.slice(1, -1) : (new RegExp(`const ${purpose} = '([^']+)'`).exec(text)?.[1] ?? ''),
  )
  expect([...new Set(purposes)].filter(Boolean).toSorted()).toEqual(
    ['former key', ...lastingPurposes, ...PASSING].toSorted(),
  )
})
