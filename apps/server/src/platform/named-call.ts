/**
 * A call of an SQL function by the names of its arguments, `fn(p_a => $1, p_b => $2)`, and the values in that order.
 * The keys are the function's parameters without `p_`, so each argument is named once and none can take another's
 * place.
 */
export const namedCall = (
  fn: string,
  args: Readonly<Record<string, unknown>>,
): { call: string; values: unknown[] } => ({
  call: `${fn}(${Object.keys(args)
    .map((name, at) => `p_${name} => $${at + 1}`)
    .join(', ')})`,
  values: Object.values(args),
})

/** The arguments of an SQL function in its order: a name for each, and its type. */
export type ArgTypes = Readonly<Record<string, string>>

/** The values of a function's arguments, by their names, in the function's order. */
export const inOrder = <A extends ArgTypes>(args: A, values: Readonly<Record<keyof A, unknown>>): unknown[] =>
  Object.keys(args).map((name) => values[name])
