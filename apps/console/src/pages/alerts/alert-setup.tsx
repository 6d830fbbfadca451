import { watchedAlways } from '@hc/domain/watched-rules'
import { decimalOf, wholeOf } from '../../kit/amount.ts'
import type { DeskResult } from '@hc/contract/desk/calls'
import { Button } from '@hc/ui/button'
import { TextField } from '@hc/ui/field'
import { Notice } from '@hc/ui/notice'
import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { ActionButton, ActionDialog } from '../../kit/action-dialog.tsx'
import { CopyButton } from '../../kit/copy-button.tsx'
import { Badge } from '../../kit/badge.tsx'
import { ChoiceField } from '../../kit/choice-field.tsx'
import { Failed } from '../../kit/failed.tsx'
import { FormError } from '../../kit/form-error.tsx'
import { joinWords } from '../../kit/facts.tsx'
import { type Column, List } from '../../kit/list/list.tsx'
import type { DeskTexts } from '../../kit/use-action.ts'
import { useCall } from '../../kit/use-call.ts'
import { useCommand } from '../../kit/use-command.ts'
import { useFields } from '../../kit/use-fields.ts'
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

/** The numbers of a rule, as they are typed. */
const numbersOf = ({ threshold, window_minutes }: Rule) => ({
  threshold: String(threshold),
  window_minutes: String(window_minutes),
})
const numberOf = (text: string): number => decimalOf(text, 2) / 100

function Sentence({ rule, places, writes }: { rule: Rule; places: readonly Place[]; writes: boolean }) {
  const t = useTranslations('desk')
  const begin = numbersOf(rule)
  const fields = useFields('alert/saveRule', begin)
  const { threshold, window_minutes } = fields.values
  const name = nameOf(t, rule.rule)
  const { form, busy, errors, tell, run } = useCommand('alert/saveRule', { fields, done: t('kit.saved') })
  const text = tOf(t, 'alerts.sentence', rule.rule, slots) ?? name
  const fixed = watchedAlways.includes(rule.rule)
  const changed = threshold !== begin.threshold || window_minutes !== begin.window_minutes
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    const wrong = (value: string): string | undefined =>
      /^\d{1,7}([.,]\d{1,2})?$/.test(value.trim()) ? undefined : t('alerts.numberWrong')
    if (tell({ threshold: wrong(threshold), window_minutes: wrong(window_minutes) })) return
    const { unseen: _unseen, ...rest } = rule
    void run({ ...rest, threshold: numberOf(threshold), window_minutes: wholeOf(window_minutes) })
  }
  const part = (sign: string, at: number) => {
    if (sign === slots.who)
      return <b key={at}>{rule.channels.length === 0 ? t('alerts.everyone') : whoOf(t, rule.channels, places)}</b>
    const key = sign === slots.n ? 'threshold' : sign === slots.minutes ? 'window_minutes' : null
    if (!key) return <span key={at}>{sign}</span>
    if (!writes || (fixed && key === 'threshold')) return <b key={at}>{fields.values[key]}</b>
    const { error, ...field } = fields(key)
    return (
      <input
        key={at}
        {...field}
        className="input rule-number"
        inputMode="decimal"
        aria-label={t(key === 'threshold' ? 'alerts.number' : 'alerts.minutes', { rule: name })}
        aria-invalid={error ? true : undefined}
        size={Math.max(2, field.value.length)}
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
        <FormError text={errors.threshold ?? errors.window_minutes ?? errors.form} />
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
  const { enabled, channels } = rule
  const fields = useFields('alert/saveRule', { ...numbersOf(rule), ...quietOf(rule), enabled, channels })
  const { threshold, window_minutes, ...rest } = fields.values
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
        ...rest,
        rule: rule.rule,
        version: rule.version,
        threshold: numberOf(threshold),
        window_minutes: wholeOf(window_minutes),
      })}
      form={fields}
      fields={
        <>
          <TextField label={t('alerts.threshold')} inputMode="decimal" {...fields('threshold')} />
          <TextField label={t('alerts.window')} inputMode="decimal" {...fields('window_minutes')} />
          <QuietFields fields={fields} />
          <label className="choice">
            <input type="checkbox" disabled={watchedAlways.includes(rule.rule)} {...fields.box('enabled')} />
            {t('alerts.enabled')}
          </label>
          {places.length > 0 && (
            <fieldset>
              <legend>{t('alerts.who')}</legend>
              <p className="soft">{t('alerts.whoHint')}</p>
              {places.map(({ channel_id, name }) => (
                <label key={channel_id} className="choice">
                  <input type="checkbox" {...fields.tick('channels', channel_id)} />
                  {name}
                </label>
              ))}
            </fieldset>
          )}
        </>
      }
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

type NewPlace = { kind: (typeof kinds)[number]; name: string; address: string }

function AddPlace({ onSecret }: { onSecret: (secret: string) => void }) {
  const t = useTranslations('desk')
  const fields = useFields<NewPlace>('alert/saveChannel', { kind: 'email', name: '', address: '' })
  const needed = (text: string): string | undefined => (text.trim() === '' ? t('field.needed') : undefined)
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
      check={() => ({ name: needed(fields.values.name), address: needed(fields.values.address) })}
      body={() => ({ ...fields.values, enabled: true })}
      form={fields}
      fields={
        <>
          <ChoiceField
            label={t('alerts.kind')}
            {...fields.choice('kind')}
            options={kinds.map((kind) => [kind, t(`alerts.kinds.${kind}`)])}
          />
          <TextField label={t('alerts.name')} {...fields('name')} />
          <TextField label={t('alerts.address')} {...fields('address')} />
        </>
      }
    >
      <p>{t('alerts.addText')}</p>
    </ActionDialog>
  )
}
