import type { Me } from '@hc/contract/desk/calls'
import type { PlayersMarket } from '@hc/contract/desk/appeals'
import { useTranslations } from 'use-intl'
import { ActionDialog } from '../../kit/action-dialog.tsx'
import { Badge } from '../../kit/badge.tsx'
import { count, Facts, joinWords } from '../../kit/facts.tsx'
import { may } from '../../kit/permission.ts'
import type { DeskTexts } from '../../kit/use-action.ts'
import { useCall } from '../../kit/use-call.ts'
import { countryName } from '../../kit/country-name.ts'

export const appealTones = { none: 'neutral', asked: 'warn', granted: 'good', refused: 'bad' } as const

/** The signs of a player's country, in words. */
export const signsText = (t: DeskTexts, { signs }: Pick<PlayersMarket, 'signs'>): string =>
  joinWords(signs.map(({ sign, country }) => `${t(`appeals.sign.${sign}`)}: ${countryName(country)}`)) ||
  t('appeals.noSigns')

/** Gives a player the prices that they ask for, or refuses. */
export function Answer({ market: { uid, country, appealed_at } }: { market: PlayersMarket }) {
  const t = useTranslations('desk')
  return (
    <>
      {(['grant', 'refuse'] as const).map((how) => {
        const about = t(`appeals.${how}Of`, { uid, country: countryName(country) })
        return (
          <ActionDialog
            key={how}
            name="appeal/answer"
            byAddress={how === 'grant' && `appeal/answer ${uid}`}
            kind={how === 'grant' ? 'quiet' : 'danger'}
            label={t(`appeals.${how}`)}
            about={`${t(`appeals.${how}`)}: ${uid}`}
            title={about}
            confirm={t(`appeals.${how}`)}
            done={t('appeals.done')}
            body={(reason) => ({ uid, granted: how === 'grant', country, appealed_at: appealed_at ?? 0, reason })}
          >
            <p>{t(`appeals.${how}Text`)}</p>
          </ActionDialog>
        )
      })}
    </>
  )
}

/** On a player's page: the country whose prices they see, and why. */
export function PlayerMarket({ me, uid }: { me: Me; uid: string }) {
  const t = useTranslations('desk')
  const { result: market } = useCall('appeal/read', { uid })
  if (!market) return null
  const { country, source, strikes, appeal } = market
  return (
    <section className="card part">
      <h2>{t('appeals.country')}</h2>
      <Facts
        facts={[
          [
            t('appeals.standing'),
            source === '' ? t('appeals.sources.none') : `${countryName(country)} (${t(`appeals.sources.${source}`)})`,
          ],
          [t('appeals.signs'), signsText(t, market)],
          strikes === 0 ? null : [t('appeals.strikes'), count(strikes)],
          appeal === 'none'
            ? null
            : [
                t('appeals.state'),
                <Badge key="state" tone={appealTones[appeal]}>
                  {t(`appeals.states.${appeal}`)}
                </Badge>,
              ],
        ]}
      />
      {appeal === 'asked' && may(me, 'player.end_sessions') && (
        <div className="actions">
          <Answer market={market} />
        </div>
      )}
    </section>
  )
}
