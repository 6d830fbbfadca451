import { readFieldRules } from '../../field-rules.ts'

/** The rules of text fields. The build puts the table here. */
export const fieldRules = readFieldRules()
