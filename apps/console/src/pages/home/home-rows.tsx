import type { Locale } from '@hc/contract/locales'
import { SelectField, TextField } from '@hc/ui/field'
import { TextArea } from '@hc/ui/text-area'
import { useTranslations } from 'use-intl'
import { PictureField } from '../../kit/picture-field.tsx'
import { RowsField } from '../../kit/rows-field.tsx'
import { type HomeDraft, regions, systems } from './home-draft.ts'

type Props = {
  values: HomeDraft
  locale: Locale
  set: <K extends 'downloads' | 'features' | 'facts'>(name: K, rows: HomeDraft[K]) => void
  errors: Readonly<Record<string, string | undefined>>
}

const newDownload: HomeDraft['downloads'][number] = {
  system: 'windows',
  region: 'global',
  url: null,
  version: '',
  size: '',
}

/** Where players get the game. */
export function Downloads({ values, set, errors }: Props) {
  const t = useTranslations('desk')
  return (
    <RowsField
      bare
      title={t('home.downloads')}
      rows={values.downloads}
      set={(rows) => set('downloads', [...rows])}
      blank={() => newDownload}
      name={({ system, region }) => `${t(`home.systems.${system}`)}, ${t(`home.regions.${region}`)}`}
    >
      {(row, change, at) => (
        <>
          <SelectField
            label={t('home.system')}
            name={`system_${at}`}
            value={row.system}
            onChange={(event) => {
              const system = systems.find((candidate) => candidate === event.target.value)
              if (system) change({ system })
            }}
          >
            {systems.map((option) => (
              <option key={option} value={option}>
                {t(`home.systems.${option}`)}
              </option>
            ))}
          </SelectField>
          <SelectField
            label={t('home.region')}
            name={`region_${at}`}
            value={row.region}
            error={errors[`region_${at}`]}
            onChange={(event) => {
              const region = regions.find((candidate) => candidate === event.target.value)
              if (region) change({ region })
            }}
          >
            {regions.map((option) => (
              <option key={option} value={option}>
                {t(`home.regions.${option}`)}
              </option>
            ))}
          </SelectField>
          <TextField
            label={t('home.url')}
            hint={at === 0 ? t('home.urlHint') : undefined}
            name={`url_${at}`}
            autoComplete="off"
            maxLength={500}
            value={row.url ?? ''}
            error={errors[`url_${at}`]}
            onChange={(event) => change({ url: event.target.value === '' ? null : event.target.value })}
          />
          {(['version', 'size'] as const).map((name) => (
            <TextField
              key={name}
              label={t(`home.${name}`)}
              name={`${name}_${at}`}
              autoComplete="off"
              maxLength={40}
              value={row[name]}
              onChange={(event) => change({ [name]: event.target.value })}
            />
          ))}
        </>
      )}
    </RowsField>
  )
}

/** What is special about the game. */
export function Features({ values, locale, set, errors }: Props) {
  const t = useTranslations('desk')
  return (
    <RowsField
      bare
      title={t('home.features')}
      rows={values.features}
      set={(rows) => set('features', [...rows])}
      blank={() => ({ id: crypto.randomUUID(), icon: '', title: '', text: '' })}
      name={({ title }) => title}
    >
      {(row, change, at) => (
        <>
          <TextField
            label={t('home.headline')}
            name={`featureTitle_${at}`}
            lang={locale}
            autoComplete="off"
            value={row.title}
            error={errors[`featureTitle_${at}`]}
            onChange={(event) => change({ title: event.target.value })}
          />
          <TextArea
            label={t('home.featureText')}
            name={`featureText_${at}`}
            lang={locale}
            rows={4}
            value={row.text}
            onChange={(event) => change({ text: event.target.value })}
          />
          <PictureField
            name={`icon_${at}`}
            value={row.icon}
            error={errors[`icon_${at}`]}
            set={(icon) => change({ icon })}
          />
        </>
      )}
    </RowsField>
  )
}

/** Facts about the game. */
export function Facts({ values, locale, set, errors }: Props) {
  const t = useTranslations('desk')
  return (
    <RowsField
      bare
      title={t('home.facts')}
      rows={values.facts}
      set={(rows) => set('facts', [...rows])}
      blank={() => ({ label: '', value: '' })}
      name={({ label }) => label}
    >
      {(row, change, at) => (
        <>
          <TextField
            label={t('home.fact')}
            name={`fact_${at}`}
            lang={locale}
            autoComplete="off"
            value={row.label}
            error={errors[`fact_${at}`]}
            onChange={(event) => change({ label: event.target.value })}
          />
          <TextField
            label={t('home.factValue')}
            name={`factValue_${at}`}
            lang={locale}
            autoComplete="off"
            value={row.value}
            onChange={(event) => change({ value: event.target.value })}
          />
        </>
      )}
    </RowsField>
  )
}
