import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse, stringify } from 'yaml'

/**
 * Renders the chart without Helm: the part of its template language that the chart keeps to (if, else, range, define,
 * include, pipelines and a dozen functions). What it does not know it refuses, so that the chart stays within it.
 */
type Node =
  | { kind: 'text'; text: string }
  | { kind: 'value'; code: string }
  | { kind: 'if'; code: string; yes: Node[]; no: Node[] }
  | { kind: 'range'; name: string | null; key: string | null; code: string; body: Node[] }
type Scope = { dot: unknown; root: unknown; variables: Record<string, unknown> }

const truthy = (value: unknown): boolean =>
  Array.isArray(value)
    ? value.length > 0
    : value !== null && typeof value === 'object'
      ? Object.keys(value).length > 0
      : Boolean(value)
/** A value as a template prints it. A map has no such form: `toYaml` prints one. */
const textOf = (value: unknown): string => {
  if (value === undefined || value === null) return ''
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return String(value)
  throw new Error(`cannot be printed: ${JSON.stringify(value)}`)
}
const isMap = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === 'object' && !Array.isArray(value)
const within = (value: unknown, name: string): unknown => (isMap(value) ? value[name] : undefined)
/** `base` with what `over` says: maps are merged, anything else is replaced. */
const merged = (base: unknown, over: unknown): unknown =>
  isMap(over)
    ? {
        ...(isMap(base) ? base : {}),
        ...Object.fromEntries(Object.entries(over).map(([key, value]) => [key, merged(within(base, key), value)])),
      }
    : over

const indent = (n: number, text: string): string =>
  text
    .split('\n')
    .map((line) => ' '.repeat(n) + line)
    .join('\n')

function parseTemplate(text: string, defines: Map<string, Node[]>): Node[] {
  const parts = text.split(/(\{\{-?[\s\S]*?-?\}\})/)
  for (const [i, part] of parts.entries()) {
    if (part.startsWith('{{-')) parts[i - 1] = (parts[i - 1] ?? '').trimEnd()
    if (part.startsWith('{{') && part.endsWith('-}}')) parts[i + 1] = (parts[i + 1] ?? '').trimStart()
  }
  let at = 0
  const block = (): { nodes: Node[]; end: string } => {
    const nodes: Node[] = []
    while (at < parts.length) {
      const part = parts[at++] ?? ''
      if (!part.startsWith('{{')) {
        if (part) nodes.push({ kind: 'text', text: part })
        continue
      }
      const code = part.replace(/^\{\{-?\s*/, '').replace(/\s*-?\}\}$/, '')
      const [word = '', ...rest] = code.split(/\s+/)
      const more = rest.join(' ')
      if (word === 'end' || word === 'else') return { nodes, end: code }
      if (word === 'if') {
        const yes = block()
        nodes.push({ kind: 'if', code: more, yes: yes.nodes, no: yes.end === 'else' ? block().nodes : [] })
      } else if (word === 'range') {
        const [, key, name, over] = /^(?:(?:(\$\w+), )?(\$\w+) := )?(.+)$/.exec(more) ?? []
        nodes.push({ kind: 'range', key: key ?? null, name: name ?? null, code: over ?? more, body: block().nodes })
      } else if (word === 'define') defines.set(JSON.parse(more) as string, block().nodes)
      else nodes.push({ kind: 'value', code })
    }
    return { nodes, end: '' }
  }
  return block().nodes
}

export function renderChart(
  folder: string,
  values: object,
  release = 'shop',
): { file: string; documents: unknown[] }[] {
  const defines = new Map<string, Node[]>()
  const chart = parse(readFileSync(join(folder, 'Chart.yaml'), 'utf8')) as { appVersion: string; name: string }
  const root = {
    Values: merged(parse(readFileSync(join(folder, 'values.yaml'), 'utf8')), values),
    Release: { Name: release },
    Chart: { AppVersion: chart.appVersion, Name: chart.name },
  }

  const functions: Record<string, (...args: unknown[]) => unknown> = {
    quote: (value) => JSON.stringify(textOf(value)),
    default: (otherwise, value) => (truthy(value) ? value : otherwise),
    toYaml: (value) => stringify(value).trimEnd(),
    nindent: (n, text) => `\n${indent(Number(n), textOf(text))}`,
    indent: (n, text) => indent(Number(n), textOf(text)),
    list: (...items) => items,
    join: (by, items) => (Array.isArray(items) ? items.map(textOf).join(textOf(by)) : textOf(items)),
    not: (value) => !truthy(value),
    eq: (a, b) => a === b,
    ternary: (yes, no, value) => (truthy(value) ? yes : no),
    required: (message, value) => {
      if (value === undefined || value === null || value === '') throw new Error(textOf(message))
      return value
    },
    include: (name, dot) => {
      const body = defines.get(textOf(name))
      if (!body) throw new Error(`no template ${textOf(name)}`)
      return run(body, { dot, root, variables: {} })
    },
  }
  function term(token: string, scope: Scope): unknown {
    if (/^".*"$/.test(token)) return JSON.parse(token) as unknown
    if (/^-?\d+$/.test(token)) return Number(token)
    if (token === '.') return scope.dot
    const [, from = '', path = ''] = /^(\$\w*)?((?:\.\w+)*)$/.exec(token) ?? []
    if (!from && !path) throw new Error(`not understood: ${token}`)
    const start = from === '' ? scope.dot : from === '$' ? scope.root : scope.variables[from]
    return path.split('.').filter(Boolean).reduce(within, start)
  }
  function evaluate(code: string, scope: Scope): unknown {
    let carried: unknown[] = []
    for (const stage of code.match(/(?:"[^"]*"|[^|"])+/g) ?? []) {
      const [head = '', ...args] = stage.match(/"[^"]*"|[^\s"]+/g) ?? []
      const fn = functions[head]
      const operands = [...args.map((arg) => term(arg, scope)), ...carried]
      carried = [fn ? fn(...operands) : term(head, scope)]
      if (!fn && args.length > 0) throw new Error(`no function ${head}`)
    }
    return carried[0]
  }
  function run(nodes: readonly Node[], scope: Scope): string {
    return nodes
      .map((node) => {
        if (node.kind === 'text') return node.text
        if (node.kind === 'value') return textOf(evaluate(node.code, scope))
        if (node.kind === 'if') return run(truthy(evaluate(node.code, scope)) ? node.yes : node.no, scope)
        const over = evaluate(node.code, scope)
        return Object.entries(over ?? {})
          .map(([key, value]) =>
            run(node.body, {
              ...scope,
              dot: node.name ? scope.dot : value,
              variables: {
                ...scope.variables,
                ...(node.name ? { [node.name]: value } : {}),
                ...(node.key ? { [node.key]: key } : {}),
              },
            }),
          )
          .join('')
      })
      .join('')
  }

  const parsed = readdirSync(join(folder, 'templates'))
    .sort()
    .map((file) => ({ file, nodes: parseTemplate(readFileSync(join(folder, 'templates', file), 'utf8'), defines) }))
  return parsed
    .filter(({ file }) => file.endsWith('.yaml'))
    .map(({ file, nodes }) => {
      const text = run(nodes, { dot: root, root, variables: {} })
      try {
        return {
          file,
          documents: text
            .split(/^---$/m)
            .map((part) => parse(part) as unknown)
            .filter((item) => item !== null && item !== undefined),
        }
      } catch (error) {
        throw new Error(`${file}: ${String(error)}\n${text}`, { cause: error })
      }
    })
}
