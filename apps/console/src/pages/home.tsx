import type { HomeBody } from '@hc/contract/desk/content'
import { defaultLocale, type Locale } from '@hc/contract/locales'
import { Button } from '@hc/ui/button'
import { TextField } from '@hc/ui/field'
import { TextArea } from '@hc/ui/text-area'
import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { DeskResult } from '@hc/contract/desk/calls'
import { ActionDialog } from '../kit/action-dialog.tsx'
import { ConflictPanel } from '../kit/conflict.tsx'
import { History } from '../kit/history.tsx'
import { Languages } from '../kit/languages.tsx'
import { may } from '../kit/may.ts'
import { Failed, FormError, Page } from '../kit/page.tsx'
import { Presence } from '../kit/presence.tsx'
import { PreviewButton } from '../kit/preview-button.tsx'
import { useCall } from '../kit/use-call.ts'
import { useCommand } from '../kit/use-command.ts'
import { useDraft } from '../kit/use-draft.ts'
import type { PageProps } from '../pages.ts'

const words = ['kicker', 'title', 'subtitle', 'cta'] as const
type HomeDraft = Record<(typeof words)[number] | 'gameTitle' | 'paragraphs', string>
const empty: HomeBody = {
  hero: { kicker: '', title: '', subtitle: '', cta: '', img: '', imgNarrow: '' },
  downloads: [],
  features: [],
  gameInfo: { title: '', paragraphs: [], facts: [] },
}
const toDraft = ({ hero, gameInfo }: HomeBody): HomeDraft => ({
  kicker: hero.kicker,
  title: hero.title,
  subtitle: hero.subtitle,
  cta: hero.cta,
  gameTitle: gameInfo.title,
  paragraphs: gameInfo.paragraphs.join('\n\n'),
})
const toBody = (body: HomeBody, draft: HomeDraft): HomeBody => ({
  ...body,
  hero: { ...body.hero, kicker: draft.kicker, title: draft.title, subtitle: draft.subtitle, cta: draft.cta },
  gameInfo: {
    ...body.gameInfo,
    title: draft.gameTitle,
    paragraphs: draft.paragraphs.split(/\n{2,}/).filter((one) => one.trim() !== ''),
  },
})

/** The words of the home page, language by language. */
export function Home({ me }: PageProps) {
  const t = useTranslations('desk')
  const [locale, setLocale] = useState<Locale>(defaultLocale)
  const { result, error, reload, loading } = useCall('home/read', { locale })
  return (
    <Page title={t('homePage.title')}>
      <p>{t('homePage.text')}</p>
      {error !== null && <Failed error={error} again={reload} />}
      <Languages active={locale} choose={setLocale} has={() => true}>
        {result && !loading ? (
          <Editor key={locale} me={me} locale={locale} home={result} />
        ) : (
          <output className="state">{t('loading')}</output>
        )}
      </Languages>
    </Page>
  )
}

type Props = Pick<PageProps, 'me'> & { locale: Locale; home: DeskResult<'home/read'> }

function Editor({ me, locale, home }: Props) {
  const t = useTranslations('desk')
  const body = home.body ?? empty
  const draft = useDraft<HomeDraft>(toDraft(body), home.version, (theirs) => toDraft(theirs as HomeBody))
  const { form, busy, errors, run } = useCommand('home/save', {
    done: t('articles.savedDraft'),
    meets: (error) => draft.meets(error),
    onDone: (done) => {
      if (done.did) draft.saved(done.result.version)
    },
  })
  const { values, version } = draft
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    void run({ locale, version, body: toBody(body, values) })
  }
  const label = (name: keyof HomeDraft): string => t(`homePage.${name === 'title' ? 'headline' : name}`)
  const field = (name: keyof HomeDraft) => (
    <TextField
      key={name}
      label={label(name)}
      name={name}
      lang={locale}
      value={values[name]}
      onChange={(event) => {
        draft.set(name, event.target.value)
      }}
    />
  )
  const target = `home/${locale}`
  return (
    <>
      <Presence kind="block" target={target} writes={draft.dirty} />
      {draft.conflict && (
        <ConflictPanel
          conflict={draft.conflict}
          mine={values}
          label={label}
          show={String}
          take={draft.take}
          keep={draft.keep}
        />
      )}
      <form ref={form} noValidate className="form form-wide" onSubmit={submit}>
        <FormError text={errors.form} />
        {words.map(field)}
        {field('gameTitle')}
        <TextArea
          label={label('paragraphs')}
          hint={t('homePage.paragraphsHint')}
          name="paragraphs"
          lang={locale}
          rows={6}
          value={values.paragraphs}
          onChange={(event) => {
            draft.set('paragraphs', event.target.value)
          }}
        />
        <div className="actions">
          {may(me, 'content.edit') && (
            <Button type="submit" busy={busy} off={!draft.dirty}>
              {t('kit.save')}
            </Button>
          )}
          {!draft.dirty && version > 0 && (
            <>
              <PreviewButton
                key={version}
                path="/main/home"
                drafts={[{ kind: 'block', target, version }]}
                moment={null}
                locale={locale}
              />
              {may(me, 'content.publish') && version !== home.live_version && (
                <ActionDialog
                  name="home/publish"
                  label={t('articles.publish')}
                  title={t('articles.publish')}
                  confirm={t('articles.publishNow')}
                  reason={false}
                  done={t('articles.published')}
                  body={() => ({ locale, version })}
                >
                  <p>{t('articles.publishText')}</p>
                </ActionDialog>
              )}
            </>
          )}
        </div>
      </form>
      <History
        kind="block"
        target={target}
        live={home.live_version}
        restore={(saved) => {
          draft.fill(toDraft(saved.value as HomeBody))
        }}
      />
    </>
  )
}
