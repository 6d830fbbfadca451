import { articleAttributes, articleTags } from '@hc/contract/article-html'
import { expect, it } from 'vitest'
import { schema } from './schema.ts'

/** A tag of a parse rule: `img[src]` is `img`. */
const tagOf = (rule: object): string =>
  'tag' in rule && typeof rule.tag === 'string' ? rule.tag.replace(/\[.*/, '') : ''
const rules = [...Object.values(schema.nodes), ...Object.values(schema.marks)].flatMap(
  ({ spec }) => spec.parseDOM ?? [],
)

it('the editor reads exactly the tags that the shop lets through', () =>
  expect(new Set(rules.map(tagOf))).toEqual(new Set(articleTags)))

it('the editor writes no attribute that the shop would cut', () => {
  const schemaFields = [...Object.values(schema.nodes), ...Object.values(schema.marks)].flatMap(({ spec }) => {
    const [rule] = spec.parseDOM ?? []
    const tag = rule ? tagOf(rule) : ''
    return Object.keys(spec.attrs ?? {}).map((name) => `${tag} ${name}`)
  })
  const articleFields = Object.entries(articleAttributes).flatMap(([tag, names]) =>
    names.map((name) => `${tag} ${name}`),
  )
  // A heading's level is its tag; only a header cell has a written scope.
  expect(schemaFields.filter((field) => !articleFields.includes(field))).toEqual(['h2 level', 'td scope'])
})
