import type { DeskResult, Me } from '@hc/contract/desk/calls'
import type { ImportChange, ImportJob } from '@hc/contract/desk/imports'
import { EXPORT_ROWS } from '@hc/contract/desk/paging'
import { Button } from '@hc/ui/button'
import { SelectField } from '@hc/ui/field'
import { useTranslations } from 'use-intl'
import { ActionDialog } from '../../kit/action-dialog.tsx'
import { targetText } from '../../kit/codes.ts'
import { csvOf, saveFile } from '../../kit/csv.ts'
import { count, Facts, When } from '../../kit/facts.tsx'
import { type Column, columnsOf } from '../../kit/list/column.tsx'
import { List } from '../../kit/list/list.tsx'
import { type Naming, usePages } from '../../kit/list/use-pages.ts'
import { may } from '../../kit/permission.ts'
import { numberOf } from '../../kit/no-such.ts'
import { FormError } from '../../kit/form-error.tsx'
import { Failed } from '../../kit/failed.tsx'
import { Page } from '../../kit/page.tsx'
import { type DeskTexts, useAction } from '../../kit/use-action.ts'
import { useCall } from '../../kit/use-call.ts'
import { useFilters } from '../../kit/use-filters.ts'
import { wholeList } from '../../kit/whole-list.ts'
import type { PageProps } from '../../kit/menu.ts'
import { Changes } from './changes.tsx'
import { handedFile, importKinds, stateOf, useTrial } from './imports.tsx'
import { wrongText } from './words.ts'

const EVERY_MS = 1_500
const AT_ONCE = 5_000
const calls = {
  products: 'import/applyProducts',
  texts: 'import/applyTexts',
  campaigns: 'import/applyCampaigns',
  codes: 'import/applyCodes',
} as const
const rightOf = {
  products: 'product.price',
  texts: 'product.text',
  campaigns: 'campaign.edit',
  codes: 'code.make',
} as const
type Kind = keyof typeof calls

/** The effect of a file: counts, rows before and after, and errors. */
export default function ImportPage({ me, params }: PageProps) {
  const t = useTranslations('desk')
  const importId = numberOf(params.id)
  const importCall = useCall('import/read', { import_id: importId, size: 1 }, { everyMs: EVERY_MS, ofPage: true })
  const { result } = importCall
  const job = result?.job
  const rows = job && job.kind !== 'promotion' ? job.fresh + job.changed : 0
  return (
    <Page
      title={t('imports.number', { no: String(importId) })}
      actions={
        job?.state === 'checked' && job.refused === 0 && rows > 0 && job.kind !== 'promotion' ? (
          <Apply me={me} job={job} kind={job.kind} rows={rows} reload={importCall.reload} />
        ) : undefined
      }
    >
      {importCall.error !== null && <Failed error={importCall.error} again={importCall.reload} />}
      {!result && importCall.error === null && <output className="state">{t('loading')}</output>}
      {job && (
        <>
          <Head job={job} />
          {handedFile.file?.id === importId && job.state === 'checked' && <ReadAs job={job} />}
          {job.refused > 0 && <Errors importId={importId} />}
          {job.kind === 'codes' && rows > 0 && <p>{t('imports.hidden')}</p>}
          {(job.kind !== 'codes' || rows === 0) && job.refused < job.lines && (
            <>
              <h2>{t('imports.changes')}</h2>
              <ChangesOf importId={importId} />
            </>
          )}
        </>
      )}
    </Page>
  )
}

const ofChanges: Naming<'import/read', ImportChange> = {
  rows: ({ changes }) => changes,
  cursor: (after) => ({ after }),
}

function ChangesOf({ importId }: { importId: number }) {
  const t = useTranslations('desk')
  const start = useFilters([]).after
  const body = { import_id: importId }
  const { list } = usePages('import/read', body, { naming: ofChanges, start, everyMs: EVERY_MS })
  return (
    <Changes
      {...list}
      name="import"
      caption={t('imports.changes')}
      empty={{ title: t('imports.nothing'), text: t('imports.nothingText') }}
    />
  )
}

export function Head({ job }: { job: ImportJob }) {
  const t = useTranslations('desk')
  return (
    <Facts
      facts={[
        [t('imports.name'), job.name],
        job.kind === 'promotion'
          ? [t('promotion.from'), job.target]
          : [t('imports.kind'), `${t(`imports.kinds.${job.kind}`)}${job.target === '' ? '' : ` (${job.target})`}`],
        [t('imports.state'), stateOf(t, job)],
        [t('imports.lines'), count(job.lines)],
        [t('imports.new'), count(job.fresh)],
        [t('imports.changed'), count(job.changed)],
        [t('imports.same'), count(job.same)],
        [t('imports.refused'), count(job.refused)],
        job.state === 'checked' ? null : [t('imports.applied'), count(job.applied)],
        [t('imports.by'), job.by],
        [t('imports.at'), <When key="at" at={job.at} />],
      ]}
    />
  )
}

type ApplyProps = { me: Me; job: ImportJob; kind: Kind; rows: number; reload: () => Promise<void> }

function Apply({ me, job, kind, rows, reload }: ApplyProps) {
  const t = useTranslations('desk')
  if (!may(me, rightOf[kind])) return null
  const values = { rows: count(rows) }
  return (
    <ActionDialog
      name={calls[kind]}
      kind="primary"
      label={t('imports.apply')}
      title={t('imports.applyTitle', { name: job.name })}
      confirm={t('imports.apply')}
      body={(reason) => ({ import_id: job.import_id, reason })}
      done={({ state }) => (state === 'running' ? t('imports.applyRuns') : t('imports.applyDone', values))}
      onDone={() => void reload()}
    >
      <p>{t(rows > AT_ONCE ? 'imports.stepsText' : 'imports.applyText', values)}</p>
    </ActionDialog>
  )
}

/** Reads the same file as another kind, if the guess was wrong. */
function ReadAs({ job }: { job: ImportJob }) {
  const { t, busy, error, read } = useTrial()
  return (
    <div className="actions">
      <SelectField
        label={t('imports.readAs')}
        name="kind"
        value={job.kind}
        disabled={busy}
        onChange={(event) => {
          const kind = importKinds.find((candidate) => candidate === event.target.value)
          if (kind && handedFile.file) void read(handedFile.file.name, handedFile.file.data, kind, job.target)
        }}
      >
        {importKinds.map((option) => (
          <option key={option} value={option}>
            {t(`imports.kinds.${option}`)}
          </option>
        ))}
      </SelectField>
      <FormError text={error} />
    </div>
  )
}

type CellError = { line: number; target: string; column: string; why: string; value: string }
const flat = (lines: DeskResult<'import/lines'>['lines']): CellError[] =>
  lines.flatMap(({ line, target, errors }) => errors.map((error) => ({ line, target, ...error })))
/** A line of a promotion starts with the kind of its row. */
function rowName(t: DeskTexts, target: string): string {
  const [kind = '', ...rest] = target.split(' ')
  return rest.length === 0 ? target || '–' : targetText(t, kind, rest.join(' '))
}
const ofLines: Naming<'import/lines', CellError> = {
  rows: ({ lines }) => flat(lines),
  cursor: (after) => ({ after }),
}
/** Lines of a page on the screen. */
const LINES = 100
function columns(t: DeskTexts): readonly Column<CellError>[] {
  const c = columnsOf<CellError>(t)
  return [
    { ...c.number('line', t('imports.line'), { phone: 'end' }), numeric: false },
    { ...c.text('target', t('imports.row'), { phone: 'title' }), key: 'row', cell: ({ target }) => rowName(t, target) },
    { ...c.text('column', t('imports.column'), { phone: 'badge' }), cell: ({ column }) => column || '–' },
    c.word('why', t('imports.why'), (why) => wrongText(t, why), { phone: 'under' }),
    { ...c.text('value', t('imports.value'), { phone: 'acts' }), cell: ({ value }) => value || '–' },
  ]
}

/** Every wrong cell in words; a button saves all of them as a file. */
export function Errors({ importId, title, text }: { importId: number; title?: string; text?: string }) {
  const t = useTranslations('desk')
  const { list } = usePages('import/lines', { import_id: importId, size: LINES }, { naming: ofLines })
  const { busy, errors, tell, run } = useAction()
  const all = async (): Promise<void> => {
    const match = await wholeList(list.pages, () => undefined)
    if (match === null) {
      tell({ form: t('imports.whole.bound', { n: count(EXPORT_ROWS) }) })
      return
    }
    saveFile(`import-${importId}-errors.csv`, 'text/csv;charset=utf-8', csvOf(columns(t), match))
  }
  return (
    <>
      <h2>{title ?? t('imports.errors')}</h2>
      {text !== '' && <p className="soft">{text ?? t('imports.errorsText')}</p>}
      <div className="actions">
        <Button kind="quiet" size="small" busy={busy} onClick={() => void run(all)}>
          {t('imports.errorsFile')}
        </Button>
      </div>
      <FormError text={errors.form} />
      <List
        {...list}
        name="import-errors"
        caption={title ?? t('imports.errors')}
        columns={columns(t)}
        id={({ line, column, why }) => `${line} ${column} ${why}`}
        empty={{ title: t('imports.nothing'), text: t('imports.nothingText') }}
        // The button above saves all errors, not only the shown ones.
        pages={null}
      />
    </>
  )
}
