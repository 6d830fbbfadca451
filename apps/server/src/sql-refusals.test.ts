import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { refusals } from './sql-refusals.ts'

const folder = new URL('../sql/functions/', import.meta.url)
const functions = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.sql'))
  .flatMap((file) => [
    ...readFileSync(new URL(file, folder), 'utf8').matchAll(
      /^create or replace function (\w+)\((.*?)\)[^$]*?\$\$(.*?)\$\$/gms,
    ),
  ])
/** Functions that only pass on the refusals of other functions. */
const passesOn: Record<string, readonly (keyof typeof refusals)[]> = {
  put_game: ['put_account', 'put_game_role'],
  decide_withdrawal: ['request_refund'],
}

/** Every word that a function's text assigns to its `refusal`. */
const saidBy = (name: string, body: string): string[] => [
  ...[...body.matchAll(/refusal := ([^;]+);/g)].flatMap(([, value = '']) =>
    // Words in a condition are not refusals.
    [...value.replaceAll(/when .*? then/g, 'then').matchAll(/'(\w+)'/g)].map(([, word = '']) => word),
  ),
  ...(passesOn[name] ?? []).flatMap((from) => refusals[from]),
]

describe('a refusal of the database', () =>
  it('is a key of the error catalogue or a word that its caller handles', () => {
    const fromSql = functions
      .filter(([, name = '', args = '']) => /out refusal/.test(args) || name === 'put_game')
      .map(([, name = '', , body = '']) => [name, [...new Set(saidBy(name, body))].sort()])
    const fromTable = Object.entries(refusals).map(([name, words]) => [name, [...words].sort()])
    expect(Object.fromEntries(fromSql)).toEqual(Object.fromEntries(fromTable))
  }))
