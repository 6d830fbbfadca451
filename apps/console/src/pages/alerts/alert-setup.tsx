import { watchedAlways } from '@hc/domain/watched-rules'
import { decimalOf, wholeOf } from '../../kit/amount.ts'
import type { DeskResult } from '@hc/contract/desk/calls'
import { SelectField, TextField } from '@hc/ui/field'
import { Notice } from '@hc/ui/notice'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ActionButton, ActionDialog } from '../../kit/action-dialog.tsx'
import { CopyButton } from '../../kit/copy-button.tsx'
import { Badge } from '../../kit/badge.tsx'
import { joinWords } from '../../kit/facts.tsx'
import { type Column, List } from '../../kit/list/list.tsx'
import type { DeskTexts } from '../../kit/use-action.ts'
import { useCall } from '../../kit/use-call.ts'
import { QuietFields, quietNames, quietOf } from './quiet-fields.tsx'
import { tOf } from '../../kit/text-of.ts'

type Rule = DeskResult<'alert/setup'>['rules'][number]
type Place = DeskResult<'alert/setup'>['channels'][number]
const kinds = ['email', 'webhook', 'slack'] as const

const nameOf = (t: DeskTexts, rule: string): string => tOf(t, 'alerts.ruleNames', rule) ?? rule

/** The names of the destinations of a rule's alerts. */
const whoOf = (t: DeskTexts, ids: readonly number[], places: readonly Place[]): string =>
  joinWords(places.filter(({ channel_id }) => ids.includes(channel_id)).map(({ name }) => name)) || t('alerts.whoAll')

/** Alert rules with their thresholds and quiet hours. */
export function Rules({ writes }: { writes: boolean }) {
  const t = useTranslations('desk')
  const setup = useCall('alert/setup', {})
  const places = setup.result?.channels ?? []
  const columns: readonly Column<Rule>[] = [
    { key: 'rule', label: t('alerts.rule'), cell: ({ rule }) => nameOf(t, rule), text: ({ rule }) => rule },
    { key: 'from', label: t('alerts.threshold'), cell: (row) => row.threshold, text: (row) => row.threshold },
    {
      key: 'window',
      label: t('alerts.window'),
      cell: ({ window_minutes }) => window_minutes,
      text: ({ window_minutes }) => window_minutes,
    },
    {
      key: 'on',
      label: t('alerts.enabled'),
      cell: ({ enabled, unseen }) => (
        <>
          <Badge tone={enabled ? 'good' : 'neutral'}>{t(enabled ? 'alerts.on' : 'alerts.off')}</Badge>
          {unseen && <span className="soft"> {t('alerts.unseen')}</span>}
        </>
      ),
      text: ({ enabled }) => String(enabled),
    },
    {
      key: 'who',
      label: t('alerts.who'),
      cell: ({ channels }) => whoOf(t, channels, places),
      text: ({ channels }) => whoOf(t, channels, places),
    },
    ...(writes
      ? [
          {
            key: 'edit',
            label: t('staff.actions'),
            cell: (rule: Rule) => <EditRule key={rule.version} rule={rule} places={places} />,
          },
        ]
      : []),
  ]
  return (
    <List
      name="alert-rules"
      caption={t('alerts.rules')}
      rows={setup.result?.rules ?? null}
      error={setup.error}
      reload={setup.reload}
      columns={columns}
      id={({ rule }) => rule}
      empty={{ title: t('approvals.rules.empty'), text: '' }}
    />
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
      fieldNames={[...names, ...quietNames]}
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
        about={t('alerts.tryName', { name })}
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
      fieldNames={names}
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
