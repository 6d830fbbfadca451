import { type DeskCallName, deskCalls } from '@hc/contract/desk/calls'
import { z } from 'zod'

/**
 * What a text field of a call's body takes: its shortest text (-1: null for none) and its longest one (0: no bound) in
 * characters, and a pattern, or ''.
 */
export type FieldRule = readonly [min: number, max: number, pattern: string]
export type FieldRules = Partial<Record<DeskCallName, Readonly<Record<string, FieldRule>>>>

type Schema = {
  type?: string
  minLength?: number
  maxLength?: number
  pattern?: string
  format?: string
  enum?: unknown
  anyOf?: readonly Schema[]
  properties?: Readonly<Record<string, Schema>>
}

/** The rule of one field; null where its value is no free text. A field that may be null may be empty. */
function ruleOf(schema: Schema): FieldRule | null {
  const { type, minLength = 0, maxLength = 0, anyOf } = schema
  // A date's own field lets nobody type anything else, and its pattern is long.
  const pattern = schema.format === 'date' ? '' : (schema.pattern ?? '')
  const text = anyOf?.find((option) => option.type === 'string')
  if (text && anyOf?.some((option) => option.type === 'null')) {
    const rule = ruleOf(text)
    return rule && [-1, rule[1], rule[2]]
  }
  if (type !== 'string' || schema.enum) return null
  return minLength === 0 && maxLength === 0 && pattern === '' ? null : [minLength, maxLength, pattern]
}

/** The rules of all changing calls, from the contract's schemas. The desk's build reads them: its pages have no zod. */
export function readFieldRules(): FieldRules {
  const names = Object.keys(deskCalls) as DeskCallName[]
  return Object.fromEntries(
    names
      .filter((name) => deskCalls[name].changes)
      .map((name): [string, Record<string, FieldRule>] => {
        const { properties = {} } = z.toJSONSchema(deskCalls[name].body, {
          io: 'input',
          unrepresentable: 'any',
        }) as Schema
        const rules = Object.entries(properties).map(([field, schema]) => [field, ruleOf(schema)] as const)
        return [name, Object.fromEntries(rules.flatMap(([field, rule]) => (rule ? [[field, rule]] : [])))]
      })
      .filter(([, rules]) => Object.keys(rules).length > 0),
  )
}
