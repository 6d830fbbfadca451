import { Link } from 'wouter'
import { useTranslations } from 'use-intl'
import { targetText, targetTold } from './codes.ts'

/** Where what a request, a plan or a line is about has a page of its own. */
const paths: Readonly<Record<string, (target: string) => string>> = {
  article: (id) => `/articles/${id}`,
  block: (name) => `/home?language=${name.replace(/^home%2F/, '')}`,
  bonus_reset: (id) => `/products/${id}`,
  channel: () => '/channels',
  import: (no) => `/imports/${no}`,
  order: (no) => `/orders/${no}`,
  period: () => '/finance/periods',
  product: (id) => `/products/${id}`,
  promotion: (no) => `/promote/${no}`,
  rebate: (id) => `/campaigns/rebate/${id}`,
  recall: (no) => `/orders/${no.replace(/^rcl_/, '')}`,
  redeem: (id) => `/campaigns/redeem/${id}`,
}

type Props = {
  kind: string
  target: string
  /** The player, where the target is an account's number: people know players by this. */
  uid?: string | null
  /** Says its kind, too. */
  whole?: boolean
}

/** What something is about, as the way there. */
export function TargetLink({ kind, target, uid = null, whole = false }: Props) {
  const t = useTranslations('desk')
  const text = (whole ? targetText : targetTold)(t, kind, uid ?? target)
  const href = uid === null ? paths[kind]?.(encodeURIComponent(target)) : `/players/${encodeURIComponent(uid)}`
  return href === undefined ? (
    text
  ) : (
    <Link className="link" href={href}>
      {text}
    </Link>
  )
}
