import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { actName } from '../kit/codes.ts'
import { Moment } from '../kit/moment.tsx'
import { channelName } from '../kit/channel-name.ts'
import { tOf } from '../kit/text-of.ts'
import { type DeskTexts, useAction } from '../kit/use-action.ts'
import { call } from '../lib/api.ts'
import type { News } from './bell.tsx'

type Row = News[number]

/** What happened, and what it is of. */
function wordsOf(t: DeskTexts, { kind, about, state, text, by, value }: Row): { head: string; of: string } {
  const says = { subject: channelName(t, text), value: String(value) }
  switch (kind) {
    case 'request': {
      const end = state === 'done' && by === '' ? 'ran' : state
      return { head: actName(t, about), of: tOf(t, 'shell.news.request', end, { name: by }) ?? state }
    }
    case 'alert':
      return { head: tOf(t, 'alerts.says', about, says) ?? about, of: tOf(t, 'shell.news.alert', state) ?? state }
    case 'note':
      return { head: text, of: t('shell.news.note', { name: by }) }
    case 'import':
      return { head: tOf(t, 'imports.kinds', about) ?? about, of: t('shell.news.import') }
  }
}

const notePaths: Readonly<Record<string, string>> = { order: '/orders/', player: '/players/', dispute: '/disputes/' }
const pathOf = ({ kind, id, about }: Row): string =>
  kind === 'request'
    ? `/approvals/${id}`
    : kind === 'import'
      ? `/imports/${id}`
      : kind === 'note'
        ? about in notePaths
          ? `${notePaths[about]}${id}`
          : '/inbox'
        : '/alerts'

type Props = { news: News; reload: () => Promise<void>; close: () => void }

/** The rows of the bell. */
export default function NewsList({ news, reload, close }: Props) {
  const t = useTranslations('desk')
  const { busy, run } = useAction()
  return (
    <section className="news" aria-label={t('shell.news.title')}>
      <div className="news-head">
        <h2>{t('shell.news.title')}</h2>
        {news.some(({ unread }) => unread) && (
          <button
            type="button"
            className="link"
            aria-disabled={busy || undefined}
            onClick={() =>
              void run(async () => {
                await call('pulse/seen', { what: 'news' })
                await reload()
              })
            }
          >
            {t('shell.news.read')}
          </button>
        )}
      </div>
      {news.length === 0 ? (
        <p className="soft">{t('shell.news.none')}</p>
      ) : (
        <ul>
          {news.map((row) => {
            const { head, of } = wordsOf(t, row)
            return (
              <li key={`${row.kind} ${row.id} ${row.at}`} className={row.unread ? 'news-row news-unread' : 'news-row'}>
                <Link href={pathOf(row)} onClick={close}>
                  {head}
                </Link>
                <span className="soft">
                  {of} · <Moment at={row.at} />
                </span>
              </li>
            )
          })}
        </ul>
      )}
    </section>
  )
}
