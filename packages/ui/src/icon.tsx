/** Our own line icons on a 24-unit grid; decoration only, so hidden from screen readers. */
const paths = {
  home: 'M3 11.5 12 4l9 7.5M5.5 9.8V20h13V9.8M10 20v-5.5h4V20',
  news: 'M4 5h13v14H6a2 2 0 0 1-2-2V5Zm13 4h3v8a2 2 0 0 1-2 2h-1M7.5 9h6M7.5 12.5h6M7.5 16h4',
  user: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8Zm-8 8.5c1.2-3.6 4.3-5.5 8-5.5s6.8 1.9 8 5.5',
  help: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18Zm-2.6-11.2c.2-1.5 1.2-2.3 2.6-2.3s2.6.9 2.6 2.2c0 2-2.6 2-2.6 4M12 16.7v.1',
  play: 'M8 5.5v13l11-6.5-11-6.5Z',
  globe:
    'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM3.5 12h17M12 3c2.5 2.6 3.6 5.6 3.6 9S14.5 18.4 12 21c-2.5-2.6-3.6-5.6-3.6-9S9.5 5.6 12 3Z',
  pin: 'M12 21s7-6.2 7-11.5A7 7 0 0 0 5 9.5C5 14.8 12 21 12 21Zm0-9a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5Z',
  menu: 'M4 7h16M4 12h16M4 17h16',
  close: 'M6 6l12 12M18 6 6 18',
  check: 'M5 12.5 10 17.5 19.5 7',
  arrow: 'M5 12h14M13 6l6 6-6 6',
  left: 'M14.5 5.5 8 12l6.5 6.5',
  right: 'M9.5 5.5 16 12l-6.5 6.5',
  down: 'M5.5 9.5 12 16l6.5-6.5',
  info: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18Zm0-10v5.5M12 7.5v.1',
  warn: 'M12 4 2.8 20h18.4L12 4Zm0 6.5V15M12 17.5v.1',
  card: 'M3 6h18v12H3V6Zm0 4h18M6.5 14.5h4',
  star: 'M12 3l2.6 6 6.4.5-4.9 4.2 1.5 6.3L12 16.6 6.4 20l1.5-6.3L3 9.5 9.4 9 12 3Z',
  shield: 'M12 3 4.5 6v6c0 4.5 3.2 7.6 7.5 9 4.3-1.4 7.5-4.5 7.5-9V6L12 3Zm-3 9 2.2 2.2L15.5 10',
} as const

/** The name of an icon that every page has, or the path of one that its page brings (more-icons.tsx). */
export type IconName = keyof typeof paths | 'topUp' | 'currency' | `M${string}`
const drawn: Readonly<Record<string, string>> = paths

export function Icon({ name, className = 'size-5' }: { name: IconName; className?: string }) {
  // The brand draws these (its part of the style sheet).
  if (name === 'topUp' || name === 'currency')
    return <span className={`brand-icon brand-icon-${name} ${className}`} aria-hidden="true" />
  return (
    <svg
      className={`shrink-0 ${className}`}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.8"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={drawn[name] ?? name} />
    </svg>
  )
}
