import { AppError } from '@hc/contract/errors'
import fastJson from 'fast-json-stringify'
import type { FastifySchemaCompiler } from 'fastify'
import type { FastifySerializerCompiler } from 'fastify/types/schema.js'
import { z } from 'zod'

type Issue = { path: readonly PropertyKey[]; message: string }
/** What a route's `schema` reads a body, its parameters or its query with: a schema of the contract, mostly. */
export type Reads = {
  safeParse(input: unknown): { success: true; data: unknown } | { success: false; error: { issues: readonly Issue[] } }
}

/** What a route's `schema` answers: the envelope around a call's result (contract, section 2). */
export class Envelope {
  readonly result: z.ZodType
  readonly list: boolean
  constructor(result: z.ZodType, list: boolean) {
    this.result = result
    this.list = list
  }
}

/** Fastify's validator: what the schema made of the input is what the handler gets. */
export const validatorCompiler: FastifySchemaCompiler<Reads> =
  ({ schema }) =>
  (input: unknown) => {
    try {
      const parsed = schema.safeParse(input ?? {})
      if (parsed.success) return { value: parsed.data }
      const issues = parsed.error.issues.map(({ path, message }) => ({ path: path.join('.'), message }))
      return { error: new AppError('InvalidParams', { issues }) }
    } catch (error) {
      return { error: error as Error }
    }
  }

/**
 * Fastify's serialiser: fields that the contract does not name never leave the server. It is compiled at the first
 * answer, because the start should not wait for two hundred of them.
 */
export const serializerCompiler: FastifySerializerCompiler<Envelope> = ({ schema }) => {
  let compiled: ((data: unknown) => string) | undefined
  return (data) => (compiled ??= compile(schema))(data)
}

function compile({ result, list }: Envelope): (data: unknown) => string {
  const schema = z.toJSONSchema(result, { io: 'output', target: 'draft-7' })
  delete schema.$schema
  return fastJson({
    type: 'object',
    properties: {
      code: { type: 'integer' },
      msg: { type: 'string' },
      result: schema,
      ...(list ? { total: { type: 'integer' } } : {}),
    },
  } as Parameters<typeof fastJson>[0])
}
