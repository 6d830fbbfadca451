import type { DeskResult } from '@hc/contract/desk/calls'
import type { ImportChange } from '@hc/contract/desk/imports'
import { Button } from '@hc/ui/button'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useQuery } from '@tanstack/react-query'
import { ActionDialog } from '../../kit/action-dialog.tsx'
import { count } from '../../kit/facts.tsx'
import { may } from '../../kit/permission.ts'
import { namesNothing, NoSuch, numberOf } from '../../kit/no-such.ts'
import { Failed } from '../../kit/failed.tsx'
import { Page } from '../../kit/page.tsx'
import { atOnce, localTime, WhenField } from '../../kit/when-field.tsx'
import { call } from '../../lib/api.ts'
import type { PageProps } from '../../kit/menu.ts'
import { Changes } from '../imports/changes.tsx'
import { Errors, Head } from '../imports/import.tsx'

const MOST = 5_000

/** Loads all rows of a file: the selection covers the whole file. */
async function allOf(importId: number): Promise<{ job: DeskResult<'import/read'>['job']; changes: ImportChange[] }> {
  const changes: ImportChange[] = []
  for (let after = 0; ;) {
    const page = await call('import/read', { import_id: importId, after })
    changes.push(...page.changes)
    if (page.next === null) return { job: page.job, changes }
    after = page.next
  }
}

/** Another shop's file compared with this shop, row by row; the chosen rows are applied. */
export default function Promotion({ me, params }: PageProps) {
  const t = useTranslations('desk')
  const importId = numberOf(params.id)
  const promotion = useQuery({ queryKey: ['promotion', importId], queryFn: () => allOf(importId) })
  if (promotion.data === undefined && namesNothing(promotion.error)) throw new NoSuch(promotion.error)
  const [skipped, setLeft] = useState<readonly number[]>([])
  const reload = async (): Promise<void> => {
    await promotion.refetch()
  }
  const { job, changes = [] } = promotion.data ?? {}
  const open = job?.state === 'checked'
  const seqs = changes.map(({ seq }) => seq)
  const picked = seqs.filter((seq) => !skipped.includes(seq))
  return (
    <Page
      title={t('promotion.number', { no: String(importId) })}
      actions={
        open && picked.length > 0 && may(me, 'promote.import') ? (
          <Take importId={importId} rows={picked} reload={reload} />
        ) : undefined
      }
    >
      {promotion.error !== null && <Failed error={promotion.error} again={reload} />}
      {!job && promotion.error === null && <output className="state">{t('loading')}</output>}
      {job && (
        <>
          <Head job={job} />
          {job.refused > 0 && <Errors importId={importId} title={t('promotion.errors')} text="" />}
          <h2>{t('promotion.rows')}</h2>
          {open && changes.length > 0 && (
            <div className="actions">
              <Button kind="ghost" size="small" onClick={() => setLeft(picked.length === 0 ? [] : seqs)}>
                {t(picked.length === 0 ? 'promotion.all' : 'promotion.none')}
              </Button>
            </div>
          )}
          <Changes
            name="promotion"
            caption={t('promotion.rows')}
            rows={changes}
            error={null}
            reload={reload}
            empty={{ title: t('promotion.nothing'), text: t('promotion.nothingText') }}
            {...(open
              ? {
                  choice: {
                    ids: picked,
                    most: MOST,
                    set: (ids: readonly number[]) => setLeft(seqs.filter((seq) => !ids.includes(seq))),
                  },
                }
              : {})}
          />
        </>
      )}
    </Page>
  )
}

type TakeProps = { importId: number; rows: readonly number[]; reload: () => Promise<void> }

function Take({ importId, rows, reload }: TakeProps) {
  const t = useTranslations('desk')
  const [when, setWhen] = useState(atOnce)
  const n = count(rows.length)
  return (
    <ActionDialog
      name="promote/apply"
      kind="primary"
      label={t('promotion.take')}
      title={t('promotion.takeTitle', { n })}
      confirm={t('promotion.take')}
      fields={(errors) => <WhenField value={when} set={setWhen} twice={when.at !== ''} errors={errors} />}
      body={(reason) => ({ import_id: importId, rows: [...rows], when: localTime(when), reason })}
      done={({ planned }) => t(planned ? 'promotion.planned' : 'promotion.taken', { n })}
      onDone={() => void reload()}
    >
      <p>{t('promotion.takeText')}</p>
    </ActionDialog>
  )
}
