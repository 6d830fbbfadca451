import { createHmac } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { format } from 'node:util'
import { ed25519Sign, privateKey } from '@hc/channels/ed25519'
import { type GameCall, gameCalls } from '@hc/contract/game/game'
import { z } from 'zod'

/**
 * Generates the files that the kits for games share from the contract: `integrations/ts/types.ts` and
 * `integrations/vectors.json`. `node scripts/run.mjs kits` does it, and a test compares them.
 */

type Schema = {
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: Schema | boolean
}

const literals = (values: readonly unknown[]): string =>
  values.map((value) => (typeof value === 'string' ? `'${value}'` : JSON.stringify(value))).join(' | ')
const names: Record<string, string> = {
  string: 'string',
  number: 'number',
  integer: 'number',
  boolean: 'boolean',
  null: 'null',
}

/** Formats a JSON schema as a TypeScript type, with fields indented by `indent`. */
function typeOf(schema: Schema, indent: string): string {
  const of = (candidate: Schema): string => typeOf(candidate, indent)
  if (Array.isArray(schema.type)) return schema.type.map((type) => of({ ...schema, type })).join(' | ')
  const several = schema.anyOf ?? schema.oneOf
  if (several) return [...new Set(several.map(of))].join(' | ')
  if (schema.const !== undefined) return literals([schema.const])
  if (schema.enum) return literals(schema.enum)
  if (schema.type === 'array') return `Array<${of(schema.items ?? {})}>`
  if (schema.type === 'object' && schema.properties) {
    const fields = Object.entries(schema.properties).map(
      ([name, candidate]) =>
        `${indent}  ${name}${schema.required?.includes(name) ? '' : '?'}: ${typeOf(candidate, `${indent}  `)}\n`,
    )
    return fields.length > 0 ? `{\n${fields.join('')}${indent}}` : 'undefined'
  }
  if (schema.type === 'object') return 'Record<string, unknown>'
  return names[schema.type ?? ''] ?? 'unknown'
}

const schemaOf = (type: z.ZodType, io: 'input' | 'output'): Schema =>
  z.toJSONSchema(type, { io, unrepresentable: 'any' }) as Schema

/** Wraps a text into lines of at most 120 columns. */
const folded = (text: string, before: string): string =>
  (text.match(/\S(?:.{0,112}\S)?(?=\s|$)/g) ?? []).map((line) => before + line).join('\n')

function callText({ method, path, summary, params, query, body, result }: GameCall): string {
  /** A part of the input. A part with only optional fields is optional. */
  const input = (name: string, type: z.ZodType | undefined): string => {
    const schema = type ? schemaOf(type, 'input') : undefined
    if (!schema) return `    ${name}: undefined`
    const text = typeOf(schema, '    ')
    const needed = text === 'undefined' || schema.properties === undefined || (schema.required ?? []).length > 0
    return `    ${name}${needed ? '' : '?'}: ${text}`
  }
  return `  /**
${folded(summary.replace(/\s+/g, ' '), '   * ')}
   */
  '${method} ${path}': {
${input('params', params)}
${input('query', query)}
${input('body', body)}
    result: ${typeOf(schemaOf(result, 'output'), '    ')}
  }`
}

export const types = `/** Generated from the shop's contract by \`node scripts/run.mjs kits\`; do not edit. */
export type GameApi = {
${Object.values<GameCall>(gameCalls).map(callText).join('\n')}
}
`

const SECRETS = ['first', 'other'].map(
  (name) => `whsec_${Buffer.from(`a-secret-of-the-test-vectors-${name}`).toString('base64')}`,
) as [string, string]
/** The second key is that of the reference vector of Standard Webhooks' own ed25519 signature. */
const SEEDS = [
  Buffer.alloc(32, 7).toString('base64'),
  '6Xb/dCcHpPea21PS1N9VY/NZW723CEc77N4rJCubMbfVKIDij2HKpMKkioLlX0dRqSKJp4AJ6p9lMicMFs6Kvg==',
].map((base64) => `whsk_${base64}`) as [string, string]
const publicOf = (text: string): string => privateKey(text)?.publicText ?? ''
const hmac = (secret: string | Buffer, text: string): Buffer => createHmac('sha256', secret).update(text).digest()
function ed25519(text: string, message: string): Buffer {
  const key = privateKey(text)
  if (!key) throw new Error(format('no ed25519 key: %s', text))
  return ed25519Sign(key.key, Buffer.from(message))
}

const NOW = 1_790_000_000

type Push = { title: string; keys: string[]; now: number; headers: Record<string, string>; body: string; good: boolean }
function pushes(): Push[] {
  const id = 'dlv_01JZX8W5T3V2Q4R6S8T0V2W4X6'
  const body = '{"delivery_id":"dlv_01JZX8W5T3V2Q4R6S8T0V2W4X6","name":"été \\u00e9 長い 👩‍🚀"}'
  const v1 = (secret: string, time = NOW, text = body): string =>
    `v1,${hmac(Buffer.from(secret.slice(6), 'base64'), `${id}.${time}.${text}`).toString('base64')}`
  const v1a = (key: string, time = NOW, text = body): string =>
    `v1a,${ed25519(key, `${id}.${time}.${text}`).toString('base64')}`
  const push = (title: string, good: boolean, keys: string[], signature: string, more: Partial<Push> = {}): Push => ({
    title,
    keys,
    now: NOW,
    headers: { 'webhook-id': id, 'webhook-timestamp': String(NOW), 'webhook-signature': signature },
    body,
    good,
    ...more,
  })
  const [first, other] = SECRETS
  const [key, otherKey] = SEEDS
  const [ownId, foreign] = [publicOf(key), publicOf(otherKey)]
  const headers = (time: number | string, signature: string): Partial<Push> => ({
    headers: { 'webhook-id': id, 'webhook-timestamp': String(time), 'webhook-signature': signature },
  })
  const reference = {
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1a,hnO3f9T8Ytu9HwrXslvumlUpqtNVqkhqw/enGzPCXe5BdqzCInXqYXFymVJaA7AZdpXwVLPo3mNl8EM+m7TBAg==',
  }
  const without = (name: string): Partial<Push> => ({
    headers: Object.fromEntries(
      Object.entries(push('', true, [], v1(first)).headers).filter(([text]) => text !== name),
    ),
  })
  return [
    push('a secret', true, [first], v1(first)),
    push('an ed25519 key', true, [ownId], v1a(key)),
    push('both signatures, the secret known', true, [first], `${v1(first)} ${v1a(key)}`),
    push('both signatures, the public key known', true, [ownId], `${v1(first)} ${v1a(key)}`),
    push('two secrets while they rotate', true, [first], `${v1(other)} ${v1(first)}`),
    push('two ed25519 keys while they rotate', true, [foreign], `${v1a(key)} ${v1a(otherKey)}`),
    push('two known keys, and a signature of the second', true, [first, ownId], v1a(key)),
    push('a signature of an unknown version beside a right one', true, [first], `v2,AAAA ${v1(first)}`),
    push('the reference vector of Standard Webhooks', true, [foreign], '', {
      headers: reference,
      now: 1_614_265_330,
      body: '{"test": 2432232314}',
    }),
    push('five minutes old', true, [first], '', headers(NOW - 300, v1(first, NOW - 300))),
    push('five minutes ahead', true, [ownId], '', headers(NOW + 300, v1a(key, NOW + 300))),
    push('more than five minutes old', false, [first], '', headers(NOW - 301, v1(first, NOW - 301))),
    push('more than five minutes ahead', false, [ownId], '', headers(NOW + 301, v1a(key, NOW + 301))),
    push('a time that is no number', false, [first], '', headers('now', v1(first))),
    push('another time than was signed', false, [first], '', headers(NOW + 1, v1(first))),
    push('another secret', false, [other], v1(first)),
    push('another ed25519 key', false, [foreign], v1a(key)),
    push('another body', false, [first], v1(first), { body: `${body} ` }),
    push('another body under an ed25519 key', false, [ownId], v1a(key), { body: `${body} ` }),
    push('another id', false, [first], '', {
      headers: { 'webhook-id': `${id}0`, 'webhook-timestamp': String(NOW), 'webhook-signature': v1(first) },
    }),
    push('the public key used as a secret', false, [ownId], v1(`whsec_${ownId.slice(5)}`)),
    push('an ed25519 signature that says v1', false, [ownId, first], v1a(key).replace('v1a', 'v1')),
    push('a signature of a secret that says v1a', false, [ownId, first], v1(first).replace('v1', 'v1a')),
    push('an ed25519 signature without its padding', false, [ownId], v1a(key).replace(/=+$/, '')),
    push('an ed25519 signature that is cut', false, [ownId], v1a(key).slice(0, 40)),
    push('no signature', false, [first, ownId], ''),
    push('no key', false, [], v1(first)),
    ...['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
      push(`no ${name}`, false, [first], '', without(name)),
    ),
  ]
}

/** `key` signs, `check` verifies. */
type Call = Record<'title' | 'method' | 'path' | 'timestamp' | 'body' | 'signature', string> & {
  key: { secret: string } | { privateKey: string }
  check: { secret: string } | { publicKey: string }
  now: number
  good: boolean
}
function calls(): Call[] {
  const secret = { secret: 'hcg_a-secret-of-the-test-vectors-first' }
  const keySet = { privateKey: SEEDS[0] }
  const time = NOW * 1000
  const base = {
    method: 'PUT',
    path: '/game/v1/servers/s%C3%A9?x=1&y=%20',
    timestamp: String(time),
    body: '{"name":"été 長い 👩‍🚀","status":0}',
    now: time,
  }
  const textOf = ({ method, path, timestamp, body }: typeof base): string => `${method}\n${path}\n${timestamp}\n${body}`
  const example = (title: string, good: boolean, more: Partial<Call> = {}): Call[] =>
    [secret, keySet].map((key) => {
      const signed = { ...base, ...more }
      const signature =
        'secret' in key
          ? hmac(key.secret, textOf(signed)).toString('hex')
          : `ed25519=${ed25519(key.privateKey, textOf(signed)).toString('hex')}`
      return {
        title: `${title}, ${'secret' in key ? 'by a secret' : 'by an ed25519 key'}`,
        key,
        check: 'secret' in key ? key : { publicKey: publicOf(key.privateKey) },
        ...signed,
        signature,
        good,
      }
    })
  /** A request that was changed after signing. */
  const changed = (title: string, more: (call: Call) => Partial<Call>): Call[] =>
    example(title, false).map((call) => ({ ...call, ...more(call) }))
  return [
    ...example('a body of any script', true),
    ...example('no body', true, { method: 'GET', path: '/game/v1/deliveries?limit=5', body: '' }),
    ...example('a clock five minutes behind', true, { timestamp: String(time - 300_000) }),
    ...example('a clock more than five minutes behind', false, { timestamp: String(time - 300_001) }),
    ...example('a clock more than five minutes ahead', false, { timestamp: String(time + 300_001) }),
    ...example('a time in seconds', false, { timestamp: String(NOW) }),
    ...changed('another method', () => ({ method: 'POST' })),
    ...changed('another path', ({ path }) => ({ path: path.replace('x=1', 'x=2') })),
    ...changed('another body', ({ body }) => ({ body: `${body} ` })),
    ...changed('another time', () => ({ timestamp: String(time + 1) })),
    ...changed('a cut signature', ({ signature }) => ({ signature: signature.slice(0, -2) })),
    ...changed('a signature of zeros', ({ signature }) => ({
      signature: signature.replace(/[0-9a-f]{64,}/, (hex) => '0'.repeat(hex.length)),
    })),
    ...changed('no signature', () => ({ signature: '' })),
    ...example('a public key used as a secret', false)
      .slice(1)
      .map((call) => ({ ...call, signature: hmac(publicOf(SEEDS[0]), textOf(call)).toString('hex') })),
  ]
}

export const vectors = `${JSON.stringify(
  {
    about:
      'Signatures, good and bad, that every kit and the shop itself are tested with. `now` of a push is in seconds, of ' +
      'a call in ms. These keys are for tests alone. Generated by `node scripts/run.mjs kits`.',
    pushes: pushes(),
    calls: calls(),
  },
  null,
  2,
)}\n`

export const files = [
  [new URL('./ts/types.ts', import.meta.url), types],
  [new URL('./vectors.json', import.meta.url), vectors],
] as const

if (process.argv[1] === import.meta.filename)
  for (const [file, text] of files)
    if (readFileSync(file, { encoding: 'utf8', flag: 'a+' }) !== text) writeFileSync(file, text)
