/**
 * A place-holder with the final size; the classes give it. Hidden from screen readers: the region says that it loads.
 */
export function Skeleton({ className = '' }: { className?: string }) {
  return <span className={`skeleton ${className}`} aria-hidden="true" />
}
