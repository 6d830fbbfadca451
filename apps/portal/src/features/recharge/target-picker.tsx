import { errorText } from '@hc/i18n/error-text'
import { Button, buttonClass } from '@hc/ui/button'
import { SelectField } from '@hc/ui/field'
import { Notice } from '@hc/ui/notice'
import { Skeleton } from '@hc/ui/skeleton'
import type { GameRole, GameServer } from '@hc/contract/calls'
import { type ReactNode, useId } from 'react'
import { useTranslations } from 'use-intl'
import { GameLink } from '../../shell/game-link.tsx'
import { Loading } from '../../shell/loading.tsx'
import { type RoleChoice, SERVER_MAINTENANCE } from './role-choice.ts'

function TargetLoading() {
  return (
    <Loading className="target-loading">
      <div className="grid gap-4 md:grid-cols-2">
        <Skeleton className="h-[4.84rem]" />
        <Skeleton className="h-[4.84rem]" />
      </div>
      <Skeleton className="mt-3 h-[1.44rem] w-56" />
    </Loading>
  )
}

/** More servers than this stand in a select. */
const MOST_RADIOS = 6

type PickerProps = {
  choice: RoleChoice
  /** The character of the newest order, to choose with one press. */
  last?: { server: GameServer; role: GameRole } | null
  /** The number of the error text that belongs to a missing server or character. */
  error?: { missing: 'both' | 'role'; id: string } | null
}

/** One choice as a radio: its name is the name alone, and what stands beside it describes it. */
function ChoiceRadio({
  name,
  value,
  label,
  note,
  isChosen,
  isInvalid,
  errorId,
  picture,
  onChoose,
}: {
  name: 'server' | 'role'
  value: string
  label: string
  note: string
  isChosen: boolean
  isInvalid: boolean
  errorId: string | undefined
  picture?: ReactNode
  onChoose: () => void
}) {
  const id = useId()
  const describedBy = [note && `${id}-note`, isInvalid && errorId].filter(Boolean).join(' ')
  return (
    <div className="choice-card">
      <input
        type="radio"
        name={name}
        value={value}
        checked={isChosen}
        aria-labelledby={id}
        aria-describedby={describedBy || undefined}
        {...(isInvalid && { 'aria-invalid': true })}
        onChange={onChoose}
        className="item-radio"
      />
      {picture}
      <span className="min-w-0">
        <span id={id} className="choice-name">
          {label}
        </span>
        {note && (
          <span id={`${id}-note`} className="choice-note">
            {note}
          </span>
        )}
      </span>
    </div>
  )
}

/** Choose a server, then one of its characters. */
export function TargetPicker({ choice, last = null, error = null }: PickerProps) {
  const t = useTranslations('recharge')
  const tc = useTranslations('common')
  const te = useTranslations('error')
  const { call, servers, chosen, server, choose } = choice
  if (!servers) {
    if (!call.error) return <TargetLoading />
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
  const isLast = last?.role.role_id === chosen.role_id && last.server.server_id === chosen.server_id
  return (
    <>
      {servers.length > MOST_RADIOS ? (
        <SelectField
          label={t('server.label')}
          name="server"
          value={chosen.server_id}
          error={error?.missing === 'both' ? t('missing.both') : undefined}
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
      ) : (
        <fieldset>
          <legend className="field-label">{t('server.label')}</legend>
          <div className="choice-list">
            {servers.map((option) => (
              <ChoiceRadio
                key={option.server_id}
                name="server"
                value={option.server_id}
                label={option.server_name}
                note={option.status === SERVER_MAINTENANCE ? t('server.closed') : ''}
                isChosen={option.server_id === chosen.server_id}
                isInvalid={error?.missing === 'both'}
                errorId={error?.id}
                onChoose={() => choose({ server_id: option.server_id, role_id: '' })}
              />
            ))}
          </div>
        </fieldset>
      )}
      {last && !isLast && (
        <Button
          kind="quiet"
          size="small"
          className="mt-3"
          onClick={() => choose({ server_id: last.server.server_id, role_id: last.role.role_id })}
        >
          {t('role.asLast', { role: last.role.role_name, server: last.server.server_name })}
        </Button>
      )}
      {server && !empty && (
        <fieldset className="mt-4">
          <legend className="field-label">{t('role.label')}</legend>
          <div className="choice-list">
            {server.roles.map((role) => (
              <ChoiceRadio
                key={role.role_id}
                name="role"
                value={role.role_id}
                label={role.role_name}
                note={t('role.level', { level: String(role.level) })}
                isChosen={role.role_id === chosen.role_id}
                isInvalid={error?.missing === 'role'}
                errorId={error?.id}
                picture={<Avatar name={role.role_name} />}
                onChoose={() => choose({ server_id: server.server_id, role_id: role.role_id })}
              />
            ))}
          </div>
        </fieldset>
      )}
      <div className="mt-3 empty:hidden" aria-live="polite">
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
      </div>
    </>
  )
}

/** The first letter of a character's name. */
function Avatar({ name }: { name: string }) {
  return (
    <span className="role-avatar" aria-hidden="true">
      {name.slice(0, 1)}
    </span>
  )
}

/** The chosen character as one row. */
export function TargetRow({ choice: { role, server } }: { choice: RoleChoice }): ReactNode {
  const t = useTranslations('recharge')
  if (!role || !server) return null
  return (
    <>
      <Avatar name={role.role_name} />
      <p className="min-w-0">
        <span className="block font-bold">{t('role.option', { name: role.role_name, level: String(role.level) })}</span>
        <span className="block text-sm text-soft">{server.server_name}</span>
      </p>
    </>
  )
}
