import type { Market } from '@hc/contract/calls'
import { MARKET_TEXT_MAX } from '@hc/domain/limits'
import { errorText } from '@hc/i18n/error-text'
import { Button } from '@hc/ui/button'
import { Dialog } from '@hc/ui/dialog'
import { SelectField } from '@hc/ui/field'
import { Notice } from '@hc/ui/notice'
import { TextArea } from '@hc/ui/text-area'
import { type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'
import { api } from '../../lib/api.ts'
import { useFormat } from '../../lib/locale.ts'
import { setMarket, useMarket } from '../../lib/market.ts'
import { useSession } from '../../lib/session.ts'
import { toast } from '../../lib/toast.ts'
import { closeDialog } from '../../shell/dialog-store.ts'
import { MarketFacts } from './market-facts.tsx'
import { useCountryName } from './use-country-name.ts'

/** Sends a change of the market, then shows the new market or the error. */
function useChange(): { busy: boolean; problem: ReactNode; change: (ask: () => Promise<Market>) => Promise<boolean> } {
  const te = useTranslations('error')
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState<unknown>(null)
  return {
    busy,
    problem: failed === null ? null : <Notice tone="bad">{errorText(te, failed, 'market')}</Notice>,
    async change(ask) {
      setBusy(true)
      setFailed(null)
      try {
        setMarket(await ask())
        return true
      } catch (error) {
        setFailed(error)
        return false
      } finally {
        setBusy(false)
      }
    },
  }
}

function Choice({ market }: { market: Market }) {
  const t = useTranslations('market')
  const format = useFormat()
  const nameOf = useCountryName()
  const { busy, problem, change } = useChange()
  const { countries, country, change_ts: from, signals } = market
  const [choice, setChosen] = useState(signals.find(({ signal }) => signal === 'declared')?.country ?? country)
  if (from > 0) return <p className="mt-4 text-soft">{t('locked', { date: format.day(from) })}</p>
  const save = async () => {
    if (await change(() => api.call('market/set', { country: choice }))) toast(t('saved'), 'good')
  }
  const options = countries.includes(choice) ? countries : [choice, ...countries]
  return (
    <form
      className="mt-4 grid gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <SelectField
        label={t('choose')}
        hint={t('hint')}
        value={choice}
        onChange={(event) => setChosen(event.target.value)}
      >
        {options.map((code) => (
          <option key={code} value={code}>
            {code && nameOf(code)}
          </option>
        ))}
      </SelectField>
      {problem}
      <Button type="submit" busy={busy} off={choice === ''}>
        {t('save')}
      </Button>
    </form>
  )
}

/** If the signs of the player's country are wrong, customer service decides. */
function Appeal({ market: { appeal, confirmed } }: { market: Market }) {
  const t = useTranslations('market')
  const { busy, problem, change } = useChange()
  const [text, setText] = useState('')
  const answer = appeal === 'none' ? null : <Notice tone="info">{t(`appeal.${appeal}`)}</Notice>
  if (appeal === 'asked' || confirmed) return answer && <div className="mt-4">{answer}</div>
  return (
    <form
      className="mt-4 grid gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        void change(() => api.call('market/appeal', { text }))
      }}
    >
      {answer}
      <TextArea
        label={t('appeal.label')}
        maxLength={MARKET_TEXT_MAX}
        required
        rows={3}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      {problem}
      <Button kind="quiet" type="submit" busy={busy} off={text.trim() === ''}>
        {t('appeal.send')}
      </Button>
    </form>
  )
}

/** The country whose prices are shown, the reason for it, and a way to choose another one. */
export function MarketDialog() {
  const t = useTranslations('market')
  const tc = useTranslations('common')
  const { status } = useSession()
  const market = useMarket()
  return (
    <Dialog open name="market" title={t('title')} closeLabel={tc('action.close')} onClose={closeDialog}>
      {market && (
        <>
          <MarketFacts market={market} />
          {status === 'player' ? (
            <>
              <Choice key={market.country} market={market} />
              <Appeal market={market} />
            </>
          ) : (
            <p className="mt-4 text-soft">{t('signIn')}</p>
          )}
        </>
      )}
    </Dialog>
  )
}
