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
          label={t('players.one.end')}
          title={t('players.one.end')}
          confirm={t('players.one.end')}
          body={(reason) => ({ uid, reason })}
          done={({ ended }) => t('players.one.ended', { n: ended })}
        >
          <p>{t('players.one.endDoes')}</p>
        </ActionDialog>
      )}
      {may(me, 'player.disable') && (
        <ActionDialog
          name="player/disable"
          label={t(`players.one.${turn}`)}
          title={t(`players.one.${turn}`)}
          confirm={t(`players.one.${turn}`)}
          kind={disabled ? 'quiet' : 'danger'}
          body={(reason) => ({ uid, disabled: !disabled, reason })}
          done={t('row.done')}
        >
          <p>{t(`players.one.${turn}Does`)}</p>
        </ActionDialog>
      )}
      <PlayerExport me={me} uid={uid} account_id={account_id} />
      {me.permissions['player.erase'] !== undefined && (
        <ActionDialog
          name="player/erase"
          label={t('players.one.erase')}
          title={t('players.one.erase')}
          confirm={t('players.one.erase')}
          kind="danger"
          body={(reason) => ({ account_id, reason })}
          done={({ pseudonym }) => t('players.one.erased', { pseudonym })}
        >
          <p>{t('players.one.eraseDoes')}</p>
        </ActionDialog>
      )}
    </>
  )
}
