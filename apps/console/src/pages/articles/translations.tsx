import type { DeskResult } from '@hc/contract/desk/calls'
import { defaultLocale, type Locale, locales } from '@hc/contract/locales'
import { Button } from '@hc/ui/button'
import { SelectField } from '@hc/ui/field'
import { Notice } from '@hc/ui/notice'
import { useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import { saveFile } from '../../kit/csv.ts'
import { languageName } from '../../kit/languages.tsx'
import { FormError } from '../../kit/form-error.tsx'
import { useAction } from '../../kit/use-action.ts'
import { useCommand } from '../../kit/use-command.ts'
import { call } from '../../lib/api.ts'

const targets = locales.filter((locale) => locale !== defaultLocale)

/** The translators' file: exports missing texts, and imports them as drafts after a preview of the changes. */
export function Translations() {
  const t = useTranslations('desk')
  const [locale, setLocale] = useState<Locale>('de-DE')
  const [jsonl, setJsonl] = useState('')
  const [result, setFound] = useState<DeskResult<'article/import'> | null>(null)
  const inputId = useId()
  const { errors, run } = useAction()
  const take = useCommand('article/import', {
    done: t('articles.imported'),
    onDone: () => setFound(null),
  })
  return (
    <details className="card part">
      <summary>{t('articles.translators')}</summary>
      <p>{t('articles.translatorsText')}</p>
      <FormError text={errors.form ?? take.errors.form} />
      <SelectField
        label={t('articles.language')}
        value={locale}
        onChange={(event) => setLocale(event.target.value as Locale)}
      >
        {targets.map((target) => (
          <option key={target} value={target}>
            {languageName(target)}
          </option>
        ))}
      </SelectField>
      <Button
        kind="quiet"
        size="small"
        onClick={() =>
          void run(async () => {
            const file = await call('article/export', { locale, only_missing: true })
            saveFile(`articles-${locale}.jsonl`, 'application/jsonl', file.jsonl)
          })
        }
      >
        {t('articles.export')}
      </Button>
      <label htmlFor={inputId} className="field-label">
        {t('articles.file')}
      </label>
      <input
        id={inputId}
        type="file"
        accept=".jsonl,application/jsonl"
        onChange={(event) => {
          const [file] = event.target.files ?? []
          if (!file) return
          void run(async () => {
            const text = await file.text()
            setJsonl(text)
            setFound(await call('article/import', { jsonl: text, dry_run: true }))
          })
        }}
      />
      {result && (
        <Notice tone={result.errors.length > 0 ? 'bad' : 'info'}>
          <p>
            {t('articles.wouldChange', {
              changed: String(result.changed),
              same: String(result.same),
              wrong: String(result.errors.length),
            })}
          </p>
          <ul>
            {result.errors.map(({ line, message }) => (
              <li key={line}>{t('articles.lineWrong', { line: String(line), message })}</li>
            ))}
          </ul>
          {result.errors.length === 0 && result.changed > 0 && (
            <Button size="small" busy={take.busy} onClick={() => void take.run({ jsonl, dry_run: false })}>
              {t('articles.import')}
            </Button>
          )}
        </Notice>
      )}
    </details>
  )
}
