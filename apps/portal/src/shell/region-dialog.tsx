import { Button, buttonClass } from '@hc/ui/button'
import { Dialog } from '@hc/ui/dialog'
import { SelectField } from '@hc/ui/field'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { areas, type Region, regionStore, saveRegion, systems } from '../lib/region.ts'
import { toast } from '../lib/toast.ts'
import { useCall } from '../lib/use-call.ts'
import { useApp } from './app-context.ts'
import { closeDialog } from './dialog-store.ts'

/** The download for the chosen region and system, or a note that there is none. */
function Offer({ region: { area, system } }: { region: Region }) {
  const t = useTranslations('home')
  const tc = useTranslations('common')
  const { result } = useCall('setting/webHomeConf', {})
  if (!result) return null
  const name = tc(`system.${system}`)
  const download = result.downloads.find((candidate) => candidate.system === system && candidate.region === area)
  if (download?.url)
    return (
      <a href={download.url} className={buttonClass('gold', 'normal', 'w-full')} onClick={closeDialog}>
        {t('download.get', { system: name })}
      </a>
    )
  return (
    <p className="text-center">
      {system === 'ios' ? tc('system.notIos') : t('download.unavailable', { system: name })}
    </p>
  )
}

export function RegionDialog() {
  const t = useTranslations('common')
  const { init } = useApp()
  const [region, setRegion] = useState<Region>(regionStore.get() ?? { area: 'global', system: 'windows' })
  const save = () => {
    saveRegion(region)
    closeDialog()
    toast(t('region.saved'), 'good')
  }
  return (
    <Dialog
      open
      name="region"
      title={t('region.title')}
      closeLabel={t('action.close')}
      onClose={closeDialog}
      actions={
        <>
          <Button kind="quiet" onClick={closeDialog}>
            {t('action.cancel')}
          </Button>
          <Button onClick={save}>{t('action.save')}</Button>
        </>
      }
    >
      <p>{t('region.text')}</p>
      <div className="mt-4 grid gap-4">
        <SelectField label={t('region.game')} defaultValue={init.gameInfo.gameId}>
          <option value={init.gameInfo.gameId}>{init.gameInfo.name}</option>
        </SelectField>
        <SelectField
          label={t('region.area')}
          value={region.area}
          onChange={(event) =>
            setRegion({ ...region, area: areas.find((candidate) => candidate === event.target.value) ?? 'global' })
          }
        >
          {areas.map((option) => (
            <option key={option} value={option}>
              {t(`region.${option}`)}
            </option>
          ))}
        </SelectField>
        <SelectField
          label={t('region.system')}
          value={region.system}
          onChange={(event) =>
            setRegion({ ...region, system: systems.find((candidate) => candidate === event.target.value) ?? 'windows' })
          }
        >
          {systems.map((option) => (
            <option key={option} value={option}>
              {t(`system.${option}`)}
            </option>
          ))}
        </SelectField>
        <div className="flex min-h-12 items-center justify-center" aria-live="polite">
          <Offer region={region} />
        </div>
      </div>
    </Dialog>
  )
}
