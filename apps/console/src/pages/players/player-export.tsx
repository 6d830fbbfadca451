import type { Me } from '@hc/contract/desk/calls'
import { Button } from '@hc/ui/button'
import { useTranslations } from 'use-intl'
import { ActionDialog } from '../../kit/action-dialog.tsx'
import { saveFile } from '../../kit/csv.ts'
import { When } from '../../kit/facts.tsx'
import { FormError } from '../../kit/form-error.tsx'
import { useAction } from '../../kit/use-action.ts'
import { useCall } from '../../kit/use-call.ts'
import { call } from '../../lib/api.ts'
import { notice } from '../../lib/outcome.ts'

/** A player's own data as a file: requested, approved by an owner, and downloaded by the requester. */
export function PlayerExport({ me, uid, account_id }: { me: Me; uid: string; account_id: number }) {
  const t = useTranslations('desk')
  const asks = me.permissions['player.export'] !== undefined || me.decides.includes('player.export')
  const { result } = useCall('player/exports', asks ? { account_id } : null)
  const { busy, errors, run } = useAction()
  if (!asks) return null
  const [ready] = result ?? []
  return (
    <>
      <ActionDialog
        name="player/export"
        label={t('players.export.ask')}
        title={t('players.export.ask')}
        confirm={t('approvals.rules.ask')}
        body={(reason) => ({ account_id, reason })}
      >
        <p>{t('players.export.askText')}</p>
      </ActionDialog>
      {ready && (
        <span className="action">
          <Button
            kind="quiet"
            size="small"
            busy={busy}
            aria-label={t('players.export.takeName', { uid })}
            onClick={() =>
              void run(async () => {
                const { data } = await call('player/exportTake', { export_no: ready.export_no })
                saveFile(`player-${uid}.json`, 'application/json', JSON.stringify(data, null, 2))
                notice.set({ text: t('players.export.taken'), tone: 'good' })
              })
            }
          >
            {t('players.export.take')}
          </Button>{' '}
          <span className="soft">
            <When at={ready.until} />
          </span>
          <FormError text={errors.form} />
        </span>
      )}
    </>
  )
}
