import { CallError } from '@hc/contract/client'
import type { DeskProduct } from '@hc/contract/desk/products'
import type { LocalTime } from '@hc/contract/desk/editing'
import { useRef } from 'react'
import { useTranslations } from 'use-intl'
import { useAction } from '../../kit/use-action.ts'
import { requestOf } from '../../kit/use-command.ts'
import { call } from '../../lib/api.ts'
import { queries } from '../../lib/queries.ts'
import { notice } from '../../lib/outcome.ts'
import { cents, type Part, type ProductDraft, textsOf } from './product-draft.ts'

type Args = {
  product: DeskProduct
  parts: readonly Part[]
  draft: ProductDraft
  version: number
  when: LocalTime | null
  /** For the audit, and for the decider of a price or a bonus. */
  reason: string
}
type Changed = { version: number; plan: { id: number; at: number } | null }

/** Saves one part by its own call; a retry of the same save uses the same key. */
function send(part: Part, { product, draft, when, reason }: Args, version: number, key: string): Promise<Changed> {
  const common = { id: product.id, version, when, reason }
  const word = (name: string): string => String(draft[name])
  if (part === 'text') return call('product/text', { ...common, texts: textsOf(draft), icon: word('icon') }, key)
  if (part === 'price') return call('product/price', { ...common, price_cents: cents(word('price')) ?? 0 }, key)
  if (part === 'bonus') return call('product/bonus', { ...common, bonus_pct: Number(draft.bonus) }, key)
  const featured = draft.featured === '' ? null : Number(draft.featured)
  const rest = { tag: word('tag'), sort: Number(draft.sort), featured }
  return call('product/sell', { ...common, ...rest, active: draft.active === true }, key)
}

/** Saves the changed parts, one after the other; returns the new version. */
export function useProductSave(meets: (error: unknown) => boolean) {
  const t = useTranslations('desk')
  const action = useAction()
  const keys = useRef(new Map<string, string>())
  const save = async (args: Args): Promise<number | null> => {
    let { version } = args
    const requests: number[] = []
    let isSaved = false
    await action.run(async () => {
      for (const part of args.parts) {
        const name = JSON.stringify([part, version, args.draft, args.when])
        const key = keys.current.get(name) ?? crypto.randomUUID()
        keys.current.set(name, key)
        try {
          const changed = await send(part, args, version, key)
          version = changed.version
        } catch (error) {
          const request = requestOf(error)
          if (request === null) {
            if (error instanceof CallError && error.code !== -1) keys.current.delete(name)
            if (meets(error)) return
            throw error
          }
          requests.push(request)
        }
      }
      isSaved = true
    })
    if (!isSaved) return null
    const [first] = requests
    if (first === undefined) notice.set({ text: t(args.when ? 'revisions.isPlanned' : 'kit.saved'), tone: 'good' })
    else
      notice.set({
        text: t('kit.requested', { no: String(first) }),
        tone: 'info',
        href: '/approvals?which=mine',
        link: t('kit.toRequests'),
      })
    await queries.invalidateQueries()
    return version
  }
  return { ...action, save }
}
