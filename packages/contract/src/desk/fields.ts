import { z } from 'zod'
import { strict } from '../call.ts'
import { EXPORT_PAGE } from './paging.ts'

export const at = z.number().int()
/** A game may use letters in its uids. */
export const uid = z.string().trim().min(1).max(64)
export const reason = z.string().trim().min(3).max(300)
export const int = () => z.number().int()
export const timeErrors = ['TimeSkipped', 'TimeTwice', 'ZoneUnknown', 'TimePassed'] as const
export const day = () => z.string().regex(/^\d{4}-\d{2}-\d{2}$/)
export const unixTime = () => int().min(0)
export const country = z.string().regex(/^[A-Z]{2}$/)
export const after = z.string().max(120).default('')
/** Rows of a page: more than 50 are an export, which goes into the audit. */
export const size = z.number().int().min(1).max(EXPORT_PAGE).default(50)
export const text = (max = 80) => z.string().trim().max(max).default('')
export const total = strict({ n: z.number().int(), exact: z.boolean() })
export const page = <T extends z.ZodType>(row: T) => strict({ rows: z.array(row), next: z.string().nullable(), total })
export const roleKey = z.string().regex(/^[a-z][a-z0-9_]{1,31}$/)
export const number = z.string().trim().min(1).max(64)
export const didResult = strict({ did: z.boolean() })
