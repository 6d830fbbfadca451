import { useApp } from '../shell/app-context.ts'

type PictureParts = {
  src: string
  /** The side of a square picture, in pixels. */
  size: number
  /** In the first view of its page. */
  eager?: boolean
  /** The one picture that the page fetches before all others. */
  first?: boolean
  className?: string
}

/** A decorative picture of the brand, with its finer file on dense screens if the brand has one. */
export function Picture({ src, size, eager = false, first = false, className }: PictureParts) {
  const { finer } = useApp().init.brand
  const fine = finer?.[src]
  return (
    <img
      src={src}
      srcSet={fine && `${src} 1x, ${fine} 2x`}
      alt=""
      width={size}
      height={size}
      loading={eager ? 'eager' : 'lazy'}
      decoding={eager ? undefined : 'async'}
      fetchPriority={first ? 'high' : undefined}
      className={className}
    />
  )
}
