import type { DeskResult } from '@hc/contract/desk/calls'
import { datevAccounts, wrongDatevNumbers } from '@hc/contract/desk/datev'
import { TextField } from '@hc/ui/field'
import { useTranslations } from 'use-intl'
import { ActionDialog } from '../../kit/action-dialog.tsx'
import { useFields } from '../../kit/use-fields.ts'
import { useCall } from '../../kit/use-call.ts'
import { accountName } from './words.ts'

type Stored = DeskResult<'ledger/numbers'>

/** The numbers of our accounts in the tax adviser's chart. */
export function DatevNumbers() {
  const { result } = useCall('ledger/numbers', {})
  return result && <Numbers key={result.version} stored={result} />
}

function Numbers({ stored: { numbers: before, version } }: { stored: Stored }) {
  const t = useTranslations('desk')
  const fields = useFields('ledger/number', before)
  const numbers = Object.fromEntries(
    datevAccounts.map((account) => [account, fields.values[account].trim()]),
  ) as typeof before
  return (
    <ActionDialog
      name="ledger/number"
      label={t('ledger.numbers')}
      title={t('ledger.numbers')}
      confirm={t('ledger.numbersSave')}
      done={t('ledger.numbersDone')}
      check={() =>
        Object.fromEntries(wrongDatevNumbers(numbers).map(({ account }) => [account, t('ledger.numbersWrong')]))
      }
      form={fields}
      fields={datevAccounts.map((account) => (
        <TextField
          key={account}
          label={account === 'other' ? t('ledger.numbersOther') : accountName(t, account)}
          inputMode="numeric"
          {...fields(account)}
        />
      ))}
      body={(reason) => ({ numbers, version, reason })}
    >
      <p>{t('ledger.numbersText')}</p>
    </ActionDialog>
  )
}
