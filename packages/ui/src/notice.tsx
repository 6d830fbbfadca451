import type { ReactNode } from 'react'
import { Icon, type IconName } from './icon.tsx'

const icons: Record<Tone, IconName> = { info: 'info', warn: 'warn', good: 'check', bad: 'warn' }
export type Tone = 'info' | 'warn' | 'good' | 'bad'

/** A line of advice inside a page. */
export function Notice({
  tone = 'info',
  children,
  className = '',
}: {
  tone?: Tone
  children: ReactNode
  className?: string
}) {
  return (
    <div className={`notice notice-${tone} ${className}`}>
      <Icon name={icons[tone]} className="size-5 mt-0.5" />
      <div className="min-w-0 flex-1">{children}</div>
    </div>
  )
}

type StateProps = {
  art: 'empty' | 'error' | 'notfound'
  title: string
  text?: string | undefined
  children?: ReactNode
  heading?: 'h1' | 'h2'
}

/** A panel for an empty or failed state: a picture, a plain sentence and a next step. */
export function StatePanel({ art, title, text, children, heading: Heading = 'h2' }: StateProps) {
  return (
    <div className="state">
      <img src={`/art/${art}.svg`} alt="" width="240" height="180" className="state-art" />
      <Heading className="heading-3">{title}</Heading>
      {text && <p className="text-soft max-w-prose">{text}</p>}
      {children && <div className="mt-2 flex flex-wrap justify-center gap-3">{children}</div>}
    </div>
  )
}
