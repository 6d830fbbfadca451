/** In the place of wouter's reader of path patterns (regexparam): the pages are matched by router/route.ts. */
export const parse = (): never => {
  throw new Error('patterns are matched by router/route.ts')
}
