import type { Query } from '../../platform/db.ts'
import type { Who } from './desk-calls.ts'

const DAY_S = 86_400

/**
 * The person that every visitor of the public demo's desk is: the demo's auditor, without a session and without the
 * header that changing calls need.
 */
export const auditorOf =
  (email: string) =>
  async (q: Query): Promise<Who | undefined> => {
    const [who] = await q<Who>(
      {
        name: 'desk-visitor',
        text: `select p.staff_id, '' as session_id, p.email, p.name, p.locale, p.zone, '' as csrf, false as fresh,
            false as recovery, app_now() + make_interval(secs => $2) as ends_at,
            held.roles, held.permissions, held.decides, held.limits
          from desk.staff p, lateral desk.held_by(p.staff_id) held
         where p.email = $1 and p.suspended_at is null`,
      },
      [email, DAY_S],
    )
    return who
  }
