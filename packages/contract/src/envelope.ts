/** The one shape of every answer (contract, section 2). */
export type Success<T> = { code: 0; msg: 'success'; result: T; total?: number }
export type Failure = { code: number; msg: string; data: Record<string, unknown> | null }
export type Envelope<T> = Success<T> | Failure

/** A result together with the number of rows of all pages. */
export type ListAnswer<T> = { result: T; total: number }
