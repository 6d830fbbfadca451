import { errorText } from '@hc/i18n/error-text'
import { Button, buttonClass } from '@hc/ui/button'
import { SelectField } from '@hc/ui/field'
import { Notice } from '@hc/ui/notice'
import { Skeleton } from '@hc/ui/skeleton'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { GameLink } from '../../shell/game-link.tsx'
import { type RoleChoice, SERVER_MAINTENANCE } from './role-choice.ts'

function Loading() {
  return (
    <div aria-busy="true" className="target-loading">
      <div className="grid gap-4 md:grid-cols-2">
        <Skeleton className="h-[4.84rem]" />
        <Skeleton className="h-[4.84rem]" />
      </div>
      <Skeleton className="mt-3 h-[1.44rem] w-56" />
    </div>
  )
}

/** Step 1: choose a server and a character. */
export function TargetPicker({ choice }: { choice: RoleChoice }) {
  const t = useTranslations('recharge')
  const tc = useTranslations('common')
  const te = useTranslations('error')
  const { call, servers, chosen, server, role, remembered, choose } = choice
  const [changing, setChanging] = useState(false)
  if (!servers) {
    if (!call.error) return <Loading />
    return (
      <Notice tone="bad">
        <p>{errorText(te, call.error, 'serverList')}</p>
        <Button kind="quiet" size="small" className="mt-2" onClick={() => void call.reload()}>
          {tc('action.retry')}
        </Button>
      </Notice>
    )
  }
  if (servers.length === 0) return <Notice>{t('server.none')}</Notice>
  // A player without any character is told at once, not after they choose a server.
  const nobody = servers.every((candidate) => candidate.roles.length === 0)
  const empty = nobody || (server !== undefined && server.roles.length === 0)
  // On a phone the remembered character takes one row, so that the goods begin on the first screen.
  const short = remembered && !changing && role !== undefined && server !== undefined
  return (
    <>
      {short && (
        <div className="flex items-center gap-3 md:hidden">
          <span className="role-avatar" aria-hidden="true">
            {role.role_name.slice(0, 1)}
          </span>
          <p className="min-w-0 flex-1">
            <span className="block font-bold">
              {t('role.option', { name: role.role_name, level: String(role.level) })}
            </span>
            <span className="block text-sm text-soft">{server.server_name}</span>
          </p>
          <Button kind="quiet" size="small" onClick={() => setChanging(true)}>
            {t('role.change')}
          </Button>
        </div>
      )}
      <div className={`grid gap-4 md:grid-cols-2 ${short ? 'max-md:hidden' : ''}`}>
        <SelectField
          label={t('server.label')}
          name="server"
          value={chosen.server_id}
          onChange={(event) => choose({ server_id: event.target.value, role_id: '' })}
        >
          <option value="">{t('server.choose')}</option>
          {servers.map((option) => (
            <option key={option.server_id} value={option.server_id}>
              {option.status === SERVER_MAINTENANCE
                ? t('server.maintenance', { name: option.server_name })
                : option.server_name}
            </option>
          ))}
        </SelectField>
        <SelectField
          label={t('role.label')}
          name="role"
          value={chosen.role_id}
          disabled={!server || empty}
          onChange={(event) => choose({ ...chosen, role_id: event.target.value })}
        >
          <option value="">{t('role.choose')}</option>
          {server?.roles.map((role) => (
            <option key={role.role_id} value={role.role_id}>
              {t('role.option', { name: role.role_name, level: String(role.level) })}
            </option>
          ))}
        </SelectField>
      </div>
      <div className={short ? 'mt-3 max-md:mt-0' : 'mt-3'} aria-live="polite">
        {empty && (
          <Notice tone="warn">
            <p className="font-semibold">{t('role.none')}</p>
            <p>{t('role.noneHint')}</p>
            <div className="mt-2 flex flex-wrap gap-3">
              <Button kind="quiet" size="small" busy={call.loading} onClick={() => void call.reload()}>
                {t('role.reload')}
              </Button>
              {nobody && <GameLink className={buttonClass('ghost', 'small')} />}
            </div>
          </Notice>
        )}
        {server?.status === SERVER_MAINTENANCE && !empty && <Notice tone="warn">{t('server.maintenanceHint')}</Notice>}
        {!empty && server?.status !== SERVER_MAINTENANCE && (
          <p className={`text-sm text-faint ${short ? 'max-md:hidden' : ''}`}>{t('role.remembered')}</p>
        )}
      </div>
    </>
  )
}
