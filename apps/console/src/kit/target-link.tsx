import { Link } from 'wouter'
import { useTranslations } from 'use-intl'
import { targetText } from './codes.ts'

/** Where what a request, a plan or a line is about has a page of its own. */
const paths: Readonly<Record<string, (target: string) => string>> = {
  article: (id) => `/articles/${id}`,
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

/** What something is about, as the way there; `whole` says its kind, too. */
export function TargetLink({ kind, target, whole = false }: { kind: string; target: string; whole?: boolean }) {
  const t = useTranslations('desk')
  const path = paths[kind]
  const text = whole ? targetText(t, kind, target) : target
  return path ? (
    <Link className="link" href={path(encodeURIComponent(target))}>
      {text}
    </Link>
  ) : (
    text
  )
}
