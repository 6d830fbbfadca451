import type { DeskCall } from '@hc/contract/desk/call'
import { type Blank, guardedFields, namedInBody } from '@hc/contract/desk/data-rights'
import { AppError } from '@hc/contract/errors'
import type { Who } from './desk-calls.ts'

type Reader = Pick<Who, 'permissions'>
type Part = Record<string, unknown>

/** A copy of `value` whose data at a place is blank. */
function blanked(value: unknown, [step, ...rest]: Blank['at'], blank: Blank['blank']): unknown {
  if (step === undefined) return blank
  if (value === null || typeof value !== 'object') return value
  if (step.into === 'list') return (value as unknown[]).map((item) => blanked(item, rest, blank))
  if (step.into !== 'field')
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, blanked(item, rest, blank)]))
  const { name } = step
  const { [name]: field, ...others } = value as Part
  if (field === undefined) return value
  const now = blanked(field, rest, blank)
  return now === undefined ? others : { ...others, [name]: now }
}

/**
 * What a reader gets of a call's answers: data has its own right, so a field without it is blank (decision 590).
 *
 * @throws Error at the start: a field that needs a right cannot be blank
 */
export function readable(name: string, spec: DeskCall): (answer: unknown, who: Reader) => unknown {
  const guarded = guardedFields(name, spec).map(({ rights, field: { path, blank } }) => {
    if (!blank) throw new Error(`${name} ${path} needs a right, and no value that says nothing`)
    return { rights, blank }
  })
  return (answer, { permissions }) =>
    guarded
      .filter(({ rights }) => !rights.some((right) => permissions[right]))
      .reduce((rest, { blank: { at, blank } }) => blanked(rest, at, blank), answer)
}

/** The right that a person lacks for the fields that name a player or an order; undefined: none. */
export function lackingFor(
  fields: { get(name: string): unknown },
  permissions: Who['permissions'],
): string | undefined {
  return Object.entries(namedInBody).find(([field, right]) => {
    const needed = fields.get(field) ?? ''
    return needed !== '' && !permissions[right]
  })?.[1]
}

/**
 * A body that names a player or an order asks whether there is one.
 *
 * @throws AppError NotAllowed
 */
export function checkNamed(body: unknown, { permissions }: Reader): void {
  if (body === null || typeof body !== 'object') return
  const permission = lackingFor(new Map(Object.entries(body)), permissions)
  if (permission !== undefined) throw new AppError('NotAllowed', { permission })
}
