import type { ImportJob } from '@hc/contract/desk/imports'
import type { DeskBody } from '@hc/contract/desk/calls'
import { TextField } from '@hc/ui/field'
import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useLocation, useSearch } from 'wouter'
import { Badge, type Tone } from '../../kit/badge.tsx'
import { ChoiceField } from '../../kit/choice-field.tsx'
import { CallList } from '../../kit/list/call-list.tsx'
import { type Column, columnsOf } from '../../kit/list/column.tsx'
import type { PageProps } from '../../kit/menu.ts'
import { Page } from '../../kit/page.tsx'
import type { DeskTexts } from '../../kit/use-action.ts'
import { useCommand } from '../../kit/use-command.ts'
import { useFields } from '../../kit/use-fields.ts'
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

export function jobColumns(t: DeskTexts): readonly Column<ImportJob>[] {
  const c = columnsOf<ImportJob>(t)
  return [
    c.text('name', t('imports.name'), { phone: 'title' }),
    {
      ...c.text('kind', t('imports.kind')),
      cell: ({ kind, target }) => `${t(`imports.kinds.${kind}`)}${target === '' ? '' : ` (${target})`}`,
    },
    { ...c.number('fresh', t('imports.new')), key: 'new' },
    c.number('changed', t('imports.changed')),
    c.number('refused', t('imports.refused')),
    { ...c.text('state', t('imports.state'), { phone: 'badge' }), cell: (row) => stateOf(t, row) },
    c.person('by', t('imports.by'), { phone: 'under' }),
    c.when('at', t('imports.at'), { phone: 'age' }),
  ]
}

/** Imports a dropped file, or exports one. */
export default function Imports({ me }: PageProps) {
  const exporting = new URLSearchParams(useSearch()).get('tab') === 'export'
  return <Page>{exporting ? <Exports /> : <ImportFile me={me} />}</Page>
}

function Exports() {
  const t = useTranslations('desk')
  const fields = useFields<{ form: (typeof forms)[number] }>(null, { form: 'csv' })
  return (
    <section className="card part">
      <h2>{t('imports.export')}</h2>
      <p className="soft">{t('imports.exportText')}</p>
      <ChoiceField
        label={t('imports.form')}
        {...fields.choice('form')}
        options={forms.map((option) => [option, t(`imports.${option}`)])}
      />
      <div className="actions">
        {exports.map((exportKind) => (
          <ExportButton
            key={exportKind}
            kind={exportKind}
            {...fields.values}
            label={t(`imports.kinds.${exportKind}`)}
          />
        ))}
      </div>
    </section>
  )
}

function ImportFile({ me }: Pick<PageProps, 'me'>) {
  const t = useTranslations('desk')
  const query = new URLSearchParams(useSearch())
  const kindName = importKinds.find((candidate) => candidate === query.get('kind')) ?? ''
  const [begin] = useState<{ kind: Kind | ''; campaign: string }>({
    kind: kindName,
    campaign: query.get('campaign') ?? '',
  })
  const fields = useFields('import/check', begin)
  const { kind, campaign } = fields.values
  const { busy, error, read } = useTrial()
  return (
    <>
      <p className="soft">{t('imports.lead')}</p>
      <section className="card part">
        <ChoiceField
          label={t('imports.readAs')}
          {...fields.choice('kind')}
          options={[
            ['', t('imports.guess')],
            ...importKinds.map((option) => [option, t(`imports.kinds.${option}`)] as const),
          ]}
        />
        {kind === 'codes' && <TextField label={t('imports.campaign')} {...fields('campaign')} />}
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
      <CallList
        me={me}
        call="import/list"
        naming={{ rows: ({ rows }) => rows, cursor: (before) => ({ before }) }}
        name="imports"
        caption={t('imports.list')}
        columns={jobColumns(t)}
        id={({ import_id: no }) => no}
        href={({ import_id: no }) => `/imports/${no}`}
        empty={{ title: t('imports.empty'), text: t('imports.emptyText') }}
      />
    </>
  )
}
