/** Replaces wouter's parser of path patterns (regexparam): router/route.ts matches the pages. */
export const parse = (): never => {
  throw new Error('patterns are matched by router/route.ts')
}
