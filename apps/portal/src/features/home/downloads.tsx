import type { HomeConf } from '@hc/contract/calls'
import { SelectField } from '@hc/ui/field'
import { useLocale, useTranslations } from 'use-intl'
import { areas, regionStore, saveRegion, systems } from '../../lib/region.ts'
import { useStore } from '../../lib/store.ts'

type Download = HomeConf['downloads'][number]

function DownloadTile({ download, mine }: { download: Download; mine: boolean }) {
  const t = useTranslations('home')
  const tc = useTranslations('common')
  const locale = useLocale()
  const system = tc(`system.${download.system}`)
  const frame = `flex h-full min-h-24 flex-col justify-center gap-1 rounded-md border px-4 py-3.5 ${mine ? 'border-violet bg-violet/20' : 'border-line bg-lift/4'}`
  if (download.url === null) {
    return (
      <div className={`${frame} opacity-80`}>
        <span className="font-bold text-soft">{system}</span>
        <span className="text-sm text-soft">
          {download.system === 'ios' ? tc('system.notIos') : t('download.unavailable', { system })}
        </span>
      </div>
    )
  }
  return (
    <a
      data-track={`download_${download.system}`}
      href={download.url}
      className={`${frame} transition-colors hover:border-violet hover:bg-violet/15`}
    >
      <span className="font-bold">{t('download.get', { system })}</span>
      <span className="flex flex-wrap gap-x-3 text-sm text-soft">
        <span>{t('download.version', { version: download.version })}</span>
        <span>
          {t('download.size', {
            size: download.size.replace(/\d+\.\d+/, (size) => Number(size).toLocaleString(locale)),
          })}
        </span>
      </span>
    </a>
  )
}

export function Downloads({ downloads }: { downloads: HomeConf['downloads'] }) {
  const t = useTranslations('home')
  const tc = useTranslations('common')
  const region = useStore(regionStore)
  const area = region?.area ?? 'global'
  return (
    <section id="download" className="page section" aria-labelledby="download-title">
      <div>
        <div className="flex flex-wrap items-end justify-between gap-4">
          <div>
            <h2 id="download-title" className="heading-3">
              {t('download.title')}
            </h2>
            <p className="text-soft">{t('download.text')}</p>
          </div>
          <div className="w-full sm:w-52 md:w-52">
            <SelectField
              label={t('download.region')}
              value={area}
              onChange={(event) =>
                saveRegion({
                  area: areas.find((candidate) => candidate === event.target.value) ?? 'global',
                  system: region?.system ?? 'windows',
                })
              }
            >
              {areas.map((option) => (
                <option key={option} value={option}>
                  {tc(`region.${option}`)}
                </option>
              ))}
            </SelectField>
          </div>
        </div>
        <ul className="mt-5 grid grid-cols-2 gap-3 lg:grid-cols-4 max-phone:grid-cols-1">
          {systems.map((system) => {
            const download = downloads.find(
              (candidate) => candidate.system === system && candidate.region === area,
            ) ?? {
              system,
              region: area,
              url: null,
              version: '',
              size: '',
            }
            return (
              <li key={system}>
                <DownloadTile download={download} mine={region?.system === system} />
              </li>
            )
          })}
        </ul>
      </div>
    </section>
  )
}
