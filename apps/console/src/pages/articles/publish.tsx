import type { DeskResult } from '@hc/contract/desk/calls'
import { useTranslations } from 'use-intl'
import { ActionButton, ActionDialog } from '../../kit/action-dialog.tsx'

type Props = { id: string; version: number }

/**
 * Pins an article or features it, each with one press: at once what players see, or the draft, where there is a newer
 * one or nothing live.
 */
export function MarkButtons({ article, isLive }: { article: DeskResult<'article/read'>; isLive: boolean }) {
  const t = useTranslations('desk')
  const { id, version, body } = article
  return (
    <>
      {(['pinned', 'hot'] as const).map((name) => {
        const label = t(
          name === 'pinned'
            ? body.pinned
              ? 'articles.unpin'
              : 'articles.pin'
            : body.hot
              ? 'articles.notHot'
              : 'articles.markHot',
        )
        const marks = { pinned: body.pinned, hot: body.hot, [name]: !body[name] }
        return isLive ? (
          <ActionButton
            key={name}
            name="article/mark"
            label={label}
            done={t('articles.marked')}
            body={{ id, version, ...marks }}
          />
        ) : (
          <ActionButton
            key={name}
            name="article/save"
            label={label}
            done={t('articles.markedDraft')}
            body={{ id, version, body: { ...body, ...marks } }}
          />
        )
      })}
    </>
  )
}

/** Takes an article from the players' pages at once. */
export function TakeDownButton({ id, version }: Props) {
  const t = useTranslations('desk')
  return (
    <ActionDialog
      name="article/takeDown"
      label={t('articles.takeDown')}
      kind="danger"
      title={t('articles.takeDown')}
      confirm={t('articles.takeDownNow')}
      reason={false}
      done={t('articles.isDown')}
      body={() => ({ id, version })}
    >
      <p>{t('articles.takeDownText')}</p>
    </ActionDialog>
  )
}
