import { CallError } from './client.ts'

/** The errors that the server found in a body: the path of each field, and a word for the error. */
export function issuesOf(error: unknown): { path: string; message: string }[] {
  const issues: unknown = error instanceof CallError ? error.data?.issues : undefined
  if (!Array.isArray(issues)) return []
  return issues.map((issue: { path?: unknown; message?: unknown } | null) => ({
    path: typeof issue?.path === 'string' ? issue.path : '',
    message: typeof issue?.message === 'string' ? issue.message : '',
  }))
}
