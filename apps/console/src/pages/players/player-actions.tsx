import type { DeskResult, Me } from '@hc/contract/desk/calls'
import { useTranslations } from 'use-intl'
import { ActionDialog } from '../../kit/action-dialog.tsx'
import { may } from '../../kit/permission.ts'
import { AdjustPoints } from '../points/adjust-dialog.tsx'
import { PlayerExport } from './player-export.tsx'

type Player = DeskResult<'player/read'>

/** The staff's actions on a player's account. */
export function PlayerActions({ me, player: { account_id, uid, disabled, deleted_at } }: { me: Me; player: Player }) {
  const t = useTranslations('desk')
  if (deleted_at !== null) return null
  const turn = disabled ? 'enable' : 'disable'
  return (
    <>
      {may(me, 'points.adjust') && <AdjustPoints uid={uid} />}
      {may(me, 'player.end_sessions') && (
        <ActionDialog
          name="player/endSessions"
          label={t('service.one.end')}
          title={t('service.one.end')}
          confirm={t('service.one.end')}
          body={(reason) => ({ uid, reason })}
          done={({ ended }) => t('service.one.ended', { n: ended })}
        >
          <p>{t('service.one.endDoes')}</p>
        </ActionDialog>
      )}
      {may(me, 'player.disable') && (
        <ActionDialog
          name="player/disable"
          label={t(`service.one.${turn}`)}
          title={t(`service.one.${turn}`)}
          confirm={t(`service.one.${turn}`)}
          kind={disabled ? 'quiet' : 'danger'}
          body={(reason) => ({ uid, disabled: !disabled, reason })}
          done={t('service.done')}
        >
          <p>{t(`service.one.${turn}Does`)}</p>
        </ActionDialog>
      )}
      <PlayerExport me={me} uid={uid} account_id={account_id} />
      {me.permissions['player.erase'] !== undefined && (
        <ActionDialog
          name="player/erase"
          label={t('service.one.erase')}
          title={t('service.one.erase')}
          confirm={t('service.one.erase')}
          kind="danger"
          body={(reason) => ({ account_id, reason })}
          done={({ pseudonym }) => t('service.one.erased', { pseudonym })}
        >
          <p>{t('service.one.eraseDoes')}</p>
        </ActionDialog>
      )}
    </>
  )
}
