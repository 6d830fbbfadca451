import { promotedKinds } from '@hc/contract/desk/kinds'
import { Button } from '@hc/ui/button'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useLocation } from 'wouter'
import { CopyButton } from '../../kit/copy-button.tsx'
import { saveFile } from '../../kit/csv.ts'
import { count } from '../../kit/facts.tsx'
import { List } from '../../kit/list/list.tsx'
import { may } from '../../kit/permission.ts'
import { FormError } from '../../kit/form-error.tsx'
import { Failed } from '../../kit/failed.tsx'
import { Page } from '../../kit/page.tsx'
import { useCall } from '../../kit/use-call.ts'
import { useCommand } from '../../kit/use-command.ts'
import type { PageProps } from '../../kit/menu.ts'
import { base64Of } from '../../kit/picture-field.tsx'
import { FileField } from '../imports/file-field.tsx'
import { jobColumns } from '../imports/imports.tsx'

type Kind = (typeof promotedKinds)[number]

/** Promotion: exports rows for another shop, and imports another shop's file. */
export default function Promote({ me }: PageProps) {
  const t = useTranslations('desk')
  const [, go] = useLocation()
  const { result, error, reload } = useCall('promote/state', {})
  const trial = useCommand('promote/check', {
    onDone: (outcome) => {
      if (outcome.did) go(`/promote/${outcome.result.import_id}`)
    },
  })
  return (
    <Page>
      <p className="soft">{t('promotion.lead')}</p>
      {error !== null && <Failed error={error} again={reload} />}
      {!result && error === null && <output className="state">{t('loading')}</output>}
      {result && (
        <>
          {may(me, 'content.publish') && <Out rows={new Map(result.kinds.map(({ kind, rows }) => [kind, rows]))} />}
          <section className="card part">
            <h2>{t('promotion.key')}</h2>
            {result.key === '' ? (
              <p>{t('promotion.noKey')}</p>
            ) : (
              <>
                <p>
                  <code className="key">{result.key}</code>
                </p>
                <CopyButton text={result.key} label={t('promotion.copyKey')} />
              </>
            )}
            <p className="soft">{t('promotion.keyText')}</p>
          </section>
          {may(me, 'promote.import') && (
            <section className="card part">
              <h2>{t('promotion.in')}</h2>
              {result.trusted.length === 0 ? (
                <p>{t('promotion.noTrusted')}</p>
              ) : (
                <FileField
                  label={t('promotion.inText')}
                  hint={`${t('promotion.trusted')}: ${result.trusted.map((key) => `${key.slice(0, 8)}…`).join(', ')}`}
                  accept=".jsonl,application/jsonl"
                  busy={trial.busy}
                  busyText={t('imports.reading')}
                  error={trial.errors.form}
                  take={(file) => void base64Of(file).then((data) => trial.run({ name: file.name, data }))}
                />
              )}
            </section>
          )}
          <h2>{t('promotion.recent')}</h2>
          <List
            name="promotions"
            caption={t('promotion.recent')}
            rows={result.recent}
            error={null}
            reload={reload}
            columns={jobColumns(t)}
            id={(row) => row.import_id}
            href={(row) => `/promote/${row.import_id}`}
            empty={{ title: t('promotion.empty'), text: t('promotion.emptyText') }}
          />
        </>
      )}
    </Page>
  )
}

/** The kinds of rows to export. All are selected at first. */
function Out({ rows }: { rows: ReadonlyMap<string, number> }) {
  const t = useTranslations('desk')
  const [kinds, setChosen] = useState<readonly Kind[]>(promotedKinds)
  const { busy, errors, run } = useCommand('promote/export', {
    done: ({ name, text, rows: n }) => {
      saveFile(name, 'application/jsonl', text)
      return t('promotion.exported', { rows: count(n) })
    },
  })
  return (
    <section className="card part">
      <h2>{t('promotion.out')}</h2>
      <p className="soft">{t('promotion.outText')}</p>
      <fieldset className="choices">
        <legend className="hidden-text">{t('promotion.out')}</legend>
        {promotedKinds.map((kind) => (
          <label key={kind} className="choice">
            <input
              type="checkbox"
              checked={kinds.includes(kind)}
              onChange={(event) =>
                setChosen(event.target.checked ? [...kinds, kind] : kinds.filter((other) => other !== kind))
              }
            />
            {t('promotion.rowsOf', { kind: t(`promotion.kinds.${kind}`), n: count(rows.get(kind) ?? 0) })}
          </label>
        ))}
      </fieldset>
      <Button busy={busy} off={kinds.length === 0} onClick={() => void run({ kinds: [...kinds] })}>
        {t('promotion.export')}
      </Button>
      <FormError text={errors.form} />
    </section>
  )
}
