import { useTranslations } from 'use-intl'
import { ActionButton, ActionDialog } from '../../kit/action-dialog.tsx'

type Props = { id: string; version: number }

/** Pins an article or marks it as hot at once, each with one press. */
export function MarkButtons({ id, version, pinned, hot }: Props & { pinned: boolean; hot: boolean }) {
  const t = useTranslations('desk')
  return (
    <>
      <ActionButton
        name="article/mark"
        label={t(pinned ? 'articles.unpin' : 'articles.pin')}
        done={t('articles.marked')}
        body={{ id, version, pinned: !pinned, hot }}
      />
      <ActionButton
        name="article/mark"
        label={t(hot ? 'articles.notHot' : 'articles.markHot')}
        done={t('articles.marked')}
        body={{ id, version, pinned, hot: !hot }}
      />
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
