import type { OpenRequest } from '@hc/contract/desk/editing'
import type { Query, Row } from '../../platform/db.ts'
import { epochSeconds } from '../../platform/epoch.ts'

const OPEN = `select x.approval_no, x.call, s.name as by, ${epochSeconds('x.asked_at')} as at, x.amount, x.target
  from desk.approval x join desk.staff s on s.staff_id = x.asked_by where x.state in ('open', 'alone') and x.kind = any($1)`

/** The open requests about a target (decision 445). */
export const requestsAbout = async (q: Query, kinds: readonly string[], target: string): Promise<OpenRequest[]> =>
  (
    await q<OpenRequest & { target: string } & Row>({ text: `${OPEN} and x.target = $2 order by x.approval_no` }, [
      kinds,
      target,
    ])
  ).map(({ target: _target, ...request }) => request)

/** The same for all targets of a kind. */
export async function requestsOfKind(q: Query, kind: string): Promise<(target: string) => OpenRequest[]> {
  const rows = await q<OpenRequest & { target: string } & Row>({ text: `${OPEN} order by x.approval_no` }, [[kind]])
  return (target) => rows.filter((row) => row.target === target).map(({ target: _target, ...request }) => request)
}
