import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { parseAst } from 'vitest/node'

const root = new URL('../..', import.meta.url).pathname
/** Words that say that something happened, and not what the thing is. */
const vague = new Set(
  (
    'one told said kept found known made own given seen heard asked there held meant shown sent taken gone lost ' +
    'wanted called written answered begun chosen mine theirs ours brought got caught won bought sold done'
  ).split(' '),
)
const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((name) => /\.tsx?$/.test(name) && existsSync(root + name))

type Node = { readonly [key: string]: unknown }
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null

/** The names that a pattern binds. `{ found }` takes its name from the wire or a row, so it may keep it. */
function bound(pattern: unknown): string[] {
  if (!isNode(pattern)) return []
  switch (pattern.type) {
    case 'Identifier':
      return [String(pattern.name)]
    case 'ObjectPattern':
      return (pattern.properties as Node[]).flatMap((field) =>
        field.type === 'Property' ? (field.shorthand === true ? [] : bound(field.value)) : bound(field),
      )
    case 'ArrayPattern':
      return (pattern.elements as unknown[]).flatMap(bound)
    case 'AssignmentPattern':
      return bound(pattern.left)
    case 'RestElement':
      return bound(pattern.argument)
    case 'TSParameterProperty':
      return bound(pattern.parameter)
    default:
      return []
  }
}

/** The names that a node declares: variables, parameters, functions, classes and types. */
const declared = (node: Node): string[] => [
  ...(node.type === 'VariableDeclarator' ? bound(node.id) : []),
  ...(Array.isArray(node.params) ? node.params.flatMap(bound) : []),
  ...(/^(Function|Class|TSTypeAlias|TSInterface)\w*$/.test(String(node.type)) ? bound(node.id) : []),
]

function namesIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(namesIn)
  if (!isNode(value)) return []
  return [...declared(value), ...Object.values(value).flatMap(namesIn)]
}

it('names no variable, parameter, function or type by a participle alone', () => {
  const faults = files.flatMap((file) =>
    namesIn(parseAst(readFileSync(root + file, 'utf8'), { lang: file.endsWith('x') ? 'tsx' : 'ts' }))
      .filter((name) => vague.has(name.toLowerCase()))
      .map((name) => `${file}: ${name}`),
  )
  expect(faults).toEqual([])
})
