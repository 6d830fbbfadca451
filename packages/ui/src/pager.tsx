import { Icon } from './icon.tsx'

type Props = {
  page: number
  pages: number
  texts: { label: string; previous: string; next: string; position: string }
  onPage: (page: number) => void
}

export function Pager({ page, pages, texts, onPage }: Props) {
  if (pages <= 1) return null
  return (
    <nav className="flex items-center justify-center gap-4" aria-label={texts.label}>
      <button
        type="button"
        className="icon-btn"
        aria-label={texts.previous}
        disabled={page <= 1}
        onClick={() => onPage(page - 1)}
      >
        <Icon name="left" />
      </button>
      <span className="text-sm tabular-nums" aria-current="page">
        {texts.position}
      </span>
      <button
        type="button"
        className="icon-btn"
        aria-label={texts.next}
        disabled={page >= pages}
        onClick={() => onPage(page + 1)}
      >
        <Icon name="right" />
      </button>
    </nav>
  )
}
