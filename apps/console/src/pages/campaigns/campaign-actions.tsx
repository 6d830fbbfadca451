import type { DraftedKindName } from '@hc/contract/desk/kinds'
import { buttonClass } from '@hc/ui/button'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { ActionButton, ActionDialog } from '../../kit/action-dialog.tsx'
import { saveFile } from '../../kit/csv.ts'
import { count } from '../../kit/facts.tsx'

type Of = { kind: DraftedKindName; id: string }

/** Saves the codes that no file has yet. */
export function ExportCodes({ id, about }: { id: string; about?: string }) {
  const t = useTranslations('desk')
  return (
    <ActionButton
      name="code/export"
      label={t('campaigns.export')}
      {...(about === undefined ? {} : { about: `${t('campaigns.export')}: ${about}` })}
      body={{ id }}
      done={({ codes }) => {
        if (codes.length > 0) saveFile(`codes-${id}.txt`, 'text/plain', `${codes.join('\n')}\n`)
        return t('campaigns.exported', { n: count(codes.length) })
      }}
    />
  )
}

/** The form of a new campaign, filled from this one. */
export function CopyLink({ kind, id }: Of) {
  const t = useTranslations('desk')
  return (
    <Link href={`/campaigns/${kind}/new?from=${encodeURIComponent(id)}`} className={buttonClass('quiet', 'small')}>
      {t('campaigns.copy')}
    </Link>
  )
}

export function StopButton({ kind, id, version, name }: Of & { version: number; name: string }) {
  const t = useTranslations('desk')
  return (
    <ActionDialog
      name="campaign/stop"
      kind="danger"
      label={t('campaigns.stop')}
      title={`${t('campaigns.stop')}: ${name}`}
      confirm={t('campaigns.stop')}
      done={t('campaigns.stopped')}
      body={(reason) => ({ kind, id, version, reason })}
    >
      <p>{t('campaigns.stopText')}</p>
    </ActionDialog>
  )
}
