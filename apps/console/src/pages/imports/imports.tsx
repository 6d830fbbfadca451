import type { ImportJob } from '@hc/contract/desk/imports'
import type { DeskBody } from '@hc/contract/desk/calls'
import { SelectField, TextField } from '@hc/ui/field'
import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useSearch } from 'wouter'
import { utc } from '../../kit/csv.ts'
import { useLocation } from 'wouter'
import { Badge, type Tone } from '../../kit/badge.tsx'
import { count, When } from '../../kit/facts.tsx'
import { type Column, List } from '../../kit/list/list.tsx'
import { Page } from '../../kit/page.tsx'
import type { DeskTexts } from '../../kit/use-action.ts'
import { useCall } from '../../kit/use-call.ts'
import { useCommand } from '../../kit/use-command.ts'
import { useFilters } from '../../kit/use-filters.ts'
import { call } from '../../lib/api.ts'
import { base64Of } from '../../kit/picture-field.tsx'
import { ExportButton } from './export-button.tsx'
import { FileField } from './file-field.tsx'

type Kind = NonNullable<DeskBody<'import/check'>['kind']>
export const importKinds = ['products', 'texts', 'campaigns', 'codes'] as const satisfies readonly Kind[]
const exports = ['products', 'texts', 'campaigns'] as const
const forms = ['csv', 'jsonl'] as const
const tones: Readonly<Record<ImportJob['state'], Tone>> = { checked: 'warn', running: 'warn', applied: 'good' }

export const stateOf = (t: DeskTexts, { state }: ImportJob) => (
  <Badge tone={tones[state]}>{t(`imports.states.${state}`)}</Badge>
)

/** The last chosen file, so that it can be read as another kind without being chosen again. */
export const handedFile: { file: { id: number; name: string; data: string } | null } = { file: null }

/** Makes a dry run of a file, and opens its result. */
export function useTrial() {
  const [, go] = useLocation()
  const t = useTranslations('desk')
  const file = useRef({ name: '', data: '' })
  const { busy, errors, run } = useCommand('import/check', {
    onDone: (outcome) => {
      if (!outcome.did) return
      handedFile.file = { id: outcome.result.import_id, ...file.current }
      go(`/imports/${outcome.result.import_id}`)
    },
  })
  return {
    busy,
    error: errors.form,
    t,
    read: async (name: string, data: string, kind: Kind | null, campaign: string): Promise<void> => {
      file.current = { name, data }
      await run({ name, data, kind, campaign })
    },
  }
}

export const jobColumns = (t: DeskTexts): readonly Column<ImportJob>[] => [
  { key: 'name', label: t('imports.name'), cell: ({ name }) => name, text: ({ name }) => name },
  {
    key: 'kind',
    label: t('imports.kind'),
    cell: ({ kind, target }) => `${t(`imports.kinds.${kind}`)}${target === '' ? '' : ` (${target})`}`,
    text: ({ kind }) => kind,
  },
  { key: 'new', label: t('imports.new'), numeric: true, cell: (row) => count(row.fresh), text: (row) => row.fresh },
  {
    key: 'changed',
    label: t('imports.changed'),
    numeric: true,
    cell: (row) => count(row.changed),
    text: (row) => row.changed,
  },
  {
    key: 'refused',
    label: t('imports.refused'),
    numeric: true,
    cell: (row) => count(row.refused),
    text: (row) => row.refused,
  },
  { key: 'state', label: t('imports.state'), cell: (row) => stateOf(t, row), text: ({ state }) => state },
  { key: 'by', label: t('imports.by'), cell: ({ by }) => by, text: ({ by }) => by },
  { key: 'at', label: t('imports.at'), cell: ({ at }) => <When at={at} />, text: ({ at }) => utc(at) },
]

/** Imports a dropped file, or exports one. */
export default function Imports() {
  const exporting = new URLSearchParams(useSearch()).get('tab') === 'export'
  return <Page>{exporting ? <Exports /> : <ImportFile />}</Page>
}

function Exports() {
  const t = useTranslations('desk')
  const [form, setForm] = useState<(typeof forms)[number]>('csv')
  return (
    <section className="card part">
      <h2>{t('imports.export')}</h2>
      <p className="soft">{t('imports.exportText')}</p>
      <SelectField
        label={t('imports.form')}
        name="form"
        value={form}
        onChange={(event) => setForm(forms.find((candidate) => candidate === event.target.value) ?? 'csv')}
      >
        {forms.map((option) => (
          <option key={option} value={option}>
            {t(`imports.${option}`)}
          </option>
        ))}
      </SelectField>
      <div className="actions">
        {exports.map((exportKind) => (
          <ExportButton key={exportKind} kind={exportKind} form={form} label={t(`imports.kinds.${exportKind}`)} />
        ))}
      </div>
    </section>
  )
}

function ImportFile() {
  const t = useTranslations('desk')
  const filters = useFilters(['kind', 'campaign'])
  const kindName = importKinds.find((candidate) => candidate === filters.values.kind) ?? ''
  const [kind, setKind] = useState<Kind | ''>(kindName)
  const [campaign, setCampaign] = useState(filters.values.campaign)
  const list = useCall('import/list', { before: Number(filters.after || '0') })
  const { busy, error, read } = useTrial()
  return (
    <>
      <p className="soft">{t('imports.lead')}</p>
      <section className="card part">
        <SelectField
          label={t('imports.readAs')}
          name="kind"
          value={kind}
          onChange={(event) => setKind(importKinds.find((candidate) => candidate === event.target.value) ?? '')}
        >
          <option value="">{t('imports.guess')}</option>
          {importKinds.map((option) => (
            <option key={option} value={option}>
              {t(`imports.kinds.${option}`)}
            </option>
          ))}
        </SelectField>
        {kind === 'codes' && (
          <TextField
            label={t('imports.campaign')}
            name="campaign"
            autoComplete="off"
            value={campaign}
            onChange={(event) => setCampaign(event.target.value)}
          />
        )}
        <FileField
          label={t('imports.file')}
          hint={t('imports.fileHint')}
          accept=".csv,.jsonl,text/csv,application/jsonl"
          busy={busy}
          busyText={t('imports.reading')}
          error={error}
          take={(file) => void base64Of(file).then((data) => read(file.name, data, kind || null, campaign.trim()))}
        />
      </section>
      <h2>{t('imports.list')}</h2>
      <List
        name="imports"
        caption={t('imports.list')}
        rows={list.result?.rows ?? null}
        error={list.error}
        reload={list.reload}
        columns={jobColumns(t)}
        id={(row) => row.import_id}
        href={(row) => `/imports/${row.import_id}`}
        empty={{ title: t('imports.empty'), text: t('imports.emptyText') }}
        next={list.result?.next ? String(list.result.next) : null}
        after={filters.after}
        turn={filters.turn}
        pages={async (from, size) => {
          const page = await call('import/list', { before: Number(from), size })
          return { rows: page.rows, next: page.next === null ? null : String(page.next) }
        }}
      />
    </>
  )
}
