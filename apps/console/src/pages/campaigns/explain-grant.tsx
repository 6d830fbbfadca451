import type { CampaignRow } from '@hc/contract/desk/campaigns'
import type { DeskResult } from '@hc/contract/desk/calls'
import { type Locale, locales } from '@hc/contract/locales'
import { Button } from '@hc/ui/button'
import { TextField } from '@hc/ui/field'
import { Notice } from '@hc/ui/notice'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { createTranslator, useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { CopyButton } from '../../kit/copy-button.tsx'
import { dateTime } from '../../kit/date-time.ts'
import { Badge } from '../../kit/badge.tsx'
import { ChoiceField } from '../../kit/choice-field.tsx'
import { count, joinWords, money } from '../../kit/facts.tsx'
import { languageName } from '../../kit/languages.tsx'
import { Failed } from '../../kit/failed.tsx'
import type { DeskTexts } from '../../kit/use-action.ts'
import { useCall } from '../../kit/use-call.ts'
import { useFields } from '../../kit/use-fields.ts'
import { localeNow, textsIn } from '../../lib/language.ts'

type Player = DeskResult<'player/read'>
type Line = DeskResult<'campaign/explain'>['lines'][number]
type Whom = { uid: string; server_id: string; role_id: string; code: string }
type LineKey = Parameters<DeskTexts['has']>[0] & `campaigns.line.${string}`

/** The conditions that say that somebody got it. */
const GRANT_KEYS = new Set(['redeemed', 'tier_granted', 'bonus_given'])
const MONEY = new Set(['cents', 'price', 'missing'])
function valueText(name: string, value: string | number, locale: Locale): string {
  if (typeof value === 'string') return value
  if (MONEY.has(name)) return money(value, 'USD', locale)
  return name === 'at' ? dateTime(value, locale) : count(value, locale)
}

/** A condition as a sentence, with numbers in the language's format. */
function sentence(t: DeskTexts, { key, ok, values }: Line, locale = localeNow()): string {
  const textKey = key === 'epoch' && values.at === undefined ? 'epoch_first' : key
  const words = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      // The shop stores a missing limit as 0.
      name === 'most' && value === 0 ? t('campaigns.anyNumber') : valueText(name, value, locale),
    ]),
  )
  const { n = '', most = '', at = '', points = '0', code = '', cents = '', price = '', role = '', server = '' } = words
  const { order = '', missing = '' } = words
  const all = { n, most, at, points, code, cents, price, role, server, order, missing }
  return t(`campaigns.line.${textKey}.${ok ? 'yes' : 'no'}` as LineKey & 'campaigns.line.tier_granted.yes', all)
}

/** Why a character got a gift or not: the conditions in their order. */
function Why({ of, whom, copy }: { of: Pick<CampaignRow, 'kind' | 'id'>; whom: Whom; copy?: Locale | null }) {
  const t = useTranslations('desk')
  const { kind, id } = of
  const { result, error, reload } = useCall('campaign/explain', { kind, id, ...whom })
  if (error !== null) return <Failed error={error} again={reload} />
  if (!result) return <output className="state">{t('loading')}</output>
  const decides = (line: Line): boolean => (result.got ? GRANT_KEYS.has(line.key) && line.ok : !line.ok)
  const deciding = result.lines.filter(decides)
  const met = result.lines.filter((line) => !decides(line))
  return (
    <>
      <Notice tone={result.got ? 'good' : 'info'}>
        {t(result.got ? 'campaigns.got' : 'campaigns.gotNot')}
        {!result.got && result.lines.every(({ ok }) => ok) && ` ${t('campaigns.couldStill')}`}
      </Notice>
      <Lines lines={deciding} />
      {met.length > 0 && (
        <details className="more-figures">
          <summary>{t('campaigns.metN', { n: met.length })}</summary>
          <Lines lines={met} />
        </details>
      )}
      {copy !== undefined && <CopyWhy result={result} first={copy} />}
    </>
  )
}

/** Conditions as sentences, with the rows that show them. */
function Lines({ lines }: { lines: readonly Line[] }) {
  const t = useTranslations('desk')
  return (
    <ol className="rows why">
      {lines.map((line, at) => (
        // The conditions never change their order.
        // oxlint-disable-next-line react/no-array-index-key
        <li key={`${line.key} ${line.row} ${at}`}>
          <span>
            <Badge tone={line.ok ? 'good' : 'bad'}>{t(line.ok ? 'campaigns.yes' : 'campaigns.no')}</Badge>{' '}
            {sentence(t, line)}{' '}
            {line.key.startsWith('order_') || line.key.startsWith('bonus_') ? (
              line.row !== '' && (
                <Link className="link" href={`/orders/${line.row}`}>
                  {line.row}
                </Link>
              )
            ) : (
              <code className="soft">{line.row}</code>
            )}
          </span>
        </li>
      ))}
    </ol>
  )
}

/** The answer as a text for the player, in the language of their last order if there is one. */
function CopyWhy({ result, first }: { result: DeskResult<'campaign/explain'>; first: Locale | null }) {
  const t = useTranslations('desk')
  const fields = useFields(null, { language: first ?? localeNow() })
  const { language: locale } = fields.values
  const { data: texts } = useQuery({ queryKey: ['desk texts', locale], queryFn: () => textsIn(locale) })
  const playerTexts =
    texts && (createTranslator({ locale, messages: { desk: texts } as never, namespace: 'desk' as never }) as DeskTexts)
  return (
    <div className="filters">
      <ChoiceField
        label={t('campaigns.copyIn')}
        {...fields.choice('language')}
        options={locales.map((option) => [option, languageName(option)])}
      />
      <div className="actions">
        {playerTexts && (
          <CopyButton
            key={locale}
            label={t('campaigns.copyWhy')}
            text={[
              playerTexts(result.got ? 'campaigns.got' : 'campaigns.gotNot'),
              ...result.lines.map((line) => `– ${sentence(playerTexts, line, locale)}`),
            ].join('\n')}
          />
        )}
      </div>
    </div>
  )
}

/** The card on a campaign's page that says why a character got a gift or not. */
export function AskWhy({ of }: { of: Pick<CampaignRow, 'kind' | 'id'> }) {
  const t = useTranslations('desk')
  const [typed, setTyped] = useState('')
  const [text, setText] = useState('')
  const [uid, setUid] = useState('')
  const search = useCall('player/find', text === '' ? null : { text })
  const players = text === '' || search.loading ? null : search.result
  const only = players?.length === 1 ? (players[0]?.uid ?? '') : ''
  const playerUid = uid || only
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    setUid('')
    setText(typed.trim())
  }
  return (
    <section className="card part">
      <h2>{t('campaigns.why')}</h2>
      <form className="filters" onSubmit={submit}>
        <TextField
          label={t('campaigns.player')}
          hint={t('campaigns.form.findHint')}
          name="uid"
          type="search"
          autoComplete="off"
          spellCheck={false}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <div className="actions">
          <Button type="submit" size="small">
            {t('campaigns.form.find')}
          </Button>
        </div>
      </form>
      {search.error !== null && text !== '' && <Failed error={search.error} again={search.reload} />}
      {players?.length === 0 && <p className="soft">{t('campaigns.form.noPlayer')}</p>}
      {players && players.length > 1 && (
        <ul className="chips">
          {players.map(({ uid: other, by, roles }) => (
            <li key={other}>
              <button type="button" className="chip" aria-pressed={other === playerUid} onClick={() => setUid(other)}>
                {joinWords([other, ...(roles === '' ? [by] : [roles])])}
              </button>
            </li>
          ))}
        </ul>
      )}
      {playerUid !== '' && <OfPlayer key={playerUid} of={of} uid={playerUid} />}
    </section>
  )
}

/** A player's characters, by their place in the list. */
const characters = (roles: Player['roles']) =>
  roles.map(({ server_id, role_id, name }, place) => [place, `${name} (${server_id}, ${role_id})`] as const)

/** The answer for one of a player's characters, with a code if the campaign has codes. */
function OfPlayer({ of, uid }: { of: Pick<CampaignRow, 'kind' | 'id'>; uid: string }) {
  const t = useTranslations('desk')
  const { result, error, reload } = useCall('player/read', { uid })
  const fields = useFields(null, { role: 0, code: '' })
  if (error !== null) return <Failed error={error} again={reload} />
  if (!result) return <output className="state">{t('loading')}</output>
  const role = result.roles[fields.values.role]
  if (!role) return <p className="soft">{t('campaigns.noCharacter')}</p>
  return (
    <>
      <div className="filters">
        <ChoiceField label={t('campaigns.character')} {...fields.choice('role')} options={characters(result.roles)} />
        {of.kind === 'redeem' && <TextField label={t('campaigns.code')} spellCheck={false} {...fields('code')} />}
      </div>
      <Why of={of} whom={{ uid, server_id: role.server_id, role_id: role.role_id, code: fields.values.code.trim() }} />
    </>
  )
}

/** A player's tab: the running campaign and the player's first character, until others are chosen. */
export function PlayerCampaigns({ player: { uid, roles, locale } }: { player: Player }) {
  const t = useTranslations('desk')
  const { result, error, reload } = useCall('campaign/list', {})
  const fields = useFields(null, { campaign: '', role: 0 })
  if (error !== null) return <Failed error={error} again={reload} />
  if (!result) return <output className="state">{t('loading')}</output>
  const campaigns = result.rows.filter(({ state }) => state !== 'draft')
  const keyOf = ({ kind, id }: CampaignRow): string => `${kind}/${id}`
  const of =
    campaigns.find((row) => keyOf(row) === fields.values.campaign) ??
    campaigns.find(({ state }) => state === 'running') ??
    campaigns[0] ??
    null
  const who = roles[fields.values.role]
  if (!who) return <p className="soft">{t('campaigns.noCharacter')}</p>
  if (!of) return <p className="soft">{t('campaigns.noCampaign')}</p>
  return (
    <>
      <div className="filters">
        <ChoiceField
          label={t('campaigns.campaign')}
          {...fields.choice('campaign')}
          value={keyOf(of)}
          options={campaigns.map((row) => [keyOf(row), `${row.name} (${t(`campaigns.kinds.${row.kind}`)})`])}
        />
        <ChoiceField label={t('campaigns.character')} {...fields.choice('role')} options={characters(roles)} />
      </div>
      <Why of={of} whom={{ uid, server_id: who.server_id, role_id: who.role_id, code: '' }} copy={locale} />
    </>
  )
}
