import type { Query } from '../../platform/db.ts'
import type { Seal } from '../../platform/seal.ts'

type DueDocument = {
  due_id: number
  entity_id: string
  kind: 'receipt' | 'credit_note'
  uid: string
  email: string | null
}
export type Buyer = { uid: string; email: string }

/** The purpose with which buyers' names are sealed; see `createSeal`. */
export const BUYER = 'document buyer'

/**
 * Writes up to `limit` due documents, each series in one transaction with its numbers, and gives how many were
 * due. Decision 379.
 */
export async function issueDocuments(q: Query, seal: Seal, limit: number): Promise<number> {
  const dueDocuments = await q<DueDocument>(
    { name: 'documents-due', text: 'select due_id, entity_id, kind, uid, email from documents_due($1)' },
    [limit],
  )
  const series = Map.groupBy(dueDocuments, (row) => `${row.kind} ${row.entity_id}`)
  // A credit note names its receipt, so receipts come first; `dueDocuments` has each order in that sequence.
  for (const list of [...series.values()].toSorted((a) => (a[0]?.kind === 'receipt' ? -1 : 1))) {
    const [{ entity_id: entity, kind } = { entity_id: '', kind: '' }] = list
    await q({ name: 'issue-documents', text: 'select issue_documents($1, $2, $3, $4)' }, [
      entity,
      kind,
      list.map((row) => row.due_id),
      list.map(({ uid, email }) => seal.close(JSON.stringify({ uid, email: email ?? '' } satisfies Buyer))),
    ])
  }
  return dueDocuments.length
}
