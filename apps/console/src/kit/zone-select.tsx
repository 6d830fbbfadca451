import { SelectField } from '@hc/ui/field'
import { useTranslations } from 'use-intl'
import { deviceZone } from '../lib/stored.ts'
import { chooseZone, chosenZone, zones } from '../lib/zone.ts'

/** The zone of the desk's dates, by its name in the time zone database. */
export function ZoneSelect() {
  const t = useTranslations('desk')
  const zone = chosenZone.use()
  return (
    <SelectField
      label={t('own.zone')}
      hint={t('own.zoneHint')}
      name="zone"
      value={zone}
      onChange={(event) => chooseZone(event.target.value)}
    >
      <option value="">{t('own.device', { zone: deviceZone() })}</option>
      {zones().map((name) => (
        <option key={name} value={name}>
          {name.replaceAll('_', ' ')}
        </option>
      ))}
    </SelectField>
  )
}
