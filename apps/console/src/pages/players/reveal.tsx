import type { Me } from '@hc/contract/desk/calls'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { ActionDialog } from '../../kit/action-dialog.tsx'
import { may } from '../../kit/permission.ts'

const SHOWN_MS = 60_000

/** A masked field, and a way to see it in full for a minute, with a reason. */
export function Revealed({
  me,
  uid,
  field,
  masked,
}: {
  me: Me
  uid: string
  field: 'email' | 'phone'
  masked: string
}) {
  const t = useTranslations('desk')
  const [value, setValue] = useState('')
  useEffect(() => {
    if (value === '') return undefined
    const timer = setTimeout(() => setValue(''), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [value])
  if (value !== '')
    return (
      <span aria-live="polite">
        {value} <span className="soft">{t('players.one.shown')}</span>
      </span>
    )
  return (
    <>
      {masked}{' '}
      {may(me, 'player.reveal') && (
        <ActionDialog
          name="player/reveal"
          label={t('players.one.show')}
          about={t(`players.one.showName.${field}`)}
          title={t(`players.one.showName.${field}`)}
          confirm={t('players.one.show')}
          body={(reason) => ({ uid, field, reason })}
          done={({ value: full }) => {
            setValue(full)
            return ''
          }}
        >
          <p>{t('players.one.showDoes')}</p>
        </ActionDialog>
      )}
    </>
  )
}
