import type { Mark } from '@hc/contract/desk/permissions'
import { wholeOf } from '../../kit/amount.ts'
import { Button } from '@hc/ui/button'
import { TextField } from '@hc/ui/field'
import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { rightName } from '../../kit/codes.ts'
import { useLocation } from 'wouter'
import { FormError } from '../../kit/form-error.tsx'
import { useCommand } from '../../kit/use-command.ts'
import { useFields } from '../../kit/use-fields.ts'
import { nameOf, type Role, unitOf } from './words.ts'
import { ReasonField } from '../../kit/reason-field.tsx'

type Line = { mark: Mark | ''; decides: boolean; each: string; day: string }
type Draft = Readonly<Record<string, Line>>
const marks = ['', 'ask', 'within', 'do'] as const

const draftOf = (role: Role, permissions: readonly string[]): Draft =>
  Object.fromEntries(
    permissions.map((permission) => [
      permission,
      {
        mark: marks.find((mark) => mark === role.permissions[permission]) ?? '',
        decides: role.decides.includes(permission),
        each: String(role.limits[permission]?.each ?? 0),
        day: String(role.limits[permission]?.day ?? 0),
      },
    ]),
  )

type Props = { role: Role; permissions: readonly string[]; onEnd: () => void }

/** A custom role: a copy of another one, or a changed one. A save is a request for another person. */
export function RoleForm({ role, permissions, onEnd }: Props) {
  const t = useTranslations('desk')
  const [, go] = useLocation()
  const fields = useFields('role/edit', {
    role: role.built_in ? '' : role.role,
    name: role.built_in ? '' : role.name,
    reason: '',
  })
  const { role: key, name, reason } = fields.values
  const [lines, setLines] = useState(() => draftOf(role, permissions))
  const { form, busy, errors, tell, run } = useCommand('role/edit', {
    fields,
    onDone: () => {
      onEnd()
      go('/roles')
    },
  })
  const within = Object.entries(lines).filter(([, { mark }]) => mark === 'within')
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    const bad = within.some(([, { each, day }]) => !(wholeOf(each) >= 0) || !(wholeOf(day) >= 0))
    const hasErrors = tell({
      role: /^[a-z][a-z0-9_]{1,31}$/.test(key) ? undefined : t('roles.keyWrong'),
      form: bad ? t('roles.limitWrong') : undefined,
    })
    if (hasErrors) return
    const rights = Object.entries(lines)
    void run({
      role: key,
      version: role.built_in ? 0 : role.version,
      name,
      permissions: Object.fromEntries(rights.flatMap(([right, { mark }]) => (mark === '' ? [] : [[right, mark]]))),
      decides: rights.filter(([, { decides }]) => decides).map(([right]) => right),
      limits: Object.fromEntries(
        within.map(([right, { each, day }]) => [right, { each: wholeOf(each), day: wholeOf(day) }]),
      ),
      reason: reason.trim(),
    })
  }
  return (
    <form ref={form} noValidate className="form" onSubmit={submit}>
      <p>{t('roles.formText', { name: nameOf(t, role) })}</p>
      <FormError text={errors.form} />
      {role.built_in && (
        <TextField label={t('roles.key')} hint={t('roles.keyHint')} spellCheck={false} {...fields('role')} />
      )}
      <TextField label={t('roles.name')} {...fields('name')} />
      <Grid lines={lines} set={(permission, line) => setLines({ ...lines, [permission]: line })} />
      <ReasonField of={fields} />
      <div className="actions">
        <Button type="submit" busy={busy}>
          {t('roles.ask')}
        </Button>
        <Button kind="quiet" onClick={onEnd}>
          {t('cancel')}
        </Button>
      </div>
    </form>
  )
}

function Grid({ lines, set }: { lines: Draft; set: (permission: string, line: Line) => void }) {
  const t = useTranslations('desk')
  return (
    <table className="list">
      <caption className="hidden-text">{t('roles.right')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('roles.what')}</th>
          <th scope="col">{t('roles.right')}</th>
          <th scope="col">{t('roles.decidesTitle')}</th>
          <th scope="col">{t('roles.limits')}</th>
        </tr>
      </thead>
      <tbody>
        {Object.entries(lines).map(([permission, line]) => {
          const what = rightName(t, permission)
          return (
            <tr key={permission}>
              <th scope="row" data-label={t('roles.what')}>
                {what}
              </th>
              <td data-label={t('roles.right')}>
                <select
                  className="input"
                  aria-label={what}
                  value={line.mark}
                  onChange={(event) => {
                    const mark = marks.find((candidate) => candidate === event.target.value) ?? ''
                    set(permission, { ...line, mark })
                  }}
                >
                  {marks.map((mark) => (
                    <option key={mark} value={mark}>
                      {mark === '' ? t('roles.not') : t(`roles.mark.${mark}`)}
                    </option>
                  ))}
                </select>
              </td>
              <td data-label={t('roles.decidesTitle')}>
                <input
                  type="checkbox"
                  aria-label={t('roles.decidesName', { what })}
                  checked={line.decides}
                  onChange={(event) => set(permission, { ...line, decides: event.target.checked })}
                />
              </td>
              <td data-label={t('roles.limits')}>
                {line.mark === 'within' && (
                  <span className="actions">
                    {(['each', 'day'] as const).map((of) => (
                      <label key={of} className="limit">
                        {t(`roles.${of}`, { unit: t(`roles.unit.${unitOf(permission)}`) })}
                        <input
                          className="input"
                          inputMode="numeric"
                          value={line[of]}
                          aria-label={`${what}: ${t(`roles.${of}`, { unit: t(`roles.unit.${unitOf(permission)}`) })}`}
                          onChange={(event) => set(permission, { ...line, [of]: event.target.value })}
                        />
                      </label>
                    ))}
                  </span>
                )}
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
