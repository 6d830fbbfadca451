/**
 * A placeholder of the final size, which the classes give. Hidden from screen readers: the region announces that it
 * loads.
 */
export function Skeleton({ className = '' }: { className?: string }) {
  return <span className={`skeleton ${className}`} aria-hidden="true" />
}
