import { useMemo } from 'react'
import { trustedHtml } from '../lib/trusted-html.ts'

/** Texts with markup: sanitised by the server, let in through the one Trusted Types policy. */
export function Html({ html, className = 'prose-game' }: { html: string; className?: string }) {
  const inner = useMemo(() => ({ __html: trustedHtml(html) }), [html])
  return <div className={className} dangerouslySetInnerHTML={inner} />
}
