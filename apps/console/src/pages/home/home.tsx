import type { HomeBody } from '@hc/contract/desk/home'
import { defaultLocale, type Locale, locales } from '@hc/contract/locales'
import { TextField } from '@hc/ui/field'
import { TextArea } from '@hc/ui/text-area'
import { type Dispatch, type FormEvent, type ReactNode, type SetStateAction, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslations } from 'use-intl'
import { useSearch } from 'wouter'
import type { DeskResult } from '@hc/contract/desk/calls'
import { ConflictPanel } from '../../kit/conflict.tsx'
import { History } from '../../kit/history.tsx'
import { Languages } from '../../kit/languages.tsx'
import { may } from '../../kit/permission.ts'
import { FormError } from '../../kit/form-error.tsx'
import { Failed } from '../../kit/failed.tsx'
import { Page } from '../../kit/page.tsx'
import { PictureField } from '../../kit/picture-field.tsx'
import { Plans } from '../../kit/planned-changes.tsx'
import { Presence } from '../../kit/presence.tsx'
import { PreviewButton } from '../../kit/preview-button.tsx'
import { PublishButton } from '../../kit/publish-button.tsx'
import { SaveBar } from '../../kit/save-bar.tsx'
import { useCall } from '../../kit/use-call.ts'
import { useCommand } from '../../kit/use-command.ts'
import { useDraft } from '../../kit/use-draft.ts'
import type { PageProps } from '../../kit/menu.ts'
import {
  emptyHome,
  type HomeDraft,
  type PartName,
  partNames,
  partOf,
  pictures,
  valueText,
  toBody,
  toDraft,
  words,
  wrongFields,
} from './home-draft.ts'
import { HomePart } from './home-part.tsx'
import { Downloads, Facts, Features } from './home-rows.tsx'

/** The home page, language by language. */
export default function Home({ me }: PageProps) {
  const t = useTranslations('desk')
  const languageName = new URLSearchParams(useSearch()).get('language')
  const [locale, setLocale] = useState<Locale>(locales.find((candidate) => candidate === languageName) ?? defaultLocale)
  const { result, error, reload, loading } = useCall('home/read', { locale })
  // A translator who changes the language stays at the same part.
  const [open, setOpen] = useState<ReadonlySet<PartName>>(new Set())
  return (
    <Page>
      <p>{t('home.text')}</p>
      {error !== null && <Failed error={error} again={reload} />}
      <Languages active={locale} choose={setLocale} has={() => true}>
        {result && !loading ? (
          <Editor key={locale} me={me} locale={locale} home={result} open={open} setOpen={setOpen} />
        ) : (
          <output className="state">{t('loading')}</output>
        )}
      </Languages>
    </Page>
  )
}

type Props = Pick<PageProps, 'me'> & {
  locale: Locale
  home: DeskResult<'home/read'>
  /** The parts that are unfolded. */
  open: ReadonlySet<PartName>
  setOpen: Dispatch<SetStateAction<ReadonlySet<PartName>>>
}

function Editor({ me, locale, home, open, setOpen }: Props) {
  const t = useTranslations('desk')
  const body = home.body ?? emptyHome
  const draft = useDraft<HomeDraft>(toDraft(body), home.version, `home/${locale}`, (remote) =>
    toDraft(remote as HomeBody),
  )
  const { values, version } = draft
  const fieldErrors = wrongFields(values)
  const { form, busy, errors, tell, run } = useCommand('home/save', {
    done: t('articles.savedDraft'),
    meets: (error) => draft.meets(error),
    onDone: (outcome) => {
      if (outcome.did) draft.saved(outcome.result.version)
    },
  })
  const unfold = (fields: readonly string[]): void => {
    if (fields.length > 0) setOpen((now) => new Set([...now, ...fields.map(partOf)]))
  }
  useEffect(() => {
    const wrong = Object.entries(errors).flatMap(([field, text]) => (text && field !== 'form' ? [partOf(field)] : []))
    if (wrong.length > 0) setOpen((now) => new Set([...now, ...wrong]))
  }, [errors, setOpen])
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    // A part with an error opens first: the focus goes into it.
    flushSync(() => unfold(Object.keys(fieldErrors)))
    const messages = { invalid: t('field.invalid'), needed: t('field.needed'), twice: t('home.twice') }
    if (!tell(Object.fromEntries(Object.entries(fieldErrors).map(([name, why]) => [name, messages[why]]))))
      void run({ locale, version, body: toBody(values) })
  }
  const label = (name: keyof HomeDraft): string => t(`home.${name === 'title' ? 'headline' : name}`)
  const field = (name: (typeof words)[number] | 'gameTitle') => (
    <TextField
      key={name}
      label={label(name)}
      name={name}
      lang={locale}
      value={values[name]}
      onChange={(event) => draft.set(name, event.target.value)}
    />
  )
  const target = `home/${locale}`
  const lists = {
    values,
    locale,
    errors,
    set: <K extends 'downloads' | 'features' | 'facts'>(name: K, rows: HomeDraft[K]) => draft.set(name, rows),
  }
  const fieldsOf: Readonly<Record<PartName, ReactNode>> = {
    top: (
      <>
        {words.map(field)}
        {pictures.map((name) => (
          <PictureField
            key={name}
            label={label(name)}
            name={name}
            value={values[name]}
            error={errors[name]}
            set={(url) => draft.set(name, url)}
          />
        ))}
      </>
    ),
    downloads: <Downloads {...lists} />,
    features: <Features {...lists} />,
    about: (
      <>
        {field('gameTitle')}
        <TextArea
          label={label('paragraphs')}
          hint={t('home.paragraphsHint')}
          name="paragraphs"
          lang={locale}
          rows={6}
          value={values.paragraphs}
          onChange={(event) => draft.set('paragraphs', event.target.value)}
        />
      </>
    ),
    facts: <Facts {...lists} />,
  }
  return (
    <>
      <Presence kind="block" target={target} writes={draft.dirty} />
      <Plans plans={home.plans} withdraw="home/replan" mayWithdraw={may(me, 'content.publish')} />
      {/* Outside of the form: a form in a dialog would submit the outer one, too. */}
      {!draft.dirty && version > 0 && (
        <div className="actions">
          <PreviewButton
            key={version}
            path="/main/home"
            drafts={[{ kind: 'block', target, version }]}
            moment={null}
            locale={locale}
          />
          {may(me, 'content.publish') && version !== home.live_version && (
            <PublishButton name="home/publish" body={(when) => ({ locale, version, when })} quiet={false} />
          )}
        </div>
      )}
      {draft.conflict && (
        <ConflictPanel
          conflict={draft.conflict}
          mine={values}
          label={label}
          show={valueText}
          take={draft.take}
          keep={draft.keep}
        />
      )}
      <form ref={form} noValidate className="form form-wide" onSubmit={submit}>
        <FormError text={errors.form} />
        {partNames.map((name) => (
          <HomePart
            key={name}
            name={name}
            values={values}
            base={draft.base}
            wrong={Object.keys(fieldErrors).some((wrongName) => errors[wrongName] && partOf(wrongName) === name)}
            open={open.has(name)}
            toggle={() =>
              setOpen((now) =>
                now.has(name) ? new Set([...now].filter((other) => other !== name)) : new Set([...now, name]),
              )
            }
          >
            {fieldsOf[name]}
          </HomePart>
        ))}
        {may(me, 'content.edit') && <SaveBar dirty={draft.dirty} busy={busy} discard={draft.reset} />}
      </form>
      <History
        kind="block"
        target={target}
        live={home.live_version}
        restore={(saved) => draft.fill(toDraft(saved.value as HomeBody))}
      />
    </>
  )
}
