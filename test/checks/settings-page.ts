import { readFileSync, writeFileSync } from 'node:fs'
import { z } from 'zod'
import type { About } from '../../apps/server/src/config/about.ts'
import { settingGroups } from '../../apps/server/src/config/schema.ts'

/** Writes docs/settings.md from the schema of the settings: `node scripts/run.mjs settings`. A test compares both. */
const path = new URL('../../docs/settings.md', import.meta.url)

const intro = `# Settings

Every setting is an environment variable. The shop reads them once, at its start, and stops with one line that names
each wrong one. \`NAME_FILE\` holds the path of a file with the value of \`NAME\`, so that a secret need not stand in
the environment. An empty value counts as none.

_Needed by_ names the role whose processes use a setting: a \`ROLE=all\` process is both, and a blank cell means every
process. Give all processes the same values anyway; the secrets, \`PUBLIC_URL\` and \`DATABASE_URL\` must be the same.
_Demo only_ in the column of defaults means that the demo brings a value of its own, and a shop without the demo needs
one. Settings of one service (a provider's id and its secrets) are required together. A list has its values with commas,
the newest first: the first one signs, all of them are believed.

This page is generated from the files \`config/schema.ts\`, \`config/services.ts\` and \`config/gateways.ts\` of the
server, and from the folders of the payment providers. Change a text there, then run \`node scripts/run.mjs settings\`.
`

/** The parts of a setting's JSON schema that the page shows. */
const shapes = z.object({
  type: z.string().optional(),
  enum: z.array(z.string()).optional(),
  const: z.string().optional(),
  format: z.string().optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  minLength: z.number().optional(),
  maxLength: z.number().optional(),
  get anyOf() {
    return z.array(shapes).optional()
  },
})
type Shape = z.infer<typeof shapes>

function span(low: number | undefined, high: number | undefined): string {
  const top = high === undefined || high === Number.MAX_SAFE_INTEGER ? undefined : high
  if (low === undefined) return ''
  if (low === top) return ` of ${low}`
  return top === undefined ? ` from ${low}` : ` from ${low} to ${top}`
}

function typeOf(shape: Shape): string {
  if (shape.anyOf) return shape.anyOf.map(typeOf).join(' or ')
  if (shape.const !== undefined) return `\`${shape.const}\``
  if (shape.enum?.includes('true')) return '0 or 1'
  if (shape.enum) return shape.enum.map((name) => `\`${name}\``).join(', ')
  if (shape.type === 'integer') return `whole number${span(shape.minimum, shape.maximum)}`
  if (shape.type === 'number') return `number${span(shape.minimum, shape.maximum)}`
  if (shape.format === 'uri') return 'address (URL)'
  if (shape.format === 'email') return 'email address'
  const length = shape.minLength === 1 && shape.maxLength === undefined ? '' : span(shape.minLength, shape.maxLength)
  return length ? `text${length} characters` : 'text'
}

function defaultOf(schema: z.ZodType, about: About): string {
  if (about.byDefault !== undefined) return about.byDefault
  const { data } = schema.safeParse(undefined)
  if (data === undefined) return 'none'
  return `\`${JSON.stringify(typeof data === 'boolean' ? Number(data) : data).replaceAll('"', '')}\``
}

function row(name: string, schema: z.ZodType): string {
  const about = schema.meta() as About | undefined
  if (!about?.description) throw new Error(`${name} has no description in the schema of the settings`)
  const shape = shapes.parse(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }))
  const cells = [
    `\`${name}\``,
    typeOf(shape),
    defaultOf(schema, about),
    about.unit ?? '',
    about.role ?? '',
    about.description,
  ]
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
}

export function settingsPage(): string {
  const groups = Object.entries(settingGroups).map(([title, settings]) =>
    [
      `\n## ${title}\n`,
      '| setting | type | default | unit | needed by | meaning |',
      '|---|---|---|---|---|---|',
      ...Object.entries(settings).map(([name, schema]) => row(name, schema)),
    ].join('\n'),
  )
  return `${[intro, ...groups].join('\n').replaceAll('\n\n\n', '\n\n')}\n`
}

/** The page without the formatter's padding of tables. */
export const writtenPage = (): string => plain(readFileSync(path, 'utf8'))
export const plain = (page: string): string => page.replaceAll(/ +/g, ' ').replaceAll(/-{3,}/g, '---')

if (import.meta.main) writeFileSync(path, settingsPage())
