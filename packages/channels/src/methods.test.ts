import { expect, it } from 'vitest'
import { methods } from './methods.ts'

it('a method whose page nobody read promises nothing: it settles in days', () => {
  const unread = [...methods.values()].filter(({ read, source }) => read === '' && !source.startsWith('parties'))
  expect(unread.length).toBeGreaterThan(0)
  for (const { code, settles } of unread) expect([code, settles]).toEqual([code, 'days'])
  for (const { read, source } of methods.values()) if (read !== '') expect(source).toMatch(/^https:/)
  expect(methods.get('card')?.settles).toBe('instant')
})
