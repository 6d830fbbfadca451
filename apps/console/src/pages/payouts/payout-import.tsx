import { CallError } from '@hc/contract/client'
import { TextField } from '@hc/ui/field'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ActionDialog } from '../../kit/action-dialog.tsx'
import { channelName } from '../../kit/channel-name.ts'
import { ChoiceField } from '../../kit/choice-field.tsx'
import { count } from '../../kit/facts.tsx'
import { useCall } from '../../kit/use-call.ts'
import { staying, useFields } from '../../kit/use-fields.ts'
import { wrongText } from '../imports/words.ts'

const MOST_BYTES = 8 * 1024 * 1024

/** The answer for a wrong file: its first errors, and their number. */
type FileErrors = { errors: { line: number; column: string; why: string; value: string }[]; total: number }

function WrongLines({ wrong: { errors, total } }: { wrong: FileErrors }) {
  const t = useTranslations('desk')
  return (
    <div className="list-scroll">
      <table className="list">
        <caption>{t('payouts.importWrong')}</caption>
        <thead>
          <tr>
            {(['line', 'column', 'why', 'value'] as const).map((name) => (
              <th key={name} scope="col">
                {t(`imports.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {errors.map(({ line, column, why, value }) => (
            <tr key={`${String(line)} ${column} ${why}`}>
              <td data-label={t('imports.line')}>{line}</td>
              <td data-label={t('imports.column')}>{column || '–'}</td>
              <td data-label={t('imports.why')}>{wrongText(t, why)}</td>
              <td data-label={t('imports.value')}>{value || '–'}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {total > errors.length && (
        <p className="soft">{t('payouts.importMore', { n: count(errors.length), of: count(total) })}</p>
      )}
    </div>
  )
}

const isTable = ({ name, type }: File): boolean => /\.(?:csv|txt)$/i.test(name) || /csv|text\/plain/.test(type)

/** Imports a gateway's file. An import books nothing. */
export function Import({ channels, dropped }: { channels: readonly string[]; dropped: File | null }) {
  const t = useTranslations('desk')
  const [csv, setCsv] = useState('')
  const [file, setFile] = useState<File | null>(null)
  const [fileErrors, setWrong] = useState<FileErrors | null>(null)
  const take = (next: File | null): void => {
    setWrong(null)
    setCsv('')
    setFile(next)
    if (next && next.size <= MOST_BYTES) void next.text().then(setCsv)
  }
  // A file that was dropped on the page is taken as a chosen one is.
  const [lastDropped, setLastDropped] = useState<File | null>(null)
  if (dropped !== lastDropped) {
    setLastDropped(dropped)
    take(dropped)
  }
  const currencies = useCall('ledger/currencies', {})
  const all = useCall('channel/list', {})
  // Channels with captures come first; a gateway before its first payout is listed, too.
  const rest = (all.result ?? []).filter(({ code, configured }) => configured && code !== 'hcpoint')
  const codes = [...new Set([...channels, ...rest.map(({ code }) => code)])]
  const fields = useFields('settlement/import', { channel: codes[0] ?? '', currency: 'USD' })
  return (
    <ActionDialog
      name="settlement/import"
      byAddress
      label={t('payouts.import')}
      title={t('payouts.import')}
      confirm={t('payouts.importConfirm')}
      reason={false}
      check={() => {
        if ((file?.size ?? 0) > MOST_BYTES) return { csv: t('error.FileRefused_too_big') }
        if (file && !isTable(file)) return { csv: t('payouts.importNoCsv', { name: file.name }) }
        return csv === '' ? { csv: t('payouts.importNone') } : {}
      }}
      meets={(error) => {
        setWrong(error instanceof CallError && error.msg === 'LineErrors' ? (error.data as FileErrors) : null)
        return false
      }}
      form={staying(fields)}
      fields={
        <>
          <ChoiceField
            label={t('payouts.channel')}
            {...fields.choice('channel')}
            options={codes.map((code) => [code, channelName(t, code)])}
          />
          <ChoiceField
            label={t('reports.tax.currency')}
            hint={t('payouts.importCurrency')}
            {...fields.choice('currency')}
            options={(currencies.result ?? ['USD']).map((code) => [code, code])}
          />
          <TextField
            label={t('payouts.importFile')}
            name="csv"
            type="file"
            accept=".csv,text/csv"
            error={fields.errors.csv}
            hint={file && file === dropped ? t('payouts.importDropped', { name: file.name }) : undefined}
            onChange={(event) => take(event.target.files?.[0] ?? null)}
          />
          {fileErrors && <WrongLines wrong={fileErrors} />}
        </>
      }
      body={() => ({ ...fields.values, csv })}
      done={({ added, same }) => t('payouts.importDone', { added, same: String(same) })}
    >
      <p>{t('payouts.importText')}</p>
    </ActionDialog>
  )
}
