import { watchedAlways } from '@hc/domain/watched-rules'
import { decimalOf, wholeOf } from '../../kit/amount.ts'
import type { DeskResult } from '@hc/contract/desk/calls'
import { Button } from '@hc/ui/button'
import { SelectField, TextField } from '@hc/ui/field'
import { Notice } from '@hc/ui/notice'
import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { ActionButton, ActionDialog } from '../../kit/action-dialog.tsx'
import { CopyButton } from '../../kit/copy-button.tsx'
import { Badge } from '../../kit/badge.tsx'
import { Failed } from '../../kit/failed.tsx'
import { FormError } from '../../kit/form-error.tsx'
import { joinWords } from '../../kit/facts.tsx'
import { type Column, List } from '../../kit/list/list.tsx'
import type { DeskTexts } from '../../kit/use-action.ts'
import { useCall } from '../../kit/use-call.ts'
import { useCommand } from '../../kit/use-command.ts'
import { QuietFields, quietOf } from './quiet-fields.tsx'
import { tOf } from '../../kit/text-of.ts'

type Rule = DeskResult<'alert/setup'>['rules'][number]
type Place = DeskResult<'alert/setup'>['channels'][number]
const kinds = ['email', 'webhook', 'slack'] as const

const nameOf = (t: DeskTexts, rule: string): string => tOf(t, 'alerts.ruleNames', rule) ?? rule

/** The names of the destinations of a rule's alerts. */
const whoOf = (t: DeskTexts, ids: readonly number[], places: readonly Place[]): string =>
  joinWords(places.filter(({ channel_id }) => ids.includes(channel_id)).map(({ name }) => name)) || t('alerts.whoAll')

const hour = (at: number): string => `${String(at).padStart(2, '0')}:00`

/** Alert rules as sentences, whose numbers are changed in them. */
export function Rules({ writes }: { writes: boolean }) {
  const setup = useCall('alert/setup', {})
  const places = setup.result?.channels ?? []
  if (setup.error !== null) return <Failed error={setup.error} again={setup.reload} />
  return (
    <ul className="card rules">
      {setup.result?.rules.map((rule) => (
        <li key={rule.rule} className={rule.enabled ? undefined : 'rule-off'}>
          <Sentence key={rule.version} rule={rule} places={places} writes={writes} />
        </li>
      ))}
    </ul>
  )
}

/** Marks in a sentence where its parts stand, which a language may put in any order. */
const slots = { who: '\uE000', n: '\uE001', minutes: '\uE002' } as const

function Sentence({ rule, places, writes }: { rule: Rule; places: readonly Place[]; writes: boolean }) {
  const t = useTranslations('desk')
  const [draft, setDraft] = useState({ n: String(rule.threshold), minutes: String(rule.window_minutes) })
  const name = nameOf(t, rule.rule)
  const { form, busy, errors, tell, run } = useCommand('alert/saveRule', {
    done: t('kit.saved'),
  })
  const text = tOf(t, 'alerts.sentence', rule.rule, slots) ?? name
  const fixed = watchedAlways.includes(rule.rule)
  const changed = draft.n !== String(rule.threshold) || draft.minutes !== String(rule.window_minutes)
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    const wrong = (value: string): string | undefined =>
      /^\d{1,7}([.,]\d{1,2})?$/.test(value.trim()) ? undefined : t('alerts.numberWrong')
    if (tell({ n: wrong(draft.n), minutes: wrong(draft.minutes) })) return
    const { unseen: _unseen, ...rest } = rule
    void run({ ...rest, threshold: decimalOf(draft.n, 2) / 100, window_minutes: wholeOf(draft.minutes) })
  }
  const part = (sign: string, at: number) => {
    if (sign === slots.who)
      return <b key={at}>{rule.channels.length === 0 ? t('alerts.everyone') : whoOf(t, rule.channels, places)}</b>
    const key = sign === slots.n ? 'n' : sign === slots.minutes ? 'minutes' : null
    if (!key) return <span key={at}>{sign}</span>
    if (!writes || (fixed && key === 'n')) return <b key={at}>{draft[key]}</b>
    return (
      <input
        key={at}
        name={key}
        className="input rule-number"
        inputMode="decimal"
        aria-label={t(key === 'n' ? 'alerts.number' : 'alerts.minutes', { rule: name })}
        aria-invalid={errors[key] ? true : undefined}
        size={Math.max(2, draft[key].length)}
        value={draft[key]}
        onChange={(event) => setDraft({ ...draft, [key]: event.target.value })}
      />
    )
  }
  return (
    <div className="rule">
      {/* A dialog has a form of its own, and forms do not nest. */}
      <form ref={form} noValidate className="rule-form" onSubmit={submit}>
        <p className="rule-text">
          {text.split(/([\uE000-\uE002])/).map(part)}
          {rule.quiet_from !== rule.quiet_to && (
            <span className="soft">
              {', '}
              {t('alerts.notAtNight', { from: hour(rule.quiet_from), to: hour(rule.quiet_to) })}
            </span>
          )}
          {rule.unseen && <span className="soft"> ({t('alerts.unseen')})</span>}
        </p>
        {writes && changed && (
          <Button type="submit" size="small" busy={busy}>
            {t('kit.save')}
          </Button>
        )}
        <FormError text={errors.n ?? errors.minutes ?? errors.form} />
      </form>
      {!rule.enabled && <Badge>{t('alerts.off')}</Badge>}
      {fixed && <span className="soft">{t('alerts.always_on')}</span>}
      {writes && (
        <span className="actions">
          <EditRule rule={rule} places={places} />
        </span>
      )}
    </div>
  )
}

function EditRule({ rule, places }: { rule: Rule; places: readonly Place[] }) {
  const t = useTranslations('desk')
  const [draft, setDraft] = useState({
    threshold: String(rule.threshold),
    window_minutes: String(rule.window_minutes),
  })
  const [quiet, setQuiet] = useState(quietOf(rule))
  const [enabled, setEnabled] = useState(rule.enabled)
  const [ids, setChosen] = useState<readonly number[]>(rule.channels)
  const labels = {
    threshold: t('alerts.threshold'),
    window_minutes: t('alerts.window'),
  }
  const names = ['threshold', 'window_minutes'] as const
  return (
    <ActionDialog
      name="alert/saveRule"
      label={t('alerts.edit')}
      about={t('alerts.editName', { rule: nameOf(t, rule.rule) })}
      title={nameOf(t, rule.rule)}
      confirm={t('kit.save')}
      done={t('kit.saved')}
      reason={false}
      body={() => ({
        rule: rule.rule,
        version: rule.version,
        enabled,
        channels: [...ids],
        threshold: decimalOf(draft.threshold, 2) / 100,
        window_minutes: wholeOf(draft.window_minutes),
        ...quiet,
      })}
      fields={(errors) => (
        <>
          {names.map((name) => (
            <TextField
              key={name}
              name={name}
              label={labels[name]}
              inputMode="decimal"
              value={draft[name]}
              error={errors[name]}
              onChange={(event) => setDraft({ ...draft, [name]: event.target.value })}
            />
          ))}
          <QuietFields quiet={quiet} set={setQuiet} errors={errors} />
          <label className="choice">
            <input
              type="checkbox"
              checked={enabled}
              disabled={watchedAlways.includes(rule.rule)}
              onChange={(event) => setEnabled(event.target.checked)}
            />
            {t('alerts.enabled')}
          </label>
          {places.length > 0 && (
            <fieldset>
              <legend>{t('alerts.who')}</legend>
              <p className="soft">{t('alerts.whoHint')}</p>
              {places.map(({ channel_id, name }) => (
                <label key={channel_id} className="choice">
                  <input
                    type="checkbox"
                    checked={ids.includes(channel_id)}
                    onChange={(event) => {
                      const others = ids.filter((id) => id !== channel_id)
                      setChosen(event.target.checked ? [...others, channel_id] : others)
                    }}
                  />
                  {name}
                </label>
              ))}
            </fieldset>
          )}
        </>
      )}
    >
      {null}
    </ActionDialog>
  )
}

/** The destinations of alerts. */
export function Places({ writes }: { writes: boolean }) {
  const t = useTranslations('desk')
  const setup = useCall('alert/setup', {})
  const [secret, setSecret] = useState('')
  const columns: readonly Column<Place>[] = [
    { key: 'name', label: t('alerts.name'), cell: ({ name }) => name, text: ({ name }) => name },
    { key: 'kind', label: t('alerts.kind'), cell: ({ kind }) => tOf(t, 'alerts.kinds', kind) ?? kind },
    { key: 'address', label: t('alerts.address'), cell: ({ address }) => address },
    {
      key: 'on',
      label: t('alerts.enabled'),
      cell: ({ enabled }) => (
        <Badge tone={enabled ? 'good' : 'neutral'}>{t(enabled ? 'alerts.on' : 'alerts.off')}</Badge>
      ),
    },
    ...(writes
      ? [{ key: 'does', label: t('staff.actions'), cell: (place: Place) => <PlaceActions place={place} /> }]
      : []),
  ]
  return (
    <>
      {writes && <AddPlace onSecret={setSecret} />}
      {secret !== '' && (
        <Notice tone="good">
          <p>{t('alerts.secret')}</p>
          <p className="secret">{secret}</p>
          <CopyButton text={secret} label={t('staff.factor.copy')} />
        </Notice>
      )}
      <List
        name="alert-places"
        caption={t('alerts.places')}
        rows={setup.result?.channels ?? null}
        error={setup.error}
        reload={setup.reload}
        columns={columns}
        id={({ channel_id }) => channel_id}
        empty={{ title: t('alerts.noPlace'), text: t('alerts.noPlaceText') }}
      />
    </>
  )
}

function PlaceActions({ place: { channel_id, name, enabled } }: { place: Place }) {
  const t = useTranslations('desk')
  const what = t(enabled ? 'alerts.switchOff' : 'alerts.switchOn')
  return (
    <span className="actions">
      <ActionButton
        name="alert/test"
        label={t('alerts.tryIt')}
        about={`${t('alerts.tryIt')}: ${name}`}
        done={t('alerts.tried')}
        body={{ channel_id }}
      />
      <ActionButton
        name="alert/saveChannel"
        label={what}
        about={t('alerts.switchName', { what, name })}
        done={t('kit.saved')}
        body={{ channel_id, enabled: !enabled }}
      />
    </span>
  )
}

function AddPlace({ onSecret }: { onSecret: (secret: string) => void }) {
  const t = useTranslations('desk')
  const [kind, setKind] = useState<(typeof kinds)[number]>('email')
  const [draft, setDraft] = useState({ name: '', address: '' })
  const names = ['name', 'address'] as const
  return (
    <ActionDialog
      name="alert/saveChannel"
      byAddress
      label={t('alerts.add')}
      kind="primary"
      title={t('alerts.add')}
      confirm={t('alerts.add')}
      reason={false}
      done={(result) => {
        onSecret(result.secret)
        return t('kit.saved')
      }}
      check={() => ({
        ...(draft.name.trim() === '' ? { name: t('field.needed') } : {}),
        ...(draft.address.trim() === '' ? { address: t('field.needed') } : {}),
      })}
      body={() => ({ kind, ...draft, enabled: true })}
      fields={(errors) => (
        <>
          <SelectField
            label={t('alerts.kind')}
            name="kind"
            value={kind}
            onChange={(event) => setKind(kinds.find((candidate) => candidate === event.target.value) ?? 'email')}
          >
            {kinds.map((option) => (
              <option key={option} value={option}>
                {t(`alerts.kinds.${option}`)}
              </option>
            ))}
          </SelectField>
          {names.map((name) => (
            <TextField
              key={name}
              name={name}
              label={t(`alerts.${name}`)}
              autoComplete="off"
              value={draft[name]}
              error={errors[name]}
              onChange={(event) => setDraft({ ...draft, [name]: event.target.value })}
            />
          ))}
        </>
      )}
    >
      <p>{t('alerts.addText')}</p>
    </ActionDialog>
  )
}
