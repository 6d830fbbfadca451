import type { HomeBody } from '@hc/contract/desk/home'
import type { DeskRegister } from '../../http/desk/desk-calls.ts'
import { change, conflict, headOf, liveOf, plansOf, replan, saveDraft } from '../kit/changes.ts'

const of = (locale: string): string => `home/${locale}`
/** A block stored by an earlier version has further fields, which now come from elsewhere. */
const parts = ({ hero, downloads, features, gameInfo }: HomeBody): HomeBody => ({ hero, downloads, features, gameInfo })

/** The home page, language by language. */
export function homeRoutes(register: DeskRegister): void {
  register('home/read', async ({ locale }, { q }) => {
    const head = await headOf(q, 'block', of(locale))
    const live = await liveOf(q, 'block', of(locale))
    const value = (head.body as { value: HomeBody } | null)?.value
    return {
      version: head.version,
      live_version: live.version,
      body: value ? parts(value) : null,
      plans: await plansOf(q, 'block', of(locale)),
    }
  })
  register('home/save', async ({ locale, version, body }, { q }) => ({
    version: await saveDraft(q, 'block', of(locale), version, { value: body }),
  }))
  register('home/publish', async ({ locale, version, when }, { q }) => {
    const target = of(locale)
    const head = await headOf(q, 'block', target)
    if (head.version !== version) throw await conflict(q, 'block', target)
    const basedOn = (await liveOf(q, 'block', target)).version
    return await change(q, { kind: 'block', target, basedOn, patch: {}, version, when })
  })
  register('home/replan', async (body, { q }) => replan(q, 'block', body))
}
