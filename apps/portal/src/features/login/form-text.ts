import { mailAddress, oneTimeCode } from '@hc/domain/typed-text'

export const textOf = (data: FormData, name: string): string => {
  const value = data.get(name)
  return typeof value === 'string' ? value : ''
}

export const isEmail = (text: string): boolean => mailAddress(text) !== undefined

/** The first six digits of a typed or pasted text, in digits of any script. */
export const digitsOf = (text: string): string => oneTimeCode(text).replace(/\D/g, '').slice(0, 6)
