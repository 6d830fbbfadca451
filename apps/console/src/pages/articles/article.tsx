import type { DeskResult } from '@hc/contract/desk/calls'
import { defaultLocale, type Locale, locales } from '@hc/contract/locales'
import { SelectField, TextField } from '@hc/ui/field'
import { Notice } from '@hc/ui/notice'
import { TextArea } from '@hc/ui/text-area'
import { type FormEvent, lazy, Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useLocation } from 'wouter'
import { ActionButton } from '../../kit/action-dialog.tsx'
import { ConflictPanel } from '../../kit/conflict.tsx'
import { Badge } from '../../kit/badge.tsx'
import { History } from '../../kit/history.tsx'
import { languageName, Languages } from '../../kit/languages.tsx'
import { may } from '../../kit/permission.ts'
import { FormError } from '../../kit/form-error.tsx'
import { Failed } from '../../kit/failed.tsx'
import { Page } from '../../kit/page.tsx'
import { PictureField } from '../../kit/picture-field.tsx'
import { Plans } from '../../kit/planned-changes.tsx'
import { Presence } from '../../kit/presence.tsx'
import { PreviewButton } from '../../kit/preview-button.tsx'
import { PublishButton } from '../../kit/publish-button.tsx'
import { wordsOf } from '../../kit/use-action.ts'
import { useCall } from '../../kit/use-call.ts'
import { useCommand } from '../../kit/use-command.ts'
import { useDraft } from '../../kit/use-draft.ts'
import type { PageProps } from '../../kit/menu.ts'
import { type ArticleDraft, emptyArticle, fromSaved, toBody, toDraft } from './article-draft.ts'
import { typeNames } from './articles.tsx'
import { longWords } from './long-words.ts'
import { MarkButtons, TakeDownButton } from './publish.tsx'
import { SaveBar } from '../../kit/save-bar.tsx'
import { Source } from './source.tsx'
import { tOf } from '../../kit/text-of.ts'

const RichText = lazy(async () => ({ default: (await import('../../editor/rich-text.tsx')).RichText }))

type Read = DeskResult<'article/read'>
const nothing: Read = {
  id: '',
  version: 0,
  live_version: 0,
  state: 'draft',
  body: emptyArticle,
  sources: {},
  plans: [],
}

/** One article, in its languages. A save makes a draft; publishing shows it to players. */
export default function Article({ me, params }: PageProps) {
  const t = useTranslations('desk')
  const id = params.id ?? ''
  const { result, error, reload } = useCall('article/read', id === 'new' ? null : { id }, { ofPage: true })
  if (id === 'new') return <Editor me={me} article={nothing} />
  if (!result)
    return (
      <Page title={t('articles.title')}>
        {error === null ? <output className="state">{t('loading')}</output> : <Failed error={error} again={reload} />}
      </Page>
    )
  return <Editor key={result.id} me={me} article={result} />
}

function Editor({ me, article }: Pick<PageProps, 'me'> & { article: Read }) {
  const t = useTranslations('desk')
  const [, go] = useLocation()
  const draft = useDraft<ArticleDraft>(
    toDraft(article.body),
    article.version,
    `article/${article.id ?? 'new'}`,
    (stored) => toDraft(stored as Read['body']),
  )
  const [locale, setLocale] = useState<Locale>(defaultLocale)
  // The editor keeps its own text during typing, so a text from elsewhere needs a new editor.
  const [revision, setBegun] = useState(0)
  const [pasted, setPasted] = useState<unknown>(null)
  const { form, busy, errors, tell, run } = useCommand('article/save', {
    done: t('articles.savedDraft'),
    meets: (error) => {
      const met = draft.meets(error)
      if (met) setBegun((n) => n + 1)
      return met
    },
    onDone: (outcome) => {
      if (!outcome.did) return
      draft.saved(outcome.result.version)
      if (article.id === '') go(`/articles/${outcome.result.id}`, { replace: true })
    },
  })
  const { values, version } = draft
  const text = (name: string): string => String(values[name] ?? '')
  const label = (name: string): string => {
    const [field = '', language] = name.split(' ')
    const fieldText = tOf(t, 'articles.field', field) ?? field
    return language
      ? t('revisions.inLanguage', { field: fieldText, language: languageName(language as Locale) })
      : fieldText
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    const begins = text('starts_at')
    const hasErrors = tell({
      title: locales.some((candidate) => text(`title ${candidate}`).trim() !== '')
        ? undefined
        : t('error.EditRefused_texts'),
      ends_at:
        begins !== '' && text('ends_at') !== '' && text('ends_at') <= begins
          ? t('imports.wrong.before_start')
          : undefined,
    })
    if (hasErrors) return
    void run({ id: article.id || null, version, body: toBody(values) })
  }
  const field = (name: string, type?: 'datetime-local') => (
    <TextField
      label={label(name)}
      name={name.split(' ')[0]}
      type={type}
      autoComplete="off"
      value={text(name)}
      error={errors[(name.split(' ')[0] ?? name) as 'title']}
      onChange={(event) => draft.set(name, event.target.value)}
    />
  )
  const tick = (name: 'pinned' | 'hot') => (
    <label className="choice">
      <input
        type="checkbox"
        checked={values[name] === true}
        onChange={(event) => draft.set(name, event.target.checked)}
      />
      {label(name)}
    </label>
  )
  const textIn = (language: Locale) => ({
    title: text(`title ${language}`),
    summary: text(`summary ${language}`),
    html: text(`html ${language}`),
  })
  const translates = locale !== defaultLocale && text(`title ${defaultLocale}`) !== ''
  const long = [...new Set(longWords(textIn(locale)))]
  const edits = may(me, 'content.edit')
  const outdated = locales.filter((language) => article.sources[language] !== undefined)
  const isStored = article.id !== ''
  const drafts = isStored && version > 0 ? [{ kind: 'article' as const, target: article.id, version }] : []
  return (
    <Page
      title={text(`title ${defaultLocale}`) || t('articles.untitled')}
      actions={
        isStored &&
        !draft.dirty && (
          <>
            <PreviewButton
              key={version}
              path={`/main/event/detail/${article.id}`}
              drafts={drafts}
              moment={null}
              locale={locale}
            />
            {may(me, 'content.publish') && (
              <PublishButton
                name="article/publish"
                body={(when) => ({ id: article.id, version, when })}
                sourceOnly={() => ({ id: article.id, version, source_only: true })}
                outdated={outdated}
                lacking={locales.filter((language) => text(`title ${language}`) === '')}
                quiet={article.state === 'live' && version === article.live_version}
              />
            )}
            {may(me, 'content.publish') && (
              <MarkButtons article={article} isLive={article.state === 'live' && version === article.live_version} />
            )}
            {may(me, 'content.take_down') && article.state === 'live' && (
              <TakeDownButton id={article.id} version={version} />
            )}
          </>
        )
      }
    >
      {isStored && (
        <p>
          <Badge tone={article.state === 'live' ? 'good' : 'neutral'}>{t(`articles.state.${article.state}`)}</Badge>{' '}
          {article.state !== 'draft' && version !== article.live_version && (
            <Badge tone="warn">{t('articles.state.changed')}</Badge>
          )}{' '}
          <span className="soft">{t('revisions.version', { n: String(version) })}</span>
        </p>
      )}
      {isStored && <Presence kind="article" target={article.id} writes={draft.dirty} />}
      <Plans plans={article.plans} withdraw="article/replan" mayWithdraw={may(me, 'content.publish')} />
      {draft.conflict && (
        <ConflictPanel
          conflict={draft.conflict}
          mine={values}
          label={label}
          show={String}
          take={(name) => {
            draft.take(name)
            setBegun(revision + 1)
          }}
          keep={draft.keep}
        />
      )}
      <form ref={form} noValidate className={`form form-wide ${translates ? 'form-beside' : ''}`} onSubmit={submit}>
        <FormError text={errors.form} />
        <section className="card part">
          <Languages
            active={locale}
            choose={setLocale}
            has={(language) => text(`title ${language}`) !== ''}
            behind={outdated}
          >
            <div className={translates ? 'beside' : undefined}>
              <div className="form form-wide">
                {field(`title ${locale}`)}
                <TextArea
                  label={label(`summary ${locale}`)}
                  name="summary"
                  rows={2}
                  maxLength={500}
                  value={text(`summary ${locale}`)}
                  onChange={(event) => draft.set(`summary ${locale}`, event.target.value)}
                />
                <FormError text={pasted === null ? undefined : wordsOf(t, pasted)} />
                <Suspense fallback={<output className="state">{t('loading')}</output>}>
                  <RichText
                    key={`${locale} ${revision}`}
                    label={label(`html ${locale}`)}
                    html={text(`html ${locale}`)}
                    lang={locale}
                    onError={setPasted}
                    onChange={(html) => draft.set(`html ${locale}`, html)}
                  />
                </Suspense>
                {long.map((word) => (
                  <Notice key={word} tone="info">
                    {t('beside.word', { word })}
                  </Notice>
                ))}
              </div>
              {translates && (
                <Source now={textIn(defaultLocale)} then={article.sources[locale]}>
                  {edits && !draft.dirty && article.sources[locale] !== undefined && (
                    <ActionButton
                      name="article/save"
                      label={t('beside.right')}
                      body={{ id: article.id, version, body: article.body, still_right: [locale] }}
                      done={t('articles.savedDraft')}
                    />
                  )}
                </Source>
              )}
            </div>
          </Languages>
        </section>
        <section className="card part">
          <SelectField
            label={t('articles.type')}
            name="type"
            value={text('type')}
            onChange={(event) => draft.set('type', event.target.value)}
          >
            {typeNames.map((typeName) => (
              <option key={typeName} value={typeName}>
                {t(`articles.types.t${typeName}`)}
              </option>
            ))}
          </SelectField>
          <PictureField value={text('img')} set={(url) => draft.set('img', url)} />
          {tick('pinned')}
          {tick('hot')}
          {field('starts_at', 'datetime-local')}
          {field('ends_at', 'datetime-local')}
          {field('unpublish_at', 'datetime-local')}
        </section>
        {edits && (
          <SaveBar
            dirty={draft.dirty}
            busy={busy}
            discard={() => {
              draft.reset()
              setBegun(revision + 1)
            }}
          />
        )}
      </form>
      {isStored && (
        <History
          kind="article"
          target={article.id}
          live={article.live_version}
          restore={
            edits
              ? (body) => {
                  draft.fill(fromSaved(body))
                  setBegun(revision + 1)
                }
              : undefined
          }
        />
      )}
    </Page>
  )
}
