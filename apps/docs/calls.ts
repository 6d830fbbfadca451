import { openApi } from '@hc/contract/openapi'
import type { Block, Span } from '@hc/markdown/read'
import type { Document } from './documents.ts'

/** The pages of the calls, one for each first word, from the same OpenAPI document that `/docs/json` answers. */
type Schema = {
  type?: string | string[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  oneOf?: Schema[]
  format?: string
  description?: string
  maxLength?: number
}
type Operation = {
  summary?: string
  description?: string
  tags?: string[]
  requestBody?: { content: Record<string, { schema: Schema }> }
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>
}
type OpenApi = { paths: Record<string, Record<string, Operation>> }

/** A type in a few words: `string`, `list of object`, `"a" or "b"`. */
function typeOf(schema: Schema): string {
  const either = schema.anyOf ?? schema.oneOf
  if (either) return either.map(typeOf).join(' or ')
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' or ')
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.items) return `list of ${typeOf(schema.items)}`
  const type = Array.isArray(schema.type) ? schema.type.join(' or ') : (schema.type ?? 'any')
  return schema.format ? `${type} (${schema.format})` : type
}

const text = (words: string): readonly Span[] => [{ kind: 'text', text: words }]
const code = (words: string): readonly Span[] => [{ kind: 'code', text: words }]

/** One row for each field, those of objects inside it too. */
function fieldRows(schema: Schema | undefined, prefix = ''): (readonly (readonly Span[])[])[] {
  const inner = schema?.items ?? schema
  return Object.entries(inner?.properties ?? {}).flatMap(([name, field]) => [
    [code(prefix + name), text(typeOf(field)), text(inner?.required?.includes(name) ? 'yes' : 'no')],
    ...(prefix.split('.').length < 4 ? fieldRows(field, `${prefix}${name}.`) : []),
  ])
}

const table = (rows: (readonly (readonly Span[])[])[]): Block[] =>
  rows.length === 0 ? [] : [{ kind: 'table', head: ['field', 'type', 'always'].map(text), rows }]

function resultOf({ responses }: Operation): Schema | undefined {
  const answer = responses['200']?.content?.['application/json']?.schema
  const success = (answer?.oneOf ?? [answer]).find((schema) => schema?.properties?.result)
  return success?.properties?.result
}

function callBlocks(path: string, { summary = '', description = '', ...operation }: Operation): Block[] {
  const body = operation.requestBody?.content['application/json']?.schema
  const [fields, results] = [fieldRows(body), fieldRows(resultOf(operation))]
  const words = [summary, description].filter(Boolean).map((line) => line.replace(/(?<![.!?])$/, '.'))
  return [
    { kind: 'heading', level: 2, id: path.replace(/^\/api\//, '').replaceAll('/', '-'), spans: code(path) },
    { kind: 'paragraph', spans: text(words.join(' ')) },
    ...(fields.length > 0 ? [{ kind: 'heading', level: 3, id: '', spans: text('Body') } as const] : []),
    ...table(fields),
    ...(results.length > 0 ? [{ kind: 'heading', level: 3, id: '', spans: text('Result') } as const] : []),
    ...table(results),
  ]
}

export function callDocuments(): Document[] {
  const { paths } = openApi('') as OpenApi
  const groups = Map.groupBy(Object.entries(paths), ([, methods]) => Object.values(methods)[0]?.tags?.[0] ?? 'other')
  return [...groups].map(([tag, calls]) => {
    const title = `Calls: ${tag}`
    const summary = `The players' calls that begin with ${tag}, with their fields and refusals.`
    const blocks = calls.flatMap(([path, methods]) =>
      Object.values(methods).flatMap((operation) => callBlocks(path, operation)),
    )
    const lines = calls.flatMap(([path, methods]) =>
      Object.values(methods).map(({ summary: words = '' }) => `- \`POST ${path}\`: ${words}`),
    )
    return {
      path: '',
      name: `api/${tag}`,
      title,
      summary,
      text: `# ${title}\n\n${summary}\n\n${lines.join('\n')}\n`,
      blocks: [{ kind: 'paragraph', spans: text(summary) }, ...blocks],
    }
  })
}
