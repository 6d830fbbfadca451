import { draftedKinds } from '@hc/contract/desk/kinds'
import { Link } from 'wouter'
import { useTranslations } from 'use-intl'
import { targetText, targetTold } from './codes.ts'

/** The page of the target of a request, a plan or an audit line, if it has one. */
const paths: Readonly<Record<string, (target: string) => string>> = {
  article: (id) => `/articles/${id}`,
  block: (name) => `/home?language=${name.replace(/^home%2F/, '')}`,
  bonus_reset: (id) => `/products/${id}`,
  channel: () => '/channels',
  import: (no) => `/imports/${no}`,
  order: (no) => `/orders/${no}`,
  period: () => '/finance/periods',
  price: (ofBook) => `/prices/${ofBook.replace(/%2F.*/, '')}`,
  product: (id) => `/products/${id}`,
  promotion: (no) => `/promote/${no}`,
  recall: (no) => `/orders/${no.replace(/^rcl_/, '')}`,
  ...Object.fromEntries(draftedKinds.map((kind) => [kind, (id: string) => `/campaigns/${kind}/${id}`])),
}

type Props = {
  kind: string
  target: string
  /** The player's uid, if the target is an account's number: people know players by it. */
  uid?: string | null
  /** Shows the kind, too. */
  whole?: boolean
  /** What people call the target, if its number says nothing. */
  name?: string
}

/** A link to a target. */
export function TargetLink({ kind, target, uid = null, whole = false, name }: Props) {
  const t = useTranslations('desk')
  const text = name ?? (whole ? targetText : targetTold)(t, kind, uid ?? target)
  const href = uid === null ? paths[kind]?.(encodeURIComponent(target)) : `/players/${encodeURIComponent(uid)}`
  return href === undefined ? (
    text
  ) : (
    <Link className="link" href={href}>
      {text}
    </Link>
  )
}
