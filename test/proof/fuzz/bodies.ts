import fc from 'fast-check'
import type { z } from 'zod'
import { contentTypes, evilMembers, evilStrings, evilValues, idempotencyKeys, languages } from './corpus.ts'

export type Kind = 'valid' | 'mutated' | 'garbage'
/** `mustBe`: the only HTTP statuses that this body allows. */
export type Body = { kind: Kind; text: Buffer; type: string | null; mustBe?: readonly number[] }
export type Hints = Readonly<Record<string, readonly string[]>>
/** Fields that belong together, such as a character and its server: laid over half of the bodies. */
export type Sets = readonly Readonly<Record<string, string>>[]
type Schema = z.core.JSONSchema.JSONSchema

const BODY_LIMIT = 64 * 1024
const JSON_TYPES = ['application/json', 'application/json; charset=utf-8', 'Application/JSON'] as const

function stringOf(schema: Schema, hints: readonly string[]): fc.Arbitrary<string> {
  const max = schema.maxLength ?? 200
  const min = schema.minLength ?? 0
  const fits = (text: string): boolean => text.length >= min && text.length <= max
  const knownValues = [...hints, ...evilStrings].filter(fits)
  return fc.oneof(
    ...(hints.length > 0 ? [{ weight: 6, arbitrary: fc.constantFrom(...hints) }] : []),
    { weight: 2, arbitrary: fc.constantFrom(...knownValues) },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', minLength: min, maxLength: Math.min(max, 40) }).filter(fits) },
    { weight: 1, arbitrary: fc.string({ minLength: min, maxLength: max }) },
  )
}

/** Values that fit a JSON schema. */
export function fitting(schema: Schema, hints: Hints, name = ''): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return fc.oneof(...choices.map((choice) => fitting(choice as Schema, hints, name)))
  switch (schema.type) {
    case 'string':
      return stringOf(schema, hints[name] ?? [])
    case 'boolean':
      return fc.boolean()
    case 'number':
    case 'integer': {
      const [min, max] = [schema.minimum ?? -1e9, schema.maximum ?? 1e9]
      return fc.oneof(
        fc.integer({ min, max }),
        fc.constantFrom(min, max),
        fc.integer({ min, max: Math.min(max, min + 5) }),
      )
    }
    case 'array':
      return fc.array(fitting(schema.items as Schema, hints, name), { maxLength: schema.maxItems ?? 5, size: 'max' })
    case 'object': {
      const fields = Object.entries(schema.properties ?? {}).map(
        ([key, item]) => [key, fitting(item as Schema, hints, key)] as const,
      )
      return fc.record(Object.fromEntries(fields), { requiredKeys: schema.required ?? [], noNullPrototype: true })
    }
    case 'null':
    case undefined:
    default:
      return fc.constant(null)
  }
}

function coherent(schema: Schema, hints: Hints, sets: Sets): fc.Arbitrary<object> {
  const present = (set: Readonly<Record<string, string>>): object =>
    Object.fromEntries(Object.entries(set).filter(([key]) => key in (schema.properties ?? {})))
  return fc
    .tuple(fitting(schema, hints), fc.constantFrom(...sets), fc.boolean())
    .map(([body, set, lay]) => ({ ...(body as object), ...(lay ? present(set) : {}) }))
}

type Members = [string, string][]
const members = (value: unknown): Members =>
  Object.entries(value as object).map(([key, item]) => [JSON.stringify(key), JSON.stringify(item)])
const object = (list: Members, more: readonly string[] = []): string =>
  `{${[...list.map(([key, value]) => `${key}:${value}`), ...more].join(',')}}`

/** A fitting body with exactly one thing wrong, or at least odd, as raw JSON text. */
function mutated(schema: Schema, valid: fc.Arbitrary<unknown>): fc.Arbitrary<string> {
  const names = Object.keys(schema.properties ?? {})
  const field = fc.constantFrom(...(names.length > 0 ? names : ['id', 'page', 'x'])).map((name) => JSON.stringify(name))
  const without = (list: Members, key: string): Members => list.filter(([name]) => name !== key)
  const value = fc.oneof(
    fc.constantFrom(...evilValues),
    fc.constantFrom(...evilStrings).map((text) => JSON.stringify(text)),
    fc.json({ maxDepth: 3 }),
    fc.double().map(String),
  )
  return fc.oneof(
    {
      weight: 6,
      arbitrary: fc
        .tuple(valid, field, value)
        .map(([body, key, raw]) => object([...without(members(body), key), [key, raw]])),
    },
    {
      weight: 2,
      arbitrary: fc.tuple(valid, fc.constantFrom(...evilMembers)).map(([body, raw]) => object(members(body), [raw])),
    },
    { weight: 1, arbitrary: fc.tuple(valid, field).map(([body, key]) => object(without(members(body), key))) },
    {
      weight: 1,
      arbitrary: fc.tuple(valid, field, value).map(([body, key, raw]) => object([[key, raw], ...members(body)])),
    },
  )
}

function garbage(valid: fc.Arbitrary<string>): fc.Arbitrary<Omit<Body, 'kind'>> {
  const json = (text: fc.Arbitrary<string>): fc.Arbitrary<Omit<Body, 'kind'>> =>
    text.map((name) => ({ text: Buffer.from(name), type: JSON_TYPES[0] }))
  const deep = fc
    .tuple(fc.constantFrom('[', '{"a":', '[{"b":'), fc.integer({ min: 100, max: 9000 }))
    .map(([open, times]) => open.repeat(times))
  return fc.oneof(
    fc
      .tuple(fc.uint8Array({ minLength: 1, maxLength: 300 }), fc.constantFrom(...JSON_TYPES))
      .map(([bytes, type]) => ({ text: Buffer.from(bytes), type })),
    json(
      fc
        .tuple(valid, fc.double({ min: 0, max: 1, noNaN: true }))
        .map(([text, part]) => text.slice(0, Math.floor(text.length * part))),
    ),
    json(
      fc.constantFrom(
        '',
        ' ',
        '\n',
        'null',
        '1',
        '"x"',
        '[]',
        'true',
        '[{}]',
        '{',
        '}',
        '{}{}',
        '\ufeff{}',
        '{"a":1,}',
        '{a:1}',
        '/**/{}',
        '{"a":1e}',
        '\0',
        '{}\0',
        '<xml/>',
        'a=b&c=d',
      ),
    ),
    fc
      .tuple(valid, fc.constantFrom(...contentTypes))
      .map(([text, type]) => ({ text: Buffer.from(text), type, mustBe: [415] })),
    valid.map((text) => ({ text: Buffer.from(text), type: null, mustBe: [415] })),
    valid.map((text) => ({ text: Buffer.from(text, 'utf16le'), type: 'application/json; charset=utf-16' })),
    json(deep),
    json(
      deep
        .map(
          (open) =>
            `${open}1${open.startsWith('{') ? '}'.repeat(open.length / 5) : open.startsWith('[{') ? '}]'.repeat(open.length / 6) : ']'.repeat(open.length)}`,
        )
        .filter((text) => text.length < BODY_LIMIT),
    ),
    fc.integer({ min: 1, max: 40_000 }).map((more) => ({
      text: Buffer.from(`{"x":"${'z'.repeat(BODY_LIMIT + more)}"}`),
      type: JSON_TYPES[0],
      mustBe: [413],
    })),
  )
}

/** Seeded bodies of one kind for a schema. */
export function bodiesOf(kind: Kind, schema: Schema, hints: Hints, sets: Sets, seed: number, numRuns: number): Body[] {
  const valid = coherent(schema, hints, sets)
  const text = valid.map((body) => JSON.stringify(body))
  const arbitrary =
    kind === 'garbage'
      ? garbage(text)
      : fc
          .tuple(kind === 'valid' ? text : mutated(schema, valid), fc.constantFrom(...JSON_TYPES))
          .map(([json, type]) => ({ text: Buffer.from(json), type }))
  return fc.sample(arbitrary, { seed, numRuns }).map((body) => ({ kind, ...body }))
}

/** A body that is known to work, with one thing wrong or odd. */
export const spoiled = (schema: Schema, body: object, seed: number, numRuns: number): Body[] =>
  fc
    .sample(mutated(schema, fc.constant(body)), { seed, numRuns })
    .map((json) => ({ kind: 'mutated', text: Buffer.from(json), type: JSON_TYPES[0] }))

/** Headers beside the token; most requests have none. */
export const oddHeaders = (seed: number, numRuns: number): Record<string, string>[] =>
  fc.sample(
    fc
      .record(
        {
          'accept-language': fc.constantFrom(...languages),
          'idempotency-key': fc.oneof(fc.constantFrom(...idempotencyKeys), fc.uuid()),
          'x-request-id': fc.constantFrom('x', '__proto__', '<script>alert(1)</script>'),
          'x-forwarded-for': fc.constantFrom('1.2.3.4', 'garbage', "' or 1=1", '::1, 9'),
          cookie: fc.constantFrom('token=x', 'hc_lang=zz', 'a=%ff;;;='),
          'accept-encoding': fc.constantFrom('identity', '*;q=0', 'zzz'),
          accept: fc.constantFrom('text/html', '///'),
        },
        { requiredKeys: [] },
      )
      .chain((headers) => fc.constantFrom(headers, {}, {})),
    { seed, numRuns },
  ) as Record<string, string>[]
