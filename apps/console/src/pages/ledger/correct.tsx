import type { DeskResult } from '@hc/contract/desk/calls'
import { correctable } from '@hc/contract/desk/correctable'
import { TextField } from '@hc/ui/field'
import { useTranslations } from 'use-intl'
import { channelName } from '../../kit/channel-name.ts'
import { ActionDialog } from '../../kit/action-dialog.tsx'
import { amountText, minorOf, wholeOf } from '../../kit/amount.ts'
import { ChoiceField } from '../../kit/choice-field.tsx'
import { Facts, money } from '../../kit/facts.tsx'
import { useCall } from '../../kit/use-call.ts'
import { useFields } from '../../kit/use-fields.ts'
import { accountName, isPoints } from './words.ts'

type Account = (typeof correctable)[number]
type Journal = DeskResult<'ledger/journal'>
const isAccount = (name: string): name is Account => correctable.some((account) => account === name)

/** The entries that reverse a journal, if all of its accounts may be corrected; else none. */
function reversed({ entries }: Journal): Partial<Record<Account, string>> {
  if (entries.some(({ account, unit }) => isPoints(unit) || !isAccount(account))) return {}
  return Object.fromEntries(entries.map(({ account, amount, unit }) => [account, amountText(-amount, unit)]))
}
const channelOf = ({ reason, source }: Journal): string =>
  reason === 'payout' || reason === 'correction' ? (source.split(':')[0] ?? '') : ''

/** Requests a journal by hand: an independent one, or one that corrects `journal`. */
export function CorrectBooks({ journal }: { journal?: Journal }) {
  const t = useTranslations('desk')
  const fields = useFields('ledger/correct', {
    ...(Object.fromEntries(correctable.map((account) => [account, ''])) as Record<Account, string>),
    ...(journal ? reversed(journal) : {}),
    unit: (journal?.unit ?? '') || 'USD',
    channel: journal ? channelOf(journal) : '',
    corrects: journal ? String(journal.journal_id) : '',
  })
  const { unit: currency, channel, corrects, ...texts } = fields.values
  const currencies = useCall('ledger/currencies', {})
  const gateways = useCall('gateway/totals', {})
  const filled = correctable.filter((account) => texts[account].trim() !== '')
  const entries = filled.map((account) => ({ account, amount: minorOf(texts[account], currency) }))
  const sum = entries.reduce((all, { amount }) => all + amount, 0)
  const ofGateway = filled.includes('gateway')
  return (
    <ActionDialog
      name="ledger/correct"
      byAddress
      label={journal ? t('ledger.correct.askThis') : t('ledger.correct.ask')}
      title={journal ? t('ledger.correct.titleOf', { no: String(journal.journal_id) }) : t('ledger.correct.ask')}
      confirm={t('ledger.correct.confirm')}
      form={fields}
      check={() => ({
        ...Object.fromEntries(
          entries
            .filter(({ amount }) => !Number.isInteger(amount) || amount === 0)
            .map(({ account }) => [account, t('ledger.correct.amountWrong')]),
        ),
        ...((entries.length < 2 || sum !== 0) && Number.isFinite(sum)
          ? { [correctable[0]]: t('ledger.correct.wrong') }
          : {}),
        ...(ofGateway && channel === '' ? { channel: t('ledger.correct.channelWrong') } : {}),
        ...(/^\d*$/.test(corrects.trim()) ? {} : { corrects: t('ledger.correct.numberWrong') }),
      })}
      fields={
        <>
          <ChoiceField
            label={t('reports.tax.currency')}
            {...fields.choice('unit')}
            options={(currencies.result ?? [currency]).map((code) => [code, code])}
          />
          {correctable.map((account, at) => (
            <TextField
              key={account}
              label={t('ledger.correct.amountOf', { account: accountName(t, account), currency })}
              hint={at === 0 ? t('ledger.correct.amountHint') : undefined}
              inputMode="text"
              {...fields(account)}
            />
          ))}
          {ofGateway && (
            <ChoiceField
              label={t('ledger.correct.channel')}
              {...fields.choice('channel')}
              options={[
                ['', t('ledger.correct.noChannel')],
                ...[
                  ...new Set([
                    ...(gateways.result ?? []).map((gateway) => gateway.channel),
                    ...(channel ? [channel] : []),
                  ]),
                ].map((code) => [code, channelName(t, code)] as const),
              ]}
            />
          )}
          <TextField
            label={t('ledger.correct.corrects')}
            hint={t('ledger.correct.correctsHint')}
            inputMode="numeric"
            {...fields('corrects')}
          />
          <output>
            <Facts facts={[[t('ledger.correct.sum'), Number.isFinite(sum) ? money(sum, currency) : '–']]} />
          </output>
        </>
      }
      body={(reason) => ({
        unit: currency,
        entries,
        channel: ofGateway ? channel : '',
        corrects: wholeOf(corrects.trim() || '0'),
        reason,
      })}
    >
      <p>{t('ledger.correct.text')}</p>
    </ActionDialog>
  )
}
