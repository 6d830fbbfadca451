import { AppError } from '@hc/contract/errors'
import type { DeskRegister } from '../../http/desk/desk-calls.ts'
import { noteExport, SCREEN } from '../../http/desk/note-export.ts'
import type { Database } from '../../platform/db.ts'

type Line = {
  seq: number
  at: number
  actor: string
  actor_name: string
  action: string
  kind: string
  target: string
  line: string
  prev: string
  hash: string
}

/** A call by its name, or by its key in the texts. */
const actionsOf = (action: string): readonly string[] =>
  action === '' ? [] : [...new Set([action, action.replace('_', '/')])]
/** Actions of a matter. An action is a call, or a command of the command line or of a job. */
const actionsAbout = {
  '': '',
  money: '^(cli[.])?(refund|hold|recall|points|ledger|settlement|period|finding|withdrawal|settle_refund|close_refund)',
  sign_ins: '^(session|factor|invitation)/',
  by_hand: '^$',
} as const

/** The audit as its readers see it. */
export function auditRoutes(register: DeskRegister, db: Pick<Database, 'pool'>): void {
  register('audit/list', async (body, { q, who, by }) => {
    const { actor, action, about, kind, target, ip, from, to, after, size } = body
    const me = who()
    const isOwnOnly = me.permissions['audit.read'] === undefined
    if (!isOwnOnly && size > SCREEN && me.permissions['audit.export'] === undefined)
      throw new AppError('NotAllowed', { permission: 'audit.export' })
    const lines = await q<Line>(
      {
        text: `select a.seq, floor(extract(epoch from a.at))::int as at, a.actor, coalesce(p.name, '') as actor_name,
            a.action, a.kind, a.target, a.line, encode(a.prev, 'hex') as prev,
            encode(a.hash, 'hex') as hash
          from desk.audit a left join desk.staff p on a.actor = 'staff:' || p.staff_id
         where ($1 = '' or a.actor = $1) and ($2::text[] = '{}' or a.action = any($2)) and ($3 = '' or a.kind = $3)
           and ($4 = '' or a.target = $4) and ($5::bigint = 0 or a.at >= to_timestamp($5::bigint))
           and ($6::bigint = 0 or a.at < to_timestamp($6::bigint)) and ($7::bigint = 0 or a.seq < $7)
           and ($10 = '' or a.action ~ $11 or $10 = 'by_hand' and a.actor like 'sql:%')
           and ($9 = '' or desk.line_address(a.line) = $9 and desk.line_address(a.line) is not null)
         order by a.seq desc limit $8`,
      },
      [
        isOwnOnly ? `staff:${me.staff_id}` : actor,
        actionsOf(action),
        kind,
        target,
        from,
        to,
        after,
        size,
        ip.trim(),
        about,
        actionsAbout[about],
      ],
    )
    await noteExport(db, by, 'audit', body)
    return { lines, next: lines.length === size ? (lines.at(-1)?.seq ?? null) : null }
  })
  register('audit/verify', async (_body, { q }) => {
    const [row] = await q<{ broken: number | null; why: string | null; seq: number | null; head: string | null }>({
      text: `select broken, why, seq, encode(hash, 'hex') as head from desk.verify_audit()`,
    })
    return {
      holds: row?.broken === null,
      seq: row?.seq ?? null,
      head: row?.head ?? '',
      broken: row?.broken ?? null,
      why: row?.why ?? '',
    }
  })
}
