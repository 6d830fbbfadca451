import { fieldsOf } from '@hc/domain/record'

/** The code that Node, PostgreSQL or a library gave an error, or '' if it has none. */
export const errorCode = (error: unknown): string => {
  const { code } = fieldsOf(error)
  return typeof code === 'string' ? code : ''
}
