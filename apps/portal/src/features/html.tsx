import { useMemo } from 'react'
import { trustedHtml } from '../lib/trusted-html.ts'

/** Texts with markup. The server has sanitised them; they pass the one Trusted Types policy. */
export function Html({ html, className = 'prose-game' }: { html: string; className?: string }) {
  const inner = useMemo(() => ({ __html: trustedHtml(html) }), [html])
  return <div className={className} dangerouslySetInnerHTML={inner} />
}
