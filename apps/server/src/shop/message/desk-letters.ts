import type { Locale } from '@hc/contract/locales'
import type { Query } from '../../platform/db.ts'
import type { Seal } from '../../platform/seal.ts'
import type { Letter } from './frame.ts'

const HOURS = 24

/** Queues a letter to one address of the desk. */
export async function tellAddress(
  q: Query,
  seal: Seal,
  to: string,
  kind: string,
  locale: Locale,
  letter: Letter,
): Promise<void> {
  await q(
    {
      text: `insert into message (channel, target, kind, locale, body, run_at, give_up_at, created_at)
        values ('email', $1, $2, $5, $3, app_now(), app_now() + make_interval(hours => $4), app_now())`,
    },
    [to, kind, seal.close(JSON.stringify(letter)), HOURS, locale],
  )
}

/** Queues a letter to every owner of the desk. */
export async function tellEveryOwner(
  q: Query,
  seal: Seal,
  kind: string,
  locale: Locale,
  letter: Letter,
): Promise<void> {
  const owners = await q<{ email: string }>({
    text: `select p.email from desk.staff p join desk.staff_role h using (staff_id)
      where h.role_key = 'owner' and (h.until is null or h.until > app_now()) and p.suspended_at is null`,
  })
  for (const { email } of owners) await tellAddress(q, seal, email, kind, locale, letter)
}
